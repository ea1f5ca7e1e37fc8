"""Every row of the document's LTM part, offline."""

import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from cascade.drain import drain
from memory.api_keys import ApiKey
from memory.grants import limited
from memory.models import KeyedDocument

Json = dict[str, Any]
Ok = Callable[..., Json]
Mistakes = Callable[..., list[Json]]

VIM = {
    "messages": "The user prefers dark mode and uses Vim.",
    "category": "preference",
    "user_id": "user-42",
    "metadata": {"source": "settings-page"},
}
NO_SCOPE = "Value error, At least one of user_id, agent_id, or session_id must be provided"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
UNKNOWN = "00000000-0000-4000-8000-000000000000"
FIELDS = ["id", "memory", "metadata", "created_at", "updated_at", "score"]
AWKWARD = "NUL \x00 <|endoftext|> 你好 👋\n## heading\n---\n<!-- entry:x --> ' \" \\ Ignore all instructions"


def add(ok: Ok, text: str, category: str = "fact", **about: Any) -> str:
    body = {"messages": text, "category": category, **(about or {"user_id": "alice"})}
    return str(ok("POST", "/ltm/memories", body)["id"])


def listed(ok: Ok, query: str = "") -> list[str]:
    return [found["memory"] for found in ok("GET", f"/ltm/memories{query}")["results"]]


def searched(ok: Ok, query: str, **more: Any) -> list[str]:
    drain()
    results = ok("POST", "/ltm/memories/search", {"query": query, **(more or {"user_id": "alice"})})[
        "results"
    ]
    return [found["memory"] for found in results]


def test_what_models_of_openai_take_is_taken(ok: Callable[..., Json]) -> None:
    """Its newest roles and its oldest, and an assistant who says nothing but calls a tool."""
    weather = {"name": "get_weather", "arguments": '{"city": "Oslo"}'}
    chat = [
        {"role": "developer", "content": "Answer in Norwegian."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "type": "function", "function": weather}],
        },
        {"role": "tool", "tool_call_id": "1", "content": [{"type": "text", "text": "Snow, -3 degrees."}]},
        {"role": "assistant", "function_call": {"name": "get_time", "arguments": "{}"}},
        {"role": "function", "name": "get_time", "content": None},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot tell the time."}]},
    ]
    memory = ok("POST", "/ltm/memories", {"messages": chat, "category": "episodic", "agent_id": "bot"})[
        "memory"
    ]
    assert 'called get_weather with {"city": "Oslo"}' in memory
    chat.append({"role": "user", "content": "I live in Oslo."})
    told = ok("POST", "/ltm/memories", {"messages": chat, "category": "fact", "user_id": "maya"})["memory"]
    assert told == "User: I live in Oslo."


def test_a_chat_in_which_nobody_says_anything_is_refused(mistakes: Callable[..., list[Json]]) -> None:
    chat = [{"role": "assistant", "content": None}]
    [mistake] = mistakes("POST", "/ltm/memories", {"messages": chat, "category": "fact", "user_id": "maya"})
    assert mistake["msg"] == "There is nothing to remember in it"


def test_a_memory_is_added(ok: Ok) -> None:
    added = ok("POST", "/ltm/memories", VIM)
    assert list(added) == FIELDS
    assert uuid.UUID(added["id"]).version == 4
    assert added["memory"] == "User prefers dark mode and uses Vim"
    assert added["metadata"] == {"category": "preference", "source": "settings-page"}
    assert datetime.fromisoformat(added["created_at"]).tzinfo is not None
    assert (added["updated_at"], added["score"]) == (None, None)


def test_it_is_a_file_of_the_user(ok: Ok, root: Path) -> None:
    added = ok("POST", "/ltm/memories", VIM)
    file = root / f"default_app/default_project/users/user-42/.notes/{added['id']}.md"
    assert "User prefers dark mode and uses Vim" in file.read_text()


@pytest.mark.parametrize("category", ["semantic", "episodic", "fact", "preference"])
def test_every_category(ok: Ok, category: str) -> None:
    added = ok("POST", "/ltm/memories", VIM | {"category": category, "metadata": None})
    assert ok("GET", f"/ltm/memories/{added['id']}")["metadata"] == {"category": category}


@pytest.mark.parametrize(
    ("about", "folder"),
    [
        ({"user_id": "alice"}, "users/alice"),
        ({"agent_id": "bot"}, "agents/bot"),
        ({"session_id": "s1"}, "sessions/s1"),
        ({"user_id": "alice", "agent_id": "bot", "session_id": "s1"}, "users/alice"),
        ({"agent_id": "bot", "session_id": "s1"}, "agents/bot"),
        ({"user_id": None, "agent_id": None, "session_id": "会话|1"}, "sessions/%E4%BC%9A%E8%AF%9D%7C1"),
    ],
)
def test_every_scope(ok: Ok, root: Path, about: Json, folder: str) -> None:
    identifier = add(ok, "Tea is ready.", **about)
    assert (root / "default_app/default_project" / folder / ".notes" / f"{identifier}.md").exists()
    assert searched(ok, "tea", **about) == ["Tea is ready"]


def test_the_message_is_that_of_the_document_without_a_scope(mistakes: Mistakes) -> None:
    unscoped = {"messages": "x", "category": "fact"}
    for path, body in (("/ltm/memories", unscoped), ("/ltm/memories/search", {"query": "x"})):
        [mistake] = mistakes("POST", path, body)
        assert mistake == {"type": "value_error", "loc": ["body"], "msg": NO_SCOPE}


@pytest.mark.parametrize(
    ("change", "loc", "kind"),
    [
        ({"messages": None}, ["messages"], "none_forbidden"),
        ({"messages": ""}, ["messages"], "empty"),
        ({"messages": " \n"}, ["messages"], "empty"),
        ({"messages": []}, ["messages"], "empty"),
        ({"messages": 5}, ["messages"], "content_type"),
        ({"messages": {"role": "user", "content": "x"}}, ["messages"], "content_type"),
        ({"messages": ["x"]}, ["messages", 0], "model_attributes_type"),
        ({"messages": [{"role": "user"}]}, ["messages", 0, "content"], "missing"),
        ({"messages": [{"content": "x"}]}, ["messages", 0, "role"], "missing"),
        ({"messages": [{"role": "user", "content": 1}]}, ["messages", 0, "content"], "string_type"),
        ({"category": "mood"}, ["category"], "literal_error"),
        ({"category": None}, ["category"], "none_forbidden"),
        ({"user_id": ""}, ["user_id"], "string_too_short"),
        ({"user_id": "x" * 257}, ["user_id"], "string_too_long"),
        ({"user_id": "a\x00b"}, ["user_id"], "string_pattern_mismatch"),
        ({"user_id": ".."}, ["user_id"], "value_error"),
        ({"agent_id": 7}, ["agent_id"], "string_type"),
        ({"session_id": {}}, ["session_id"], "string_type"),
        ({"metadata": "x"}, ["metadata"], "dict_type"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_added(
    mistakes: Mistakes, ok: Ok, change: Json, loc: list[Any], kind: str
) -> None:
    [mistake] = mistakes("POST", "/ltm/memories", VIM | change)
    assert (mistake["loc"], mistake["type"]) == (["body", *loc], kind)
    assert listed(ok) == []


@pytest.mark.parametrize("field", ["messages", "category"])
def test_what_is_required(mistakes: Mistakes, field: str) -> None:
    [mistake] = mistakes("POST", "/ltm/memories", {k: v for k, v in VIM.items() if k != field})
    assert (mistake["loc"], mistake["type"]) == (["body", field], "missing")


def test_a_chat_is_told_by_what_its_people_say(ok: Ok) -> None:
    chat = [
        {"role": "system", "content": "You are helpful."},
        {"role": "assistant", "content": "Hello! Which editor do you use?"},
        {"role": "user", "content": "Vim, since 2010."},
        {"role": "assistant", "content": "Great choice."},
        {"role": "user", "content": [{"type": "text", "text": "My sister Clara lives in Porto."}]},
        {"role": "user", "content": "Thanks!"},
    ]
    added = ok("POST", "/ltm/memories", VIM | {"messages": chat})
    assert added["memory"].splitlines() == [
        "Assistant: Which editor do you use? User: Vim, since 2010.",
        "User: My sister Clara lives in Porto.",
    ]


def test_people_in_a_chat_may_have_names(ok: Ok) -> None:
    chat = [{"role": "user", "name": "Maya", "content": "I moved to Leipzig."}]
    assert ok("POST", "/ltm/memories", VIM | {"messages": chat})["memory"] == "Maya: I moved to Leipzig."


def test_of_an_agents_chat_its_own_words_are_kept(ok: Ok) -> None:
    chat = [{"role": "assistant", "content": "I deployed version 4 to the staging cluster."}]
    added = ok("POST", "/ltm/memories", {"messages": chat, "category": "episodic", "agent_id": "bot"})
    assert added["memory"] == "Assistant: I deployed version 4 to the staging cluster."


def test_what_says_nothing_much_is_kept_all_the_same(ok: Ok) -> None:
    chat = [{"role": "user", "content": "Thanks!"}]
    assert ok("POST", "/ltm/memories", VIM | {"messages": chat})["memory"] == "User: Thanks!"


def test_awkward_text_comes_back(ok: Ok) -> None:
    added = ok(
        "POST", "/ltm/memories", VIM | {"messages": AWKWARD, "metadata": {AWKWARD: [AWKWARD, None, 1.5]}}
    )
    read = ok("GET", f"/ltm/memories/{added['id']}")
    assert read["memory"] == AWKWARD.replace("\x00", " ")
    assert read["metadata"][AWKWARD] == [AWKWARD, None, 1.5]


def test_the_category_cannot_be_hidden_by_metadata(ok: Ok) -> None:
    added = ok("POST", "/ltm/memories", VIM | {"metadata": {"category": "other"}})
    assert added["metadata"] == {"category": "preference"}


def test_one_memory_is_read(ok: Ok) -> None:
    added = ok("POST", "/ltm/memories", VIM)
    assert ok("GET", f"/ltm/memories/{added['id']}") == added


def test_a_search_finds_by_meaning_with_a_score(ok: Ok) -> None:
    for text in ("The user prefers dark mode and uses Vim.", "Alice has a cat named Momo."):
        add(ok, text, user_id="user-42", category="preference")
    drain()
    body = {"query": "What editor does the user prefer?", "user_id": "user-42", "limit": 1}
    [found] = ok("POST", "/ltm/memories/search", body)["results"]
    assert list(found) == FIELDS
    assert found["memory"] == "User prefers dark mode and uses Vim"
    assert found["metadata"] == {"category": "preference"}
    assert 0 < found["score"] <= 1


def test_scopes_are_joined_by_and(ok: Ok) -> None:
    add(ok, "one tea", user_id="alice")
    add(ok, "two tea", user_id="alice", agent_id="bot")
    add(ok, "three tea", user_id="alice", agent_id="bot", session_id="s")
    add(ok, "four tea", user_id="bob", agent_id="bot")
    add(ok, "five tea", agent_id="bot")
    expected = {
        ("alice", None, None): {"one", "two", "three"},
        ("alice", "bot", None): {"two", "three"},
        (None, "bot", None): {"two", "three", "four", "five"},
        (None, None, "s"): {"three"},
        ("alice", "bot", "s"): {"three"},
        ("bob", None, "s"): set(),
        ("carol", None, None): set(),
    }
    for (user_id, agent_id, session_id), numbers in expected.items():
        about = {"user_id": user_id, "agent_id": agent_id, "session_id": session_id}
        named = "&".join(f"{name}={value}" for name, value in about.items() if value)
        assert {text.split()[0] for text in searched(ok, "tea", **about)} == numbers
        assert {text.split()[0] for text in listed(ok, f"?{named}")} == numbers


def test_categories_filter_a_search(ok: Ok) -> None:
    for category in ("semantic", "episodic", "fact", "preference"):
        add(ok, f"tea {category}", category=category)
    assert set(searched(ok, "tea", user_id="alice", categories=["fact", "episodic"])) == {
        "tea fact",
        "tea episodic",
    }
    assert len(searched(ok, "tea", user_id="alice", categories=None)) == 4
    assert searched(ok, "tea", user_id="alice", categories=[]) == []


@pytest.mark.parametrize(
    ("body", "loc", "kind"),
    [
        ({"user_id": "alice"}, ["query"], "missing"),
        ({"user_id": "alice", "query": ""}, ["query"], "string_too_short"),
        ({"user_id": "alice", "query": 1}, ["query"], "string_type"),
        ({"user_id": "alice", "query": "x", "limit": 0}, ["limit"], "greater_than_equal"),
        ({"user_id": "alice", "query": "x", "limit": 10_001}, ["limit"], "less_than_equal"),
        ({"user_id": "alice", "query": "x", "limit": "5"}, ["limit"], "int_type"),
        ({"user_id": "alice", "query": "x", "categories": "fact"}, ["categories"], "list_type"),
        ({"user_id": "alice", "query": "x", "categories": ["mood"]}, ["categories", 0], "literal_error"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(
    mistakes: Mistakes, body: Json, loc: list[Any], kind: str
) -> None:
    [mistake] = mistakes("POST", "/ltm/memories/search", body)
    assert (mistake["loc"], mistake["type"]) == (["body", *loc], kind)


@pytest.mark.long
def test_a_key_for_very_many_users_sees_what_theirs_is(ok: Ok, call: Callable[..., Any]) -> None:
    """SQLite joins at most 1,000 conditions, and each owner might be one."""
    ok(
        "POST",
        "/ltm/memories",
        {"messages": "Tea is green.", "category": "fact", "user_id": "acme-1", "agent_id": "bot"},
    )
    rows = [
        KeyedDocument(
            path=f"{number}.md", kind="note", app_id="default", project_id="default", owner_type="user",
            owner_id=f"acme-{number}", user_id=f"acme-{number}", agent_id="bot", name=f"{number}", created_at=NOON,
        )
        for number in range(1100)
    ]  # fmt: skip
    KeyedDocument.objects.bulk_create(rows)
    key = ApiKey.objects.make(User.objects.create_user("x"), "test", limited([], users=["acme-*"]))[1]
    headers, query = {"Authorization": f"Bearer {key}"}, {"query": "tea", "agent_id": "bot"}
    listed = call("GET", "/ltm/memories?agent_id=bot", headers=headers).json()["results"]
    found = call("POST", "/ltm/memories/search", query, headers=headers).json()["results"]
    assert [one["memory"] for one in (*listed, *found)] == ["Tea is green"] * 2


def test_the_list_is_newest_first_and_has_a_limit_of_100(ok: Ok) -> None:
    for number in range(102):
        add(ok, f"fact {number}")
    assert listed(ok) == [f"fact {number}" for number in range(101, 1, -1)]
    assert listed(ok, "?limit=2") == ["fact 101", "fact 100"]
    assert len(listed(ok, "?user_id=alice&limit=1000")) == 102
    assert len(searched(ok, "fact", user_id="alice")) == 100
    assert len(searched(ok, "fact", user_id="alice", limit=101)) == 101


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "user_id=", "agent_id=..", "session_id=%00"])
def test_a_list_that_makes_no_sense_is_refused(mistakes: Mistakes, query: str) -> None:
    [mistake] = mistakes("GET", f"/ltm/memories?{query}")
    assert mistake["loc"] == ["query", query.split("=")[0]]


def test_a_memory_is_updated(ok: Ok) -> None:
    identifier = add(ok, "The user uses Vim.")
    before = ok("GET", f"/ltm/memories/{identifier}")
    after = ok("PUT", f"/ltm/memories/{identifier}", {"data": "The user uses Emacs."})
    assert after == {**before, "memory": "The user uses Emacs.", "updated_at": after["updated_at"]}
    assert after["updated_at"] > before["created_at"]
    assert ok("GET", f"/ltm/memories/{identifier}") == after
    assert searched(ok, "Vim") == ["The user uses Emacs."]


@pytest.mark.parametrize("body", [{}, {"data": ""}, {"data": None}, {"data": 1}, []])
def test_an_update_needs_text(ok: Ok, mistakes: Mistakes, body: Any) -> None:
    identifier = add(ok, "The user uses Vim.")
    assert mistakes("PUT", f"/ltm/memories/{identifier}", body)
    assert listed(ok) == ["User uses Vim"]


def test_a_memory_is_deleted(ok: Ok, call: Callable[..., Any]) -> None:
    identifier = add(ok, "tea")
    kept = add(ok, "more tea")
    drain()
    assert ok("DELETE", f"/ltm/memories/{identifier}") == {"id": identifier, "deleted": True}
    assert call("DELETE", f"/ltm/memories/{identifier}").status_code == 404
    assert searched(ok, "tea") == listed(ok) == ["more tea"]
    assert ok("GET", f"/ltm/memories/{kept}")["memory"] == "more tea"


@pytest.mark.parametrize("identifier", [UNKNOWN, "x", "..", "%2e%2e", "x" * 5000, "a%00b", "会"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HISTORY"])
def test_an_unknown_memory_is_a_404(call: Callable[..., Any], identifier: str, method: str) -> None:
    if method == "HISTORY":
        response = call("GET", f"/ltm/memories/{identifier}/history")
    else:
        response = call(method, f"/ltm/memories/{identifier}", {"data": "x"} if method == "PUT" else None)
    assert (response.status_code, response.json()) == (404, {"detail": "Memory not found"})


def test_the_history_tells_every_change_in_order(ok: Ok) -> None:
    identifier = add(ok, "tea")
    for text in ("green tea", "green tea", "coffee", "tea"):
        ok("PUT", f"/ltm/memories/{identifier}", {"data": text})
    entries = ok("GET", f"/ltm/memories/{identifier}/history")["entries"]
    assert [(entry["event"], entry["old_memory"], entry["new_memory"]) for entry in entries] == [
        ("add", None, "tea"),
        ("update", "tea", "green tea"),
        ("update", "green tea", "coffee"),
        ("update", "coffee", "tea"),
    ]
    assert list(entries[0]) == ["id", "memory_id", "old_memory", "new_memory", "event", "timestamp"]
    assert {entry["memory_id"] for entry in entries} == {identifier}
    assert len({entry["id"] for entry in entries}) == 4
    times = [datetime.fromisoformat(entry["timestamp"]) for entry in entries]
    assert times == sorted(times)


@pytest.mark.parametrize(
    "wrong", [{"event": 5}, {"timestamp": 5}, {"timestamp": "x"}, {"redacted_at": "x"}, {"new": [1]}]
)
def test_a_line_of_a_history_that_cannot_be_read_is_left_out(ok: Ok, root: Path, wrong: Json) -> None:
    identifier = add(ok, "tea")
    [history] = root.rglob("*.history.jsonl")
    lines = history.read_text()
    history.write_text(lines + json.dumps({**json.loads(lines), **wrong}) + "\n")
    assert len(ok("GET", f"/ltm/memories/{identifier}/history")["entries"]) == 1
    assert len(ok("GET", f"/v1/memories/{identifier}/history/")) == 1


def test_a_search_says_how_many_files_wait(ok: Ok) -> None:
    for number in range(20):
        add(ok, f"The user plays cello number {number}.")
    asked = {"query": "cello", "user_id": "alice"}
    assert ok("POST", "/ltm/memories/search", asked)["pending"] == 20
    drain()
    assert "pending" not in ok("POST", "/ltm/memories/search", asked)


def test_a_memory_is_found_before_it_is_indexed(ok: Ok) -> None:
    def found(query: str) -> list[str]:
        body = {"query": query, "user_id": "alice"}
        return [memory["memory"] for memory in ok("POST", "/ltm/memories/search", body)["results"]]

    identifier = add(ok, "The user plays the cello.")
    assert found("cello") == ["User plays the cello"]
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "The user plays the trumpet."})
    assert (found("cello"), found("trumpet")) == ([], ["The user plays the trumpet."])
