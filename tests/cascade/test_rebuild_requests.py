"""Rebuilds that operators ask for: rows that the scan takes up, whatever happens in between."""

import pytest

from cascade import rebuild_requests
from cascade.drain import drain
from cascade.locks import rebuild_lock
from cascade.models import RebuildRequest
from cascade.rebuild import rebuild, rebuild_steps
from cascade.scanner import scan
from cascade.status import status
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from tests.cascade.conftest import embedded_texts, indexed, table, tell
from tests.conftest import change_settings
from tests.fakes.openai_server import Status


@pytest.fixture
def three_owners(root, endpoint):
    for owner in ("alice", "bob", "charlie"):
        tell(f"{owner} sings.", f"{owner} dances.", owner=owner)
    drain()
    scan()
    drain()
    endpoint.calls.clear()


def asked() -> list[str]:
    return sorted(RebuildRequest.objects.values_list("kind", flat=True))


def test_the_next_scan_does_it(three_owners, endpoint):
    before, old = indexed(), table().name
    assert rebuild_requests.ask([EPISODE]) == 1
    assert asked() == ["episode"]
    scan()
    assert asked() == []
    assert table().name != old
    assert indexed() == before
    assert embedded_texts(endpoint) == []


def test_all_vectors_anew(three_owners, endpoint):
    rebuild_requests.ask([EPISODE], reembed=True)
    scan()
    assert len(embedded_texts(endpoint)) == 6


def test_who_asks_again_takes_nothing_back(three_owners, endpoint):
    rebuild_requests.ask([EPISODE], reembed=True)
    rebuild_requests.ask([EPISODE, EPISODE, ATOMIC_FACT])
    assert asked() == ["atomic_fact", "episode"]
    scan()
    assert len(embedded_texts(endpoint)) == 6


def test_health_says_who_wanted_it(three_owners, settings):
    change_settings(settings, "cascade", batch_files=1)
    rebuild_requests.ask([EPISODE])
    seen: list[str] = []
    scan(meanwhile=lambda: seen.extend(status()["reasons"]))
    assert "index of episode is being rebuilt: an operator asked for it, 1 of 3 files" in seen
    assert status()["reasons"] == []


def test_a_crash_in_the_middle_leaves_it_to_the_next_scan(three_owners, settings):
    change_settings(settings, "cascade", batch_files=1)
    before, old = indexed(), table().name
    rebuild_requests.ask([EPISODE])
    with pytest.raises(SystemExit):
        scan(meanwhile=lambda: exit(1))
    assert asked() == ["episode"]
    assert table().name == old
    scan()
    assert asked() == []
    assert (table().name != old, indexed()) == (True, before)


def test_a_model_that_is_away_is_told_and_asked_again(three_owners, endpoint):
    rebuild_requests.ask([EPISODE], reembed=True)
    endpoint.fail_always(Status(401))
    scan()
    assert asked() == ["episode"]
    assert any(reason.startswith("index of episode could not be checked") for reason in status()["reasons"])


def test_a_rebuild_that_began_before_does_not_count(three_owners):
    steps = rebuild_steps(EPISODE, "a test wants it")
    next(steps)
    rebuild_requests.ask([EPISODE])
    scan()  # somebody else is at it
    assert asked() == ["episode"]
    assert list(steps) == []
    first = table().name
    assert asked() == ["episode"]
    scan()
    assert (asked(), table().name != first) == ([], True)


def test_asked_again_in_the_middle_is_done_once_more(three_owners, endpoint):
    rebuild_requests.ask([EPISODE])
    scan(meanwhile=lambda: rebuild_requests.ask([EPISODE], reembed=True))
    assert asked() == ["episode"]
    assert embedded_texts(endpoint) == []
    scan()
    assert asked() == []
    assert len(embedded_texts(endpoint)) == 6


def test_any_rebuild_that_began_later_will_do(three_owners, endpoint):
    rebuild_requests.ask([EPISODE], reembed=True)
    rebuild([EPISODE])
    assert asked() == []
    assert len(embedded_texts(endpoint)) == 6


def test_a_rebuild_that_goes_on_elsewhere_is_not_disturbed(three_owners):
    old = table().name
    rebuild_requests.ask([EPISODE])
    with rebuild_lock(EPISODE):
        scan()
    assert (asked(), table().name) == (["episode"], old)


def test_a_kind_that_has_no_memories(root):
    rebuild_requests.ask([ATOMIC_FACT])
    scan()
    assert asked() == []
