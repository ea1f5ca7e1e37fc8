"""Work of which worker after worker dies is given up, and nothing else is lost with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.distributed.stack import Member, Stack
from tests.security.test_poisonous_work import EPISODE, POISON, PROFILE, Deadly, say, told_again
from tests.services.postgres import PostgresServer
from tests.system.client import connected

RUNS = "SELECT status, deaths FROM ome_strategyrun WHERE strategy = 'extract_user_profile' AND owner_id = %s"


@dataclass
class Victim:
    member: Member

    @property
    def worker(self) -> int:
        assert self.member.process is not None
        return self.member.process.pid


@pytest.fixture
def model() -> Iterator[Deadly]:
    with Deadly() as endpoint:
        endpoint.answer(EPISODE, told_again)
        yield endpoint


@pytest.fixture
def small_stack(tmp_path: Path, postgres_server: PostgresServer, model: Deadly) -> Iterator[Stack]:
    endpoint = {"EVEROS_LLM__BASE_URL": model.url, "EVEROS_LLM__API_KEY": "none", "EVEROS_LLM__MODEL": "m"}
    stack = Stack(tmp_path / "memory", postgres_server, webs=1, workers=1, **endpoint)
    (stack.root / "ome.toml").write_text(
        "[strategies.extract_foresight]\nenabled = false\n"
        "[strategies.extract_user_profile]\nmax_retries = 0\n"
    )
    try:
        yield stack.start()
    finally:
        stack.kill()


@pytest.mark.long
def test_a_run_of_which_two_workers_die_is_dead(small_stack: Stack, model: Deadly) -> None:
    [worker] = small_stack.members["worker"]
    model.victim, model.schema = Victim(worker), PROFILE  # type: ignore[assignment]
    with connected(small_stack.port) as client:
        for user, drink in (("mallory", POISON), ("alice", "milk")):
            client.add(user, say(user, f"I like {drink} in my tea.")).ok()
            assert client.flush(user).status in (200, 202), "a worker that has just died may be missing"
    deadline = monotonic() + 150
    while small_stack.rows(RUNS, "mallory") != [("dead", 2)]:
        if not worker.running:
            worker.start()
        assert monotonic() < deadline, small_stack.rows(RUNS, "mallory")
        sleep(0.3)
    assert model.deaths == 2
    while small_stack.rows(RUNS, "alice") != [("done", 0)]:
        assert monotonic() < deadline, small_stack.rows(RUNS, "alice")
        sleep(0.3)
