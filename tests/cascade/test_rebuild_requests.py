"""Rebuilds that operators ask for: rows that the scan takes up, whatever happens in between."""

import subprocess
import sys
from pathlib import Path

import pytest

from cascade import rebuild_requests
from cascade.drain import drain
from cascade.models import RebuildRequest
from cascade.rebuild import rebuild, rebuild_lock, rebuild_steps
from cascade.scanner import scan
from cascade.status import status
from memory.coordination import wake_ups
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from tests.cascade.conftest import embedded_texts, indexed, table, tell
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI, Hang, Status
from tests.system.server import PROJECT, Server


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


@pytest.mark.long
def test_a_process_that_is_killed_in_the_middle(three_owners, endpoint, root):
    """By the kernel; another process finds the request, and what is left of the first attempt."""
    by = Commands(root, endpoint)
    assert (
        by.run("migrate_databases(); scan(); drain(); ask([EPISODE], reembed=True); print(told())")
        == "1 episode"
    )
    endpoint.calls.clear()
    endpoint.fail_always(Hang())
    victim = by.start("scan()")
    endpoint.wait_for_calls(1)
    victim.kill()
    victim.wait()
    endpoint.recover()
    assert by.run("scan(); print(told(), status()['reasons'])").startswith("0 episode_")
    assert len(embedded_texts(endpoint)) >= 6


class Commands:
    """Processes on the same files, with a database of their own."""

    PREAMBLE = """
from cascade.drain import drain
from cascade.models import RebuildRequest
from cascade.rebuild_requests import ask
from cascade.scanner import scan
from cascade.status import status
from memory.command import migrate_databases
from memory.kinds.episode import EPISODE
from memory.models import IndexTable

def told():
    return f"{RebuildRequest.objects.count()} {IndexTable.objects.get(kind='episode').table}"

"""

    def __init__(self, root: Path, endpoint: FakeOpenAI) -> None:
        self._env = Server(root).env | {
            "EVEROS_EMBEDDING__BASE_URL": endpoint.url,
            "EVEROS_EMBEDDING__API_KEY": "none",
            "EVEROS_EMBEDDING__MODEL": "m",
            "EVEROS_EMBEDDING__DIMENSIONS": "8",
        }

    def start(self, code: str) -> subprocess.Popen[str]:
        program = [sys.executable, "manage.py", "shell", "--no-imports", "-c", self.PREAMBLE + code]
        return subprocess.Popen(program, env=self._env, cwd=PROJECT, stdout=subprocess.PIPE, text=True)

    def run(self, code: str) -> str:
        said, _ = self.start(code).communicate(timeout=60)
        return said.strip().splitlines()[-1]


def test_a_model_that_is_away_is_told_and_asked_again(three_owners, endpoint):
    rebuild_requests.ask([EPISODE], reembed=True)
    endpoint.fail_always(Status(401))
    scan()
    assert asked() == ["episode"]
    assert any(reason.startswith("index of episode could not be checked") for reason in status()["reasons"])


def test_a_rebuild_that_began_before_does_not_count(three_owners, monkeypatch):
    steps = rebuild_steps(EPISODE, "a test wants it")
    next(steps)
    rebuild_requests.ask([EPISODE])
    scan()  # somebody else is at it
    assert asked() == ["episode"]
    woken = []
    monkeypatch.setattr(wake_ups.SCAN_FILES, "send", lambda: woken.append("to scan"))
    assert list(steps) == []
    assert woken == ["to scan"]
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
