"""Every method of the Python client against a real server, blocking and awaited."""

import inspect
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from everos import (
    AsyncEverOS,
    Conflict,
    EverOS,
    Forbidden,
    InvalidRequest,
    NotFound,
    Unauthorized,
    Unreachable,
)
from everos._call import Method, Pages

from tests.system.server import Server

WALL = {"sender_id": "alice", "role": "user", "content": "I love climbing in Yosemite every spring."}
REPLY = {"sender_id": "bot", "role": "assistant", "content": "Which wall do you like best?"}


@pytest.fixture(scope="module")
def memory(url: str) -> Iterator[EverOS]:
    with EverOS(url) as client:
        yield client


@pytest.fixture(scope="module")
def climber(server: Server, memory: EverOS) -> EverOS:
    """In an app of its own, where alice has told one thing."""
    client = memory.within(app="climbing")
    assert client.add("walls", [WALL, REPLY]) == {"message_count": 2, "status": "accumulated"}
    assert client.flush("walls") == {"status": "extracted"}
    server.ready()
    return client


def wait_until_forgotten(memory: EverOS, asked: Any) -> Any:
    """What else works on these memories at the moment is waited for; the receipt then says `done`."""
    deadline = time.monotonic() + 60
    while (receipt := memory.receipt(asked["receipt_id"]))["stage"] != "done" and time.monotonic() < deadline:
        time.sleep(0.2)
    assert receipt["stage"] == "done"
    return receipt


def test_what_was_added_is_found_and_listed(climber: EverOS, memory: EverOS):
    found = climber.search("Where does she climb?", user_id="alice", top_k=3, include_profile=True)
    assert found["episodes"][0]["session_id"] == "walls"
    assert found["profiles"][0]["user_id"] == "alice"
    [episode] = climber.episodes("alice")
    assert "Yosemite" in episode["episode"]
    assert any("Yosemite" in fact["content"] for fact in climber.facts("alice"))
    assert (
        list(climber.foresights("alice")) == list(climber.cases("bot")) == list(climber.skills("bot")) == []
    )
    assert climber.get("episode", user_id="alice", page_size=1)["total_count"] == 1
    profile = climber.profile("alice")
    assert profile is not None
    assert "climb" in str(profile["profile_data"])
    assert climber.profile("nobody") is None
    assert list(memory.episodes("alice")) == []


def test_the_same_messages_again_are_known_again(memory: EverOS):
    said = [{**WALL, "timestamp": 1_748_390_400_000}] * 2
    assert memory.add("twice", said)["message_count"] == 2
    assert memory.add("twice", said)["duplicates"] == 2
    assert memory.add("twice", [{**WALL, "message_id": "mine"}])["message_count"] == 1
    with pytest.raises(Conflict, match="mine"):
        memory.add("twice", [{**REPLY, "message_id": "mine"}])


def test_a_memory_is_corrected_and_verified(climber: EverOS):
    [episode] = climber.episodes("alice")
    known = climber.memory(episode["id"])
    assert known["kind"] == "episode"
    edited = climber.edit(episode["id"], summary="She climbs.", reason="short", expected_hash=known["hash"])
    assert edited["memory"]["summary"] == "She climbs."
    with pytest.raises(Conflict):
        climber.edit(episode["id"], summary="She hikes.", expected_hash=known["hash"])
    assert [change["reason"] for change in climber.history(episode["id"])] == ["short"]
    verified = climber.verify(episode["id"], by="human:bob", stale_after="2030-01-01")
    assert (verified["verified_by"], verified["stale"]) == ("human:bob", False)
    with pytest.raises(NotFound):
        climber.memory("alice_ep_20200101_00000001")
    with pytest.raises(NotFound):
        climber.memory("nothing/../like ?an #id")


def test_all_pages_are_gone_through(memory: EverOS):
    """105 memories are more than one page; what is told meanwhile comes neither twice nor instead of another."""
    pages = memory.within(app="pages")
    for number in range(105):
        pages.remember("alice", f"Her locker has the number {number}.")
    listing = pages.episodes("alice", sort_order="asc")
    deadline = time.monotonic() + 120
    while pages.get("episode", user_id="alice")["total_count"] < 105 and time.monotonic() < deadline:
        time.sleep(0.2)
    first = next(listing)
    pages.remember("alice", "She has a new locker.")
    ids = [first["id"], *(episode["id"] for episode in listing)]
    assert len(ids) == len(set(ids))
    assert len(ids) in (105, 106)


def test_notes_are_recalled_read_and_forgotten(memory: EverOS):
    notes = memory.within(project="notes")
    kept = notes.remember("alice", "Prefers trains over planes.", about="travel", valid="2026-01-01/")
    assert kept["status"] == "remembered"
    assert notes.remember("alice", "Prefers trains over planes.", about="travel", valid="2026-01-01/") == {
        "status": "known",
        "id": kept["id"],
    }
    recalled = notes.recall("alice", "trains or planes?", k=3, explain=True)
    assert recalled["memories"][0]["text"] == "Prefers trains over planes."
    assert notes.read("alice", kept["id"])["sections"] == {"text": "Prefers trains over planes."}
    assert memory.recall("alice", "trains or planes?")["memories"] == []
    with pytest.raises(InvalidRequest, match="less than or equal to 50"):
        notes.recall("alice", "trains", k=99)
    with pytest.raises(NotFound):
        notes.read("alice", "00000000-0000-4000-8000-000000000000")
    wait_until_forgotten(notes, notes.delete(ids=kept["id"]))
    assert notes.recall("alice", "trains or planes?")["memories"] == []


def test_forgetting_is_shown_done_and_proven(memory: EverOS):
    gone = memory.within(app="gone")
    gone.add("s", [WALL])
    gone.flush("s")
    shown = gone.delete(session_id="s", dry_run=True)
    assert (shown["status"], shown["counts"].get("episode")) == ("would_forget", 1)
    done = gone.delete(session_id="s")
    assert done["receipt_id"] is not None
    assert wait_until_forgotten(gone, done)["receipt"] is not None
    with pytest.raises(NotFound):
        gone.receipt("fg_000000000000")
    with pytest.raises(InvalidRequest, match="Name what to forget"):
        gone.delete()


def test_an_export_is_a_file_when_it_is_whole(climber: EverOS, tmp_path: Path):
    path = climber.export(tmp_path / "alice.zip", user_id="alice")
    assert any("episodes" in name for name in zipfile.ZipFile(path).namelist())
    assert zipfile.ZipFile(climber.export(f"{tmp_path}/all.okf", format="okf")).namelist()
    with pytest.raises(InvalidRequest, match="at most one"):
        climber.export(tmp_path / "no.zip", user_id="alice", agent_id="bot")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["alice.zip", "all.okf"]


def test_any_other_call(memory: EverOS):
    stored = memory.request("POST", "/api/v1/memory/bot/store", body={"key": "tone", "value": "kind"})
    assert stored["status"] == "ok"
    assert memory.request("GET", "/api/v1/memory/bot/search", params={"q": "kind"})
    assert memory.health()["status"] in ("ok", "degraded")
    with pytest.raises(NotFound) as missing:
        memory.request("GET", "/nowhere")
    assert len(missing.value.request_id or "") == 32
    with pytest.raises(InvalidRequest) as refused:
        memory.search("", user_id="alice")
    assert (refused.value.status, refused.value.code) == (422, "HTTP_ERROR")
    assert "query" in refused.value.message


async def test_awaited_they_are_the_same(url: str, climber: EverOS, tmp_path: Path):
    async with AsyncEverOS(url, app="climbing") as client:
        assert (await client.search("climbing", user_id="alice"))["episodes"]
        assert [episode["id"] async for episode in client.episodes("alice")] == [
            episode["id"] for episode in climber.episodes("alice")
        ]
        assert (await client.export(tmp_path / "a.zip", user_id="alice")).stat().st_size > 100
        with pytest.raises(NotFound):
            await client.memory("alice_ep_20200101_00000001")
        assert (await client.within(app="other").profile("alice")) is None


def test_an_asynchronous_client_outlives_its_event_loop(url: str):
    import asyncio

    client = AsyncEverOS(url)
    for _ in range(3):
        assert asyncio.run(client.health())["status"]  # type: ignore[arg-type]


def test_both_clients_have_the_same_methods():
    described = {name for name in dir(EverOS) if isinstance(getattr(EverOS, name), Method | Pages)}
    assert described == {
        name for name in dir(AsyncEverOS) if isinstance(getattr(AsyncEverOS, name), Method | Pages)
    }
    assert len(described) > 20
    for name in described:
        assert getattr(EverOS, name).__doc__, name
    parameters = inspect.signature(EverOS("http://x").search).parameters
    assert next(iter(parameters)) == "query"


def test_keys_and_their_limits(tmp_path: Path):
    server = Server(tmp_path / "memory", env={"EVEROS_AUTH__REQUIRED": "true"}).start()
    try:
        url = f"http://127.0.0.1:{server.port}"
        with pytest.raises(Unauthorized):
            EverOS(url).recall("alice", "anything")
        keyed = EverOS(url, server.manage("token", "service").strip())
        signed = keyed.token("alice", can=["read", "write"], ttl_seconds=60)
        hers = EverOS(url, signed["token"])
        hers.add("hers", [WALL])
        assert hers.search("climbing", user_id="alice")["episodes"]
        assert hers.search("climbing", user_id="bob")["episodes"] == []
        with pytest.raises(Forbidden):
            hers.add("his", [{**WALL, "sender_id": "bob"}])
        with pytest.raises(Forbidden):
            hers.remember("bob", "Put in.")
        with pytest.raises(Forbidden):
            hers.delete(user_id="alice")
        assert hers.session_items("s", "bob") == []
        with pytest.raises(Forbidden):
            hers.add_session_items("s", "bob", [{"role": "user", "content": "Put in."}])
    finally:
        server.kill()


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("EVEROS_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("EVEROS_TOKEN", "secret-key")
    client = EverOS(retries=0)
    assert repr(client) == "EverOS('http://127.0.0.1:9', app='default', project='default')"
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9") as failure:
        client.health()
    assert not failure.value.sent
    assert "secret-key" not in str(failure.value)


@pytest.mark.parametrize("wrong", [{"url": "localhost:8000"}, {"key": "abc\n"}, {"key": "schlüssel"}])
def test_settings_that_cannot_work(wrong: dict[str, Any]):
    with pytest.raises(ValueError, match="must") as refusal:
        EverOS(**wrong)
    assert wrong.get("key", "-") not in str(refusal.value)


def test_messages_must_be_a_list(memory: EverOS):
    for wrong in ("text", WALL):
        with pytest.raises(ValueError, match="list"):
            memory.add("s", wrong)  # type: ignore[arg-type]
