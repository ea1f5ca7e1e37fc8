"""What comes in at mem0's doors: refused in mem0's shape where it is wrong, and never half done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from memory.api_keys import ApiKey
from memory.grants import Action, limited
from memory.providers import registry
from tests.conftest import change_settings
from tests.keys import key_of

Json = dict[str, Any]
SAID = [{"role": "user", "content": "x"}]
PICTURE = [
    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]}
]


def written(root: Path) -> list[Path]:
    return [path for path in root.rglob("*.md") if ".index" not in path.parts]


NOTHING = [
    "nothing", "ann_af_20260101_00000001", "%2e%2e%2fetc", "..::x", "a::b::c", "%00", "x" * 3000, "profile_ann",
    "%F0%9F%A6%86", "default_app::x", "ann_ep_99999999_99999999", "'; DROP TABLE x", "::", "mem0-x-0",
]  # fmt: skip
WRONG: list[tuple[Json, str]] = [
    ({"messages": SAID}, "At least one of user_id, agent_id or run_id"),
    ({"messages": SAID, "user-id": "ann"}, "(unknown: user-id; did you mean user_id?)"),
    ({"user_id": "ann"}, "messages"),
    ({"user_id": "ann", "messages": []}, "at least one message"),
    ({"user_id": "ann", "messages": "x"}, "messages"),
    ({"user_id": "ann", "messages": [{"role": "pirate", "content": "x"}]}, "pirate"),
    ({"user_id": "ann", "messages": [{"role": "user", "content": 7}]}, "a text, or a list of parts"),
    (
        {"user_id": "ann", "messages": [{"role": "user", "content": " "}], "infer": False},
        "nothing to remember",
    ),
    ({"user_id": "ann", "messages": [{"role": "tool", "content": "x"}]}, "tool_call_id"),
    (
        {"user_id": "ann", "messages": [{"role": "assistant", "content": "x", "tool_calls": [{"id": "1"}]}]},
        "needs a function",
    ),
    (
        {"user_id": "ann", "messages": [{"role": "user", "content": [{"type": "mdx_url"}]}]},
        "parts of a content are text or image_url",
    ),
    ({"user_id": "ann", "messages": PICTURE, "infer": False}, "pictures are read only with"),
    ({"agent_id": "bot", "messages": PICTURE}, "pictures are read only with"),
    ({"user_id": "..", "messages": SAID}, "cannot be used as an id"),
    ({"user_id": "a\x00", "messages": SAID}, "control characters"),
    ({"user_id": "x" * 257, "messages": SAID}, "256"),
    ({"run_id": "x" * 129, "messages": SAID}, "128"),
    ({"user_id": 7, "messages": SAID}, "a string is needed"),
    ({"user_id": "ann", "messages": SAID, "app_id": "../up"}, "letters, digits"),
    ({"user_id": "ann", "messages": SAID, "app_id": "default_app"}, "reserved name"),
    ({"user_id": "ann", "messages": SAID, "project_id": "a/b"}, "letters, digits"),
    ({"user_id": "ann", "messages": SAID, "metadata": []}, "an object is needed"),
    ({"user_id": "ann", "messages": SAID, "metadata": {"x": "y" * 100_000}}, "METADATA_CHARS"),
    ({"user_id": "ann", "messages": SAID, "expiration_date": "soon"}, "2025-01-15"),
    ({"user_id": "ann", "messages": SAID, "expiration_date": "2026-02-30"}, "2025-01-15"),
    ({"user_id": "ann", "messages": SAID, "timestamp": "soon"}, "seconds since 1970"),
    ({"user_id": "ann", "messages": SAID, "timestamp": 10**15}, "needed"),
    ({"user_id": "ann", "messages": SAID, "infer": "no"}, "true or false"),
    ({"user_id": "ann", "messages": SAID, "custom_instructions": "Be brief."}, "not supported here"),
    ({"user_id": "ann", "messages": SAID, "memory_type": "procedural_memory"}, "not supported here"),
    ({"user_id": "ann", "messages": SAID, "enable_graph": True}, "/mcp?tools=graph"),
    ({"user_id": "ann", "messages": [{"role": "system", "content": "x"}]}, "none of them was said"),
]


@pytest.mark.parametrize("path", ["/memories", "/v3/memories/add/"])
def test_what_cannot_be_added(refused: Callable[..., str], root: Path, path: str) -> None:
    for body, told in WRONG:
        assert told in refused("POST", path, body), str(body)[:200]
    assert written(root) == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/memories/{}", None),
        ("GET", "/memories/{}/history", None),
        ("PUT", "/memories/{}", {"text": "x"}),
        ("DELETE", "/memories/{}", None),
        ("GET", "/v1/memories/{}/", None),
        ("GET", "/v1/memories/{}/history/", None),
        ("GET", "/v1/event/{}/", None),
        ("POST", "/v1/feedback/", {"memory_id": "nothing"}),
        ("DELETE", "/v1/batch/", {"memories": [{"memory_id": "nothing"}]}),
    ],
)
def test_ids_that_name_nothing(call: Callable[..., Any], method: str, path: str, body: Json | None) -> None:
    for identifier in NOTHING if "{}" in path else NOTHING[:1]:
        answer = call(method, path.format(identifier), body)
        assert answer.status_code == 404, (identifier, answer.content)
        assert answer.json().keys() == {"detail"}


def test_of_several_messages_all_are_kept_or_none(
    refused: Callable[..., str], ok: Callable[..., Json], settings: Settings
) -> None:
    change_settings(settings, "limits", note_chars=20)
    for whose, texts in (
        ({"user_id": "ann", "infer": False}, ["Good.", " "]),
        ({"user_id": "ann", "infer": False}, ["Good.", "x" * 21]),
        ({"agent_id": "bot"}, ["Ann likes tulips.", "Ben likes roses."]),
    ):
        said = [{"role": "user", "content": text} for text in texts]
        refused("POST", "/v3/memories/add/", {"messages": said, **whose})
    assert ok("GET", "/memories")["results"] == []


def test_a_search_leaves_out_what_is_below_its_threshold(
    ok: Callable[..., Json], keep: Callable[..., str]
) -> None:
    keep("Ann likes tulips.")
    asked = {"query": "Which tulips?", "filters": {"user_id": "ann"}}
    for path in ("/search", "/v3/memories/search/"):
        [found] = ok("POST", path, asked)["results"]
        assert ok("POST", path, {**asked, "threshold": found["score"] / 2})["results"] == [found]
        assert ok("POST", path, {**asked, "threshold": (found["score"] + 1) / 2})["results"] == []


def test_an_id_leads_back_whatever_its_owner_is_called(ok: Callable[..., Json]) -> None:
    said = {
        "sender_id": "shop::ann",
        "role": "user",
        "timestamp": 1_748_390_400_000,
        "content": "I have a cat.",
    }
    ok("POST", "/api/v1/memory/add", {"session_id": "s", "messages": [said]})
    ok("POST", "/api/v1/memory/flush", {"session_id": "s"})
    [known] = ok("GET", "/memories?user_id=shop::ann")["results"]
    assert ok("GET", f"/memories/{known['id']}") == known


def test_memories_of_groups_are_not_mem0s(call: Callable[..., Any]) -> None:
    said = {
        "message_id": "m",
        "create_time": "2026-11-19T10:00:00Z",
        "sender": "bo",
        "content": "I have a dog.",
    }
    heard = call("POST", "/api/v3/agentic/memorize", {**said, "group_id": "team", "flush": True}).json()
    ids = {one["user_id"]: one["id"] for one in heard["result"]["saved_memories"]}
    assert [call("GET", f"/memories/{ids[owner]}").status_code for owner in ("bo", None)] == [200, 404]


def test_a_search_has_bounds(refused: Callable[..., str]) -> None:
    asked = {"query": "x", "filters": {"user_id": "ann"}}
    for more in (
        {"query": " "},
        {"query": "x" * 40_000},
        {"top_k": 0},
        {"top_k": 1001},
        {"threshold": 2},
        {"top_k": "9"},
    ):
        for path in ("/search", "/v3/memories/search/"):
            refused("POST", path, asked | more)
    assert refused("POST", "/search", {"query": "x"}).endswith("or run_id")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/search", {"query": "x", "filters": {"userid": "ann"}}),
        (
            "POST",
            "/v3/memories/search/",
            {"query": "x", "filters": {"AND": [{"topic": "y"}, {"userid": "ann"}]}},
        ),
        ("DELETE", "/memories?userid=ann", None),
        ("DELETE", "/v1/memories/?userid=ann", None),
    ],
)
def test_a_misspelt_id_is_named(
    refused: Callable[..., str], method: str, path: str, body: Json | None
) -> None:
    assert refused(method, path, body).endswith("(unknown: userid; did you mean user_id?)")


@pytest.mark.parametrize(
    ("method", "path", "status", "told"),
    [
        ("POST", "/v1/memories/", 405, "version 3"),
        ("POST", "/v1/memories/search/", 405, "version 3"),
        ("POST", "/v2/memories/", 404, "version 3"),
        ("POST", "/generate-instructions", 404, "no instructions"),
        ("POST", "/api/v1/webhooks/projects/default/", 404, "no webhooks"),
        ("GET", "/api/v1/orgs/organizations/everos/projects/default/members/", 404, "keys"),
        ("POST", "/api/v1/orgs/organizations/everos/projects/", 404, "everos token --project"),
        ("GET", "/api/v1/orgs/organizations/everos/projects/other/", 404, "no such project"),
    ],
)
def test_what_is_not_offered(
    call: Callable[..., Any], method: str, path: str, status: int, told: str
) -> None:
    answer = call(method, path, {} if method == "POST" else None)
    assert answer.status_code == status
    assert told in answer.json()["detail"]


def test_too_many_at_once(refused: Callable[..., str]) -> None:
    many = {"memories": [{"memory_id": str(number)} for number in range(1001)]}
    assert "1000" in refused("DELETE", "/v1/batch/", many)
    refused("PUT", "/v1/batch/", many)
    refused("DELETE", "/v1/batch/", {"memories": []})


def test_an_update_says_what_it_changes(
    refused: Callable[..., str], ok: Callable[..., Json], keep: Callable[..., str]
) -> None:
    identifier = keep("Ann has a boat.", metadata={"a": 1})
    for body in (
        {},
        {"text": " "},
        {"text": None},
        {"metadata": 7},
        {"expiration_date": "x"},
        {"prompt": "x"},
    ):
        refused("PUT", f"/v1/memories/{identifier}/", body)
    assert ok("GET", f"/v1/memories/{identifier}/")["memory"] == "Ann has a boat."
    changed = ok(
        "PUT", f"/v1/memories/{identifier}/", {"data": "Ann has two boats.", "timestamp": 1_700_000_000}
    )
    assert (changed["memory"], changed["created_at"][:10]) == ("Ann has two boats.", "2023-11-14")
    nothing = ok("PUT", f"/v1/memories/{identifier}/", {"text": "Ann has two boats."})
    assert nothing["updated_at"] == changed["updated_at"], "the same text again is no change"


def test_a_batch_changes_all_or_nothing(
    call: Callable[..., Any], keep: Callable[..., str], ok: Callable[..., Json]
) -> None:
    identifier = keep("First.")
    changes = [{"memory_id": identifier, "text": "Second."}, {"memory_id": "nothing", "text": "x"}]
    assert call("PUT", "/v1/batch/", {"memories": changes}).status_code == 404
    assert ok("GET", f"/v1/memories/{identifier}/")["memory"] == "First."


def test_nor_does_a_batch_of_which_one_cannot_be(
    call: Callable[..., Any], keep: Callable[..., str], ok: Callable[..., Json]
) -> None:
    identifier = keep("First.")
    said = {"sender_id": "ann", "role": "user", "timestamp": 1_748_390_400_000, "content": "I have a cat."}
    ok("POST", "/api/v1/memory/add", {"session_id": "s", "messages": [said]})
    ok("POST", "/api/v1/memory/flush", {"session_id": "s"})
    episode = {"memory_id": "ann_ep_20250528_00000001", "timestamp": 1_700_000_000}
    changes = [{"memory_id": identifier, "text": "Second."}, episode]
    assert call("PUT", "/v1/batch/", {"memories": changes}).status_code == 400
    assert ok("GET", f"/v1/memories/{identifier}/")["memory"] == "First."


def test_what_a_hand_has_changed_is_kept_beside_the_same_words(
    keep: Callable[..., str], ok: Callable[..., Json], root: Path
) -> None:
    first = keep("Ann has one cat.")
    [file] = root.rglob(f"{first}.md")
    file.write_text(file.read_text().replace("one cat", "two cats"))
    second = keep("Ann has one cat.")
    assert ok("GET", f"/memories/{first}")["memory"] == "Ann has two cats."
    assert ok("GET", f"/memories/{second}")["memory"] == "Ann has one cat."


def test_the_same_words_are_kept_once_a_day(keep: Callable[..., str]) -> None:
    assert keep("Once.", metadata={"a": 1}) == keep("Once.", metadata={"a": 1})
    assert keep("Once.", metadata={"a": 2}) != keep("Once.", metadata={"a": 1})


@pytest.mark.parametrize(
    ("whose", "left"),
    [
        ("user_id=ann&agent_id=bot", ["a", "ar", "b", "r"]),
        ("agent_id=bot&run_id=run", ["a", "ab", "ar", "b", "r"]),
        ("user_id=ann&run_id=run", ["a", "ab", "b", "r"]),
        ("agent_id=*", ["a", "ar", "r"]),
        ("agent_id=bot", ["a", "ar", "r"]),
        ("user_id=*", ["b", "r"]),
        ("run_id=run", ["a", "ab", "b"]),
    ],
)
def test_no_more_is_forgotten_than_was_named(
    ok: Callable[..., Json], keep: Callable[..., str], whose: str, left: list[str]
) -> None:
    names = {"a": {"user_id": "ann"}, "b": {"agent_id": "bot"}, "r": {"run_id": "run"}}
    for text in ("a", "b", "r", "ab", "ar", "abr"):
        keep(text, **{"user_id": None, **{name: each for one in text for name, each in names[one].items()}})
    ok("DELETE", f"/v1/memories/?{whose}")
    assert sorted(one["memory"] for one in ok("GET", "/memories")["results"]) == left


def test_a_repeat_says_everything_again(ok: Callable[..., Json]) -> None:
    """Clients repeat a request that had no answer; with other metadata or another time it is another one."""
    said = {"messages": [{"role": "user", "content": "I have a cat."}], "user_id": "ann"}
    for more, count in (
        ({}, 1), ({}, 1), ({"metadata": {"a": 1}}, 2), ({"metadata": {"a": 1}}, 2), ({"timestamp": 1_700_000_000}, 3),
        ({"expiration_date": "2099-01-01"}, 4), ({"expiration_date": "2099-01-01"}, 4),
    ):  # fmt: skip
        ok("POST", "/v3/memories/add/", {**said, **more})
        assert ok("POST", "/v3/memories/", {"filters": {"user_id": "ann"}})["count"] == count, more


def test_who_says_it_is_kept(ok: Callable[..., Json]) -> None:
    messages = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "name": "Ann", "content": [{"type": "text", "text": each} for each in ("Two", "lines.")]},
        {"role": "assistant", "content": "Noted."},
    ]  # fmt: skip
    body = {"messages": messages, "user_id": "ann", "infer": False, "metadata": {"k": 1}}
    ids = [one["id"] for one in ok("POST", "/memories", body)["results"]]
    shown = [ok("GET", f"/memories/{each}") for each in ids]
    assert [(one["memory"], one["role"], one["actor_id"]) for one in shown] == [
        ("Two\nlines.", "user", "Ann"), ("Noted.", "assistant", None),
    ]  # fmt: skip
    event = ok("GET", f"/v1/event/{ids[0]}/")
    assert event["status"] == "SUCCEEDED"
    assert {one["id"] for one in event["results"]} == set(ids)


@pytest.mark.parametrize("header", ["X-API-Key", "Authorization"])
def test_a_key_may_come_in_either_header(
    client: Any, settings: Settings, db: None, root: Path, header: str
) -> None:
    change_settings(settings, "auth", required=True)
    key = key_of("ann")
    value = key if header == "X-API-Key" else f"Token {key}"
    assert client.get("/v1/ping/").status_code == 401
    assert client.get("/v1/ping/", headers={header: value}).json()["user_email"] == "ann"
    wrong = client.get("/v1/ping/", headers={header: value[:-1]})
    assert (wrong.status_code, wrong.json()) == (401, {"detail": "No such key is valid"})
    both = {"X-API-Key": key, "Authorization": "Token wrong.key"}
    assert client.get("/v1/ping/", headers=both).status_code == 401, "Authorization comes first"


def test_only_the_staff_resets(
    call: Callable[..., Any], settings: Settings, keep: Callable[..., str]
) -> None:
    keep("Ann stays.")
    change_settings(settings, "auth", required=True)
    assert call("POST", "/reset", key=key_of("somebody")).status_code == 403
    assert call("GET", "/memories?user_id=ann", key=key_of("somebody")).json()["results"]
    change_settings(settings, "auth", required=False)
    change_settings(settings, "api", host="192.0.2.1")
    for path in ("/reset", "/configure"):
        assert call("POST", path, {}).status_code == 403, (
            "strangers are not the staff where all may read and write"
        )
    assert call("GET", "/memories?user_id=ann").json()["results"]


def test_a_reset_needs_all_that_it_does_and_goes_no_further_than_a_project(
    call: Callable[..., Any], settings: Settings, keep: Callable[..., str], root: Path
) -> None:
    boss = User.objects.create_user("boss", is_staff=True)

    def staff_key(*actions: Action, **names: list[str]) -> str:
        return str(ApiKey.objects.make(boss, "test", limited(actions, **names))[1])

    def left(key: str, project: str) -> int:
        filters = {"filters": {"user_id": "ann"}, "project_id": project}
        return int(call("POST", "/v3/memories/", filters, key=key).json()["count"])

    everything = staff_key()
    keep("Ann stays."), keep("Ann stays, too.", project_id="spring")
    item = {"namespace": ["tea"], "key": "green", "value": {"cups": 2}}
    assert call("PUT", "/store/items?user_id=zoe", item).status_code == 204
    said = {
        "message_id": "m",
        "create_time": "2026-11-19T10:00:00Z",
        "sender": "bo",
        "content": "I have a dog.",
    }
    heard = call("POST", "/api/v3/agentic/memorize", {**said, "group_id": "team", "flush": True})
    assert heard.json()["result"]["count"] == 2
    change_settings(settings, "auth", required=True)
    bound = [{"projects": ["default"]}, {"apps": ["default"]}, {"users": ["ann"]}]
    keys = [
        staff_key("read", "write", "admin"),
        staff_key("forget"),
        *(staff_key(**names) for names in bound),
    ]
    for number, key in enumerate(keys):
        assert call("POST", "/reset", key=key).status_code == 403, number
    assert (left(everything, "default"), left(everything, "spring")) == (1, 1)
    assert call("POST", "/reset", {}, key=staff_key("admin", "forget")).status_code == 200
    assert (left(everything, "default"), left(everything, "spring")) == (0, 1)
    kept = [path.parts for path in root.rglob("*.md") if "default_project" in path.parts]
    assert not kept, "of groups, and in other dialects"


def test_a_model_that_is_away_costs_no_words(
    ok: Callable[..., Json], settings: Settings, keep: Callable[..., str]
) -> None:
    change_settings(settings, "llm", base_url="http://127.0.0.1:1", api_key="none", model="m", max_retries=0)
    registry.close()
    try:
        said = {"messages": [{"role": "user", "content": "I keep ferrets."}], "user_id": "ann"}
        answer = ok("POST", "/memories", said)
        assert (answer["results"], answer["status"]) == ([], "PENDING")
        event = ok("GET", f"/v1/event/{answer['event_id']}/")
        assert event["status"] == "PENDING"
        assert event["error"]
        found = ok("POST", "/search", {"query": "ferrets", "filters": {"user_id": "ann"}})["results"]
        assert any("ferrets" in one["memory"] for one in found), "what was accepted is found"
        assert ok("POST", "/memories", said)["event_id"] == answer["event_id"], (
            "a repeat is the same addition"
        )
        assert keep("Word for word.", user_id="ann")
    finally:
        registry.close()
