"""What holds where a call says nothing, and the unit of a time to live."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.agent_kv.conftest import Api

DAY_MS = 86_400_000


@pytest.mark.parametrize(("seconds", "status"), [(-5, 200), (5, 410)])
def test_a_time_to_live_is_in_milliseconds(api: Api, seconds: int, status: int) -> None:
    api.store("lesson", ttl=DAY_MS)
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=seconds)):
        assert api.get("lesson")[0] == status


def test_a_vector_search_has_twenty(api: Api) -> None:
    for number in range(21):
        api.store(f"k{number}", embedding=[1.0, number / 1000])
    assert len(api.near(embedding=[1, 0])) == 20
    assert len(api.near(embedding=[1, 0], limit=21)) == 21


def test_a_threshold_is_three_quarters(api: Api) -> None:
    api.store("near", embedding=[0.76, (1 - 0.76**2) ** 0.5])
    api.store("far", embedding=[0.74, (1 - 0.74**2) ** 0.5])
    assert set(api.near(embedding=[1, 0])) == {"near"}
