"""What waits in a session is shown to those who took part in it, and to nobody who merely knows or guesses its id."""

from collections.abc import Iterator

import pytest

from tests.system.client import Client, Json, connected
from tests.system.server import Server

SECRET = "The code of my safe is quokka."  # not digits, which random ids have, too


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("sessions") / "memory")
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with connected(server.port) as made:
        yield made


def said(sender: str, text: str, role: str = "user", second: int = 0) -> Json:
    timestamp = 1748390400000 + second * 1000
    more = {"tool_call_id": "c1"} if role == "tool" else {}
    return {"sender_id": sender, "role": role, "timestamp": timestamp, "content": text, **more}


def talk(client: Client, session: str, **scope: str) -> None:
    """Alice, her assistant and its tool, of which nothing is a memory yet."""
    lines = [
        said("alice", SECRET),
        said("bot", "I will keep it.", "assistant", 1),
        said("vault", "kept", "tool", 2),
    ]
    assert client.add(session, lines, **scope).status == 200


def shown(client: Client, session: str, **owner: str) -> list[str]:
    body = {"query": "safe", "filters": {"session_id": session}, "method": "keyword", **owner}
    return [row["content"] for row in client.post("search", body).ok()["unprocessed_messages"]]


def test_those_who_took_part_see_what_waits(client: Client) -> None:
    talk(client, "seen")
    for owner in ({"user_id": "alice"}, {"agent_id": "bot"}, {"agent_id": "vault"}):
        assert shown(client, "seen", **owner)[0] == SECRET


@pytest.mark.parametrize(
    "owner",
    [
        {"user_id": "mallory"},
        {"user_id": "ALICE"},
        {"user_id": "alice "},
        {"user_id": "bot"},
        {"agent_id": "alice"},
        {"agent_id": "mallory"},
        {"user_id": "alice", "app_id": "other"},
        {"user_id": "alice", "project_id": "other"},
        {"user_id": "%"},
        {"user_id": "_____"},
    ],
    ids=str,
)
def test_others_see_nothing(client: Client, owner: dict[str, str]) -> None:
    session = f"hidden-{'-'.join(owner.values())}"
    talk(client, session)
    talk(client, "elsewhere", app_id="other")  # to have said something somewhere is not to have said it here
    client.add("elsewhere", [said("mallory", "Hello?")])
    assert shown(client, session, **owner) == []
    assert shown(client, session, user_id="alice")[0] == SECRET


@pytest.mark.parametrize(
    "filters",
    [{"session_id": {"eq": "asked"}}, {"OR": [{"session_id": "asked"}]}, {"AND": [{"session_id": "asked"}]}],
)
def test_no_answer_of_v1_shows_it_otherwise(client: Client, filters: Json) -> None:
    talk(client, "asked")
    found = client.post("search", {"user_id": "mallory", "query": "safe", "filters": filters})
    listed = client.post("get", {"user_id": "mallory", "memory_type": "episode", "filters": filters})
    assert found.status == listed.status == 200
    assert "quokka" not in str(found.body) + str(listed.body)


def test_no_answer_of_v3_shows_it(client: Client) -> None:
    talk(client, "group")
    body = {"query": "safe", "user_id": "mallory", "group_id": "group"}
    answer = client.request("POST", "/api/v3/agentic/retrieve_lightweight", body)
    assert answer.status == 200
    assert "quokka" not in str(answer.body)


def test_who_joins_the_group_of_that_name_sees_nothing_of_the_session(client: Client) -> None:
    """A session of v1 and a group of v3 may have one id; they are two conversations."""
    talk(client, "twin")
    message = {
        "group_id": "twin",
        "message_id": "m1",
        "create_time": "2026-11-19T10:00:00Z",
        "sender": "mallory",
    }
    joined = client.request("POST", "/api/v3/agentic/memorize", {**message, "content": "Hello, twin."})
    assert joined.status == 200
    assert shown(client, "twin", user_id="mallory") == ["Hello, twin."]
    assert shown(client, "twin", user_id="alice") == [SECRET, "I will keep it.", "kept"]


def test_those_who_spoke_in_an_earlier_stretch_took_part(client: Client) -> None:
    talk(client, "long")
    assert client.flush("long").ok()["status"] == "extracted"
    assert client.add("long", [said("bob", "Alice, are you there?", second=9)]).status == 200
    for owner in ({"user_id": "bob"}, {"user_id": "alice"}, {"agent_id": "bot"}, {"agent_id": "vault"}):
        assert shown(client, "long", **owner) == ["Alice, are you there?"]
    assert shown(client, "long", user_id="mallory") == shown(client, "long", agent_id="bob") == []
