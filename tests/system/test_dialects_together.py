"""Four dialects over one memory: what one stores another finds, nothing leaks, and the files are the truth of all."""

import shutil
from datetime import UTC, datetime, timedelta

import pytest

from tests.system.client import Client, Json, eventually
from tests.system.server import Served, Server

pytestmark = pytest.mark.long


YESTERDAY = datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)
SAID = [
    ("alice", "I found a quiet crag above the lake at Oberried."),
    ("bob", "Great, my new rope is seventy metres long."),
    ("alice", "Then let us climb there on the first Sunday in May."),
]
CLUB = {"group_id": "club", "group_name": "Climbing club"}


def memorize(client: Client, sender: str, text: str, minute: int, **more: str) -> Json:
    body = {
        "message_id": f"{sender}-{minute}-{len(more)}",
        "create_time": (YESTERDAY + timedelta(minutes=minute)).isoformat(),
        "sender": sender,
        "content": text,
        **more,
    }
    result: Json = client.request("POST", "/api/v3/agentic/memorize", body).done()["result"]
    return result


def retrieve(client: Client, query: str, **more: str) -> list[Json]:
    body = {"query": query, **more}
    answer = client.request("POST", "/api/v3/agentic/retrieve_lightweight", body).done()
    memories: list[Json] = answer["result"]["memories"]
    return memories


def store(client: Client, key: str, value: str) -> None:
    client.request("POST", "/api/v1/memory/bot/store", {"key": key, "value": value}).done()


def value_of(client: Client, key: str, agent: str = "bot") -> str | int:
    """The value, or the status of the refusal."""
    answer = client.request("GET", f"/api/v1/memory/{agent}/{key}")
    return str(answer.body["value"]) if answer.status == 200 else answer.status


def keys_of(client: Client) -> list[str]:
    return [entry["key"] for entry in client.request("GET", "/api/v1/memory/bot/list").done()["entries"]]


def facts_of(client: Client, user_id: str, query: str) -> str:
    found = client.search(user_id, query, top_k=10)
    return "\n".join(fact["content"] for episode in found for fact in episode["atomic_facts"])


def notes_of(client: Client, query: str, **about: str) -> list[str]:
    body = {"query": query, **about}
    results = client.request("POST", "/ltm/memories/search", body).done()["results"]
    return [memory["memory"] for memory in results]


class House:
    """A server that every dialect has told something, and its callers."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.note_id = ""
        self.keys = [server.manage("token", name).strip() for name in ("alice", "bob")]
        self.enter()

    def enter(self) -> None:
        """The same callers, on new connections."""
        self.anybody = self.server.client()
        self.alice, self.bob = (Client(self.server.port, token=key) for key in self.keys)

    def tell(self) -> None:
        for minute, (sender, text) in enumerate(SAID):
            assert memorize(self.anybody, sender, text, minute, **CLUB)["status_info"] == "accumulated"
        told = memorize(self.anybody, "bob", "Good morning, everybody.", 600, **CLUB)
        assert told["status_info"] == "extracted"
        memorize(self.anybody, "alice", "I have been afraid of heights since my fall.", 0)
        memorize(self.anybody, "alice", "The weather is fine today.", 600)
        note = {"messages": "The user prefers dark mode and uses Vim.", "category": "preference"}
        added = self.anybody.request("POST", "/ltm/memories", {**note, "user_id": "alice"}).done()
        self.note_id = added["id"]
        store(self.alice, "lesson", "Alice validates her input.")
        store(self.bob, "lesson", "Bob writes the test first.")
        store(self.anybody, "rule", "Everybody reads the log.")
        self.server.ready()

    def edit(self, pattern: str, old: str, new: str) -> None:
        [path] = [p for p in self.server.root.glob(pattern) if old in p.read_text("utf-8")]
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def house(served: Served) -> House:
    house = House(served)
    house.tell()
    return house


def test_a_message_of_a_group_is_an_episode_of_each_member(house: House) -> None:
    for member in ("alice", "bob"):
        [episode] = [e for e in house.anybody.episodes(member) if e["session_id"] == "club"]
        assert "Oberried" in episode["episode"]
        assert sorted(episode["sender_ids"]) == ["alice", "bob"]
    assert house.anybody.episodes("carol") == []


def test_the_group_remembers_it_too(house: House) -> None:
    files = list(house.server.root.glob("default_app/default_project/groups/club/episodes/*.md"))
    assert ["Oberried" in file.read_text("utf-8") for file in files] == [True]
    assert any("Oberried" in str(m) for m in retrieve(house.anybody, "the quiet crag", group_id="club"))


def test_a_note_is_a_fact_of_its_user(house: House) -> None:
    eventually(
        lambda: "Vim" in facts_of(house.anybody, "alice", "Which editor does she use?"), "a fact about Vim"
    )
    assert notes_of(house.anybody, "Which editor?", user_id="alice") == [
        "User prefers dark mode and uses Vim"
    ]
    assert "Vim" in str(retrieve(house.anybody, "Which editor?", user_id="alice"))


def test_an_updated_note_is_there_once_at_any_moment(house: House) -> None:
    """Long enough for its new text to wait for vectors."""

    def text(drink: str) -> str:
        return " ".join(f"In garden {number} the user drinks {drink} with honey." for number in range(40))

    client = house.anybody
    body = {"messages": text("espresso"), "category": "preference", "user_id": "gina"}
    note = client.request("POST", "/ltm/memories", body).done()["id"]
    eventually(lambda: drinks_of(client) == {"espresso"}, "the note is found")
    client.request("PUT", f"/ltm/memories/{note}", {"data": text("camomile")}).done()

    def followed() -> bool:
        seen = drinks_of(client)
        assert len(seen) == 1, seen
        return seen == {"camomile"}

    eventually(followed, "the update is found")


def drinks_of(client: Client) -> set[str]:
    """What the episodes of a search and of a list name, those that wait for the index too."""
    found = client.search("gina", "garden drinks honey", pending=True)
    words = [(drink, episode["episode"]) for drink in ("espresso", "camomile") for episode in found]
    return {drink for drink, episode in words if drink in episode}


def test_what_v1_is_told_v3_finds(house: House) -> None:
    message = {"sender_id": "dora", "role": "user", "content": "My sister plays the cello in Graz."}
    house.anybody.add("talk", [{**message, "timestamp": int(YESTERDAY.timestamp() * 1000)}]).ok()
    house.anybody.flush("talk").ok()
    found = eventually(lambda: retrieve(house.anybody, "the cello", user_id="dora"), "dora's episode")
    assert "Graz" in str(found)


def test_who_is_no_member_sees_nothing_of_a_group(house: House) -> None:
    for scope in ("all", "group", "personal"):
        asked = {"user_id": "carol", "group_id": "club", "memory_scope": scope}
        assert retrieve(house.anybody, "the quiet crag", **asked) == []
    assert house.anybody.search("carol", "the quiet crag") == []


def test_what_alice_says_to_herself_the_group_does_not_know(house: House) -> None:
    assert any("afraid" in str(m) for m in retrieve(house.anybody, "fear of heights", user_id="alice"))
    for asked in ({"group_id": "club"}, {"user_id": "bob"}, {"user_id": "bob", "group_id": "club"}):
        assert not any("afraid" in str(m) for m in retrieve(house.anybody, "fear of heights", **asked))


def test_a_note_is_nobody_elses(house: House) -> None:
    for about in ({"user_id": "bob"}, {"agent_id": "alice"}, {"session_id": "club"}):
        assert notes_of(house.anybody, "Vim", **about) == []
    assert "Vim" not in facts_of(house.anybody, "bob", "Which editor does she use?")
    assert not any("Vim" in str(m) for m in retrieve(house.anybody, "Vim", group_id="club"))


def test_one_key_of_two_users_is_two_entries(house: House) -> None:
    assert value_of(house.alice, "lesson") == "Alice validates her input."
    assert value_of(house.bob, "lesson") == "Bob writes the test first."
    assert sorted(keys_of(house.alice)) == sorted(keys_of(house.bob)) == ["lesson", "rule"]
    assert value_of(house.alice, "lesson", agent="another") == 404


def test_entries_are_no_memories_of_users_and_groups(house: House) -> None:
    for user_id in ("alice", "bob", "bot"):
        assert "validates" not in str(house.anybody.search(user_id, "Alice validates her input."))
    assert "validates" not in str(retrieve(house.anybody, "Alice validates her input.", group_id="club"))
    assert "validates" not in str(notes_of(house.anybody, "validates input", user_id="alice"))


def test_other_scopes_know_nothing_of_it(house: House) -> None:
    for scope in ({"app_id": "other"}, {"project_id": "other"}):
        for query in ("the quiet crag", "Vim", "heights"):
            assert house.anybody.search("alice", query, **scope) == []


def test_a_hand_edit_shows_in_every_dialect(house: House) -> None:
    house.edit("*/*/agents/bot/**/*.md", "Everybody reads", "Everybody keeps")
    assert value_of(house.bob, "rule") == "Everybody keeps the log."
    house.edit("*/*/users/alice/.notes/*.md", "uses Vim", "uses Kakoune")
    note = house.anybody.request("GET", f"/ltm/memories/{house.note_id}").done()
    assert note["memory"] == "User prefers dark mode and uses Kakoune"
    history = house.anybody.request("GET", f"/ltm/memories/{house.note_id}/history").done()["entries"]
    assert [entry["event"] for entry in history] == ["add", "update"]
    house.edit("*/*/groups/club/episodes/*.md", "Oberried", "Todtnau")
    house.edit("*/*/users/bob/episodes/*.md", "Oberried", "Todtnau")
    eventually(lambda: "Todtnau" in str(house.anybody.search("bob", "quiet crag")), "v1 has the edit")
    eventually(lambda: "Todtnau" in str(retrieve(house.anybody, "crag", group_id="club")), "v3 has it")
    eventually(lambda: "Kakoune" in facts_of(house.anybody, "alice", "Which editor?"), "the fact follows")


@pytest.mark.long
def test_without_the_index_everything_comes_back(house: House) -> None:
    assert isinstance(house.server, Server)
    house.server.ready()
    before = seen(house)
    house.server.stop()
    shutil.rmtree(house.server.root / ".index")
    house.server.start()
    house.server.ready()
    house.enter()
    assert seen(house) == before


def seen(house: House) -> Json:
    """What callers of every dialect find."""
    return {
        "episodes": {u: [e["id"] for e in house.anybody.episodes(u)] for u in ("alice", "bob", "dora")},
        "group": sorted(m["content"] for m in retrieve(house.anybody, "crag", group_id="club")),
        "members": len(retrieve(house.anybody, "crag", user_id="bob", group_id="club")),
        "notes": house.anybody.request("GET", "/ltm/memories?user_id=alice").done(),
        "history": house.anybody.request("GET", f"/ltm/memories/{house.note_id}/history").done(),
        "entries": {c: sorted(keys_of(caller)) for c, caller in (("a", house.alice), ("b", house.bob))},
        "lessons": [value_of(house.alice, "lesson"), value_of(house.bob, "lesson")],
        "everything": sorted(keys_of(house.anybody)),
    }
