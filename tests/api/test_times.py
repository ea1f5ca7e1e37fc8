"""Two zones: stored in UTC, shown in the display zone."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from memory import times
from tests.conftest import change_settings


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "2026-05-28T11:30:36Z"),
        ("Asia/Shanghai", "2026-05-28T19:30:36+08:00"),
        ("America/St_Johns", "2026-05-28T09:00:36-02:30"),
        ("Europe/London", "2026-05-28T12:30:36+01:00"),
    ],
)
def test_instant_in_the_display_zone(settings: Any, zone: str, shown: str) -> None:
    change_settings(settings, "memory", timezone=zone)
    instant = datetime(2026, 5, 28, 11, 30, 36, tzinfo=UTC)
    assert times.render(instant) == shown
    assert times.render(instant.astimezone(timezone(timedelta(hours=-5)))) == shown


def test_winter_in_london_is_z(settings: Any) -> None:
    change_settings(settings, "memory", timezone="Europe/London")
    assert times.render(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("epoch_ms", "shown"),
    [
        (1_748_390_400_123, "2025-05-28T00:00:00.123000Z"),
        (253_402_214_399_999, "9999-12-30T23:59:59.999000Z"),
    ],
)
def test_milliseconds(epoch_ms: int, shown: str) -> None:
    assert times.render_ms(epoch_ms) == shown


def test_the_last_instant_can_be_shown_everywhere(settings: Any) -> None:
    change_settings(settings, "memory", timezone="Pacific/Kiritimati")
    assert times.render_ms(253_402_214_399_999) == "9999-12-31T13:59:59.999000+14:00"


@pytest.mark.parametrize("nanoseconds", [-(10**24), 10**24])
def test_the_time_of_a_file_may_be_one_that_no_calendar_has(nanoseconds: int) -> None:
    assert times.of_file(nanoseconds).year == (2262 if nanoseconds > 0 else 1677)
