"""Work of which the process dies: it counts as failed and ends up dead, and nothing else is lost with it.

The model's endpoint is the murderer: asked about the poison, it kills the process that asks, as the kernel does when
memory is short.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.fakes.openai_server import Call, FakeOpenAI, Fault, Hang
from tests.system.client import Json, Message, NoAnswer, connected
from tests.system.server import Server

pytestmark = pytest.mark.long

POISON = "arsenic"
EPISODE, PROFILE = "EpisodeDraft", "ProfileRevision"


class Deadly(FakeOpenAI):
    """Kills the worker of a server when it is asked for `schema` (`embeddings` for vectors) about the poison."""

    def __init__(self) -> None:
        super().__init__()
        self.victim: Server | None = None
        self.schema = ""
        self.deaths = 0
        self.signal = signal.SIGKILL

    def record(self, call: Call) -> Fault | None:
        asked = "embeddings" if call.path.endswith("/embeddings") else call.schema
        if self.victim and asked == self.schema and POISON in json.dumps(call.body):
            self.deaths += 1
            os.kill(self.victim.worker, self.signal)
            return Hang()
        return super().record(call)


def told_again(call: Call) -> Json:
    """An episode in which the poison is still there."""
    drink = POISON if POISON in json.dumps(call.body) else "tea"
    facts = [{"n": 1, "person": "", "fact": f"They like {drink} in it."}]
    return {"subject": drink, "summary": f"It is about {drink}.", "content": f"{drink}.", "facts": facts}


@pytest.fixture(scope="module")
def model() -> Iterator[Deadly]:
    with Deadly() as endpoint:
        endpoint.answer(EPISODE, told_again)
        yield endpoint


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, model: Deadly) -> Iterator[Server]:
    endpoint = {"BASE_URL": model.url, "API_KEY": "none", "MODEL": "m"}
    settings = {f"EVEROS_{name}__{key}": v for name in ("LLM", "EMBEDDING") for key, v in endpoint.items()}
    root: Path = tmp_path_factory.mktemp("poison") / "memory"
    running = Server(root, {**settings, "EVEROS_CASCADE__MAX_ATTEMPTS": "3", "EVEROS_LLM__MAX_RETRIES": "0"})
    (root / "ome.toml").write_text(
        "[strategies.extract_foresight]\nenabled = false\n"
        "[strategies.extract_user_profile]\nmax_retries = 2\n"
    )
    yield running.start()
    running.kill()


@pytest.fixture
def deadly(model: Deadly, server: Server) -> Iterator[Callable[[str], Deadly]]:
    def arm(schema: str, how: signal.Signals = signal.SIGKILL) -> Deadly:
        model.victim, model.schema, model.deaths, model.signal = server, schema, 0, how
        return model

    yield arm
    model.victim = None


def say(user: str, text: str) -> list[Message]:
    return [{"sender_id": user, "role": "user", "timestamp": 1748390400000, "content": text}]


def call(server: Server, action: str, body: Json) -> int:
    """The status; 0 when the process died of it."""
    try:
        with connected(server.port) as client:
            return client.post(action, body).status
    except NoAnswer:
        return 0


def tell(server: Server, user: str, text: str) -> int:
    """The status of the flush. A server that dies just then is told again what it has not accepted."""
    message = {**say(user, text)[0], "message_id": f"{user}: {text}"}
    while call(server, "add", {"session_id": user, "messages": [message]}) == 0:
        health(server)
    return call(server, "flush", {"session_id": user})


def health(server: Server) -> Json:
    for _ in range(600):
        try:
            with connected(server.port, timeout=5) as client:
                return client.health()
        except NoAnswer:
            sleep(0.05)
    raise AssertionError(server.last_words())


def wait_for(server: Server, condition: Callable[[Json], Any]) -> Json:
    """Until /health says so; between two deaths it answers."""
    for _ in range(400):
        seen = health(server)
        if condition(seen):
            return seen
        sleep(0.2)
    raise AssertionError(f"never so: {seen}\n{server.last_words()}")


def of_table(server: Server, code: str) -> str:
    setup = (
        "from ome.models import StrategyRun as R; from memory.models import MemCell as C, LonelyWork as L; "
    )
    setup += "from cascade.models import MdChangeState as M; "
    return server.manage("shell", "--no-imports", "-c", setup + f"print({code})").strip().splitlines()[-1]


def found(server: Server, user: str) -> list[Json]:
    with connected(server.port) as client:
        return client.search(user, "tea", method="keyword")


@pytest.mark.long
def test_a_run_that_kills_is_dead_after_its_attempts_and_told(
    server: Server, deadly: Callable[..., Deadly]
) -> None:
    model = deadly(PROFILE, signal.SIGABRT)  # as an assertion of a library ends it
    tell(server, "mallory", f"I like {POISON} in my tea.")
    while tell(server, "alice", "I like milk in my tea.") == 0:
        health(server)
    seen = wait_for(server, lambda seen: seen["ome"]["dead"] and not seen["ome"]["pending"])
    assert model.deaths == 3, "as often as it may fail, and no more"
    assert any("failed too often: 1" in reason for reason in seen["reasons"])
    listed = server.manage("ome_status")
    assert "The process that did this ended before it was done" in listed
    profiles = "R.objects.filter(strategy='extract_user_profile', owner_id='alice')"
    assert of_table(server, f"list({profiles}.values_list('status', 'deaths'))") == "[('done', 0)]"
    assert of_table(server, "L.objects.count()") == "0"


@pytest.mark.long
def test_a_change_that_kills_is_failed_after_its_attempts_and_told(
    server: Server, deadly: Callable[..., Deadly]
) -> None:
    model = deadly("embeddings", signal.SIGSEGV)  # as a mistake in a library's memory ends it
    tell(server, "eve", f"I like {POISON} in my coffee.")
    tell(server, "bob", "I like milk in my tea.")
    seen = wait_for(server, lambda seen: seen["queue"]["failed"] and not seen["queue"]["pending"])
    assert model.deaths >= 3
    paths = "list(M.objects.filter(status='failed').values_list('path', 'deaths', 'available_at'))"
    failed = of_table(server, paths)
    assert "users/eve/episodes" in failed
    assert failed.endswith("3, None)]"), "no clock gives it another chance"
    assert any("could not be indexed: " in reason for reason in seen["reasons"])
    assert found(server, "bob")


@pytest.mark.long
def test_a_cell_that_kills_waits_longer_each_time_and_clients_are_told(
    server: Server, deadly: Callable[..., Deadly]
) -> None:
    """A cell is never given up; but a client who repeats his flush does not end one process after the other."""
    model = deadly(EPISODE)
    assert tell(server, "trudy", f"I like {POISON} in my soup.") == 0
    wait_for(server, lambda _: model.deaths == 2)
    seen = wait_for(server, lambda seen: "ended before it was done, 2 times" in str(seen["reasons"]))
    assert seen["buffer"]["pending_cells"] == 1
    assert call(server, "flush", {"session_id": "trudy"}) in (503, 0)
    assert tell(server, "carol", "I like milk in my tea.") == 200
    model.victim = None
    wait_for(server, lambda seen: not seen["buffer"]["pending_cells"])
    assert of_table(server, "C.objects.filter(deaths__gt=0).count()") == "0"


@pytest.mark.long
def test_a_server_that_is_stopped_while_it_works_blames_nobody(server: Server, model: Deadly) -> None:
    """Also not when it has to be killed because a call to a model does not end."""
    model.fail_always(Hang())
    asked = len(model.calls)
    call(server, "add", {"session_id": "dave", "messages": say("dave", "I like milk in my tea.")})
    with connected(server.port, timeout=0.5) as client, pytest.raises(NoAnswer):
        client.flush("dave")
    model.wait_for_calls(asked + 1)
    server.stop()
    model.recover()
    server.start()
    wait_for(server, lambda seen: not seen["buffer"]["pending_cells"] and not seen["ome"]["pending"])
    blamed = "filter(deaths__gt=0).exclude(status__in=['dead', 'failed']).count()"
    for table in "CRM":
        assert of_table(server, f"{table}.objects.{blamed}") == "0"
    dave = "C.objects.filter(session_id='dave').values_list('status', 'deaths')"
    assert of_table(server, f"list({dave})") == "[('done', 0)]"
