"""The file of a day has a size: messages for which it has no room are refused before they are accepted."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from memory.errors import InvalidInput
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, add, flush, said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def _small_days(settings: Settings) -> None:
    change_settings(settings, "limits", day_file_bytes=3_000)


def test_what_waits_for_a_worker_counts() -> None:
    add(said("x" * 2_000))
    assert add(said("x" * 2_000)).duplicates == 1, "which are no more"
    with pytest.raises(InvalidInput, match="is full"):
        add(said("y" * 1_500), session="another")
    add(said("y" * 1_500, by="bob"), session="of another owner")
    add(said("y" * 1_500, at=DAY), session="of another day")


def test_bytes_are_counted_and_not_characters() -> None:
    add(said("猫" * 800))
    with pytest.raises(InvalidInput, match="is full"):
        add(said("y" * 1_000), session="another")


def test_what_was_accepted_is_written_into_the_day(root: Path) -> None:
    add(said("x " * 1_000))
    assert flush() == "extracted"
    [file] = root.glob("**/episodes/*.md")
    assert file.stat().st_size < 3_000 + 1_500, "headings come on top"
    assert f"{datetime.now(UTC):%Y}" in file.read_text()
