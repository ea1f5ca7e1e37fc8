"""Every row of the document's STM part, over both stores."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User

from memory.api_keys import ApiKey
from memory.grants import limited
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI, Status

pytestmark = pytest.mark.usefixtures("store")
Json = dict[str, Any]

HELLO = {"role": "user", "content": "Hello, how are you?", "metadata": {"source": "chat-ui"}}
WELL = {"role": "assistant", "content": "I'm doing well, thanks!"}


def messages(*texts: str) -> Json:
    return {"messages": [{"role": "user", "content": text} for text in texts]}


def test_messages_are_added_and_answered(ok: Callable[..., Json]) -> None:
    answer = ok("POST", "/stm/abc123/messages", {"messages": [HELLO, WELL]})
    assert list(answer) == ["session_id", "added", "messages"]
    assert (answer["session_id"], answer["added"]) == ("abc123", 2)
    hello, well = answer["messages"]
    assert list(hello) == ["id", "role", "content", "metadata", "timestamp", "token_count"]
    assert {key: hello[key] for key in HELLO} == HELLO
    assert (well["role"], well["content"], well["metadata"]) == ("assistant", WELL["content"], None)
    assert uuid.UUID(hello["id"]).version == 4
    assert hello["id"] != well["id"]
    assert (type(hello["timestamp"]), type(hello["token_count"])) == (float, int)


def test_they_are_read_again_oldest_first(ok: Callable[..., Json]) -> None:
    added = ok("POST", "/stm/abc123/messages", {"messages": [HELLO, WELL]})["messages"]
    assert ok("GET", "/stm/abc123/messages") == {"session_id": "abc123", "messages": added}


@pytest.mark.parametrize("role", ["user", "assistant", "system", "summary"])
def test_every_role(ok: Callable[..., Json], role: str) -> None:
    ok("POST", "/stm/s/messages", {"messages": [{"role": role, "content": "", "metadata": None}]})
    assert ok("GET", "/stm/s/messages")["messages"][0]["role"] == role


def test_an_empty_list_adds_nothing(ok: Callable[..., Json]) -> None:
    answer = ok("POST", "/stm/s/messages", {"messages": []})
    assert answer == {"session_id": "s", "added": 0, "messages": []}


def test_the_limit_is_that_of_the_most_recent(ok: Callable[..., Json]) -> None:
    ok("POST", "/stm/s/messages", messages("a", "b", "c"))
    shown = [message["content"] for message in ok("GET", "/stm/s/messages?limit=2")["messages"]]
    assert shown == ["b", "c"]


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", "", "%00"])
def test_a_limit_is_a_number_from_one(mistakes: Callable[..., list[Json]], limit: str) -> None:
    [mistake] = mistakes("GET", f"/stm/s/messages?limit={limit}")
    assert mistake["loc"] == ["query", "limit"]


def test_an_unknown_session_is_empty(ok: Callable[..., Json]) -> None:
    assert ok("GET", "/stm/nobody/messages") == {"session_id": "nobody", "messages": []}
    context = ok("GET", "/stm/nobody/context")
    assert context == {
        "session_id": "nobody",
        "messages": [],
        "strategy": "sliding_window",
        "total_tokens": 0,
    }


@pytest.mark.parametrize(
    ("body", "loc", "kind"),
    [
        ({}, ["body", "messages"], "missing"),
        ({"messages": None}, ["body", "messages"], "none_forbidden"),
        ({"messages": "hello"}, ["body", "messages"], "list_type"),
        ({"messages": ["hello"]}, ["body", "messages", 0], "model_attributes_type"),
        ({"messages": [HELLO, {"content": "x"}]}, ["body", "messages", 1, "role"], "missing"),
        ({"messages": [{"role": "user"}]}, ["body", "messages", 0, "content"], "missing"),
        ({"messages": [{"role": "tool", "content": "x"}]}, ["body", "messages", 0, "role"], "literal_error"),
        ({"messages": [{"role": "user", "content": 1}]}, ["body", "messages", 0, "content"], "string_type"),
        ({"messages": [{"role": "user", "content": None}]}, ["body", "messages", 0, "content"], "none_forbidden"),
        ({"messages": [HELLO | {"metadata": []}]}, ["body", "messages", 0, "metadata"], "dict_type"),
        ([HELLO], ["body"], "model_attributes_type"),
        ('"hello"', ["body"], "model_attributes_type"),
        ("hello", ["body"], "json_invalid"),
        ('{"messages": NaN}', ["body"], "json_invalid"),
        ('{"messages": "\\ud800"}', ["body"], "json_invalid"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_and_nothing_is_added(
    mistakes: Callable[..., list[Json]], ok: Callable[..., Json], body: Any, loc: list[Any], kind: str
) -> None:
    [mistake] = mistakes("POST", "/stm/s/messages", body)
    assert (mistake["loc"], mistake["type"]) == (loc, kind)
    assert mistake["msg"]
    assert ok("GET", "/stm/s/messages")["messages"] == []


def test_all_mistakes_are_told_up_to_a_number(mistakes: Callable[..., list[Json]]) -> None:
    assert len(mistakes("POST", "/stm/s/messages", {"messages": [{}] * 3})) == 6
    assert len(mistakes("POST", "/stm/s/messages", {"messages": [{}] * 300})) == 20


@pytest.mark.parametrize(
    "session_id",
    [
        "会话 1",
        "auth0|42",
        "a/b",
        "x" * 256,
        "...",
        " ",
        "messages",
        "a/messages",
        "a/context",
        "b/config",
        "%25",
    ],
)
def test_any_printable_id_is_a_session(ok: Callable[..., Json], session_id: str) -> None:
    path = f"/stm/{quote(session_id, safe='')}/messages"
    ok("POST", path, messages("hello"))
    assert ok("GET", path)["session_id"] == session_id
    assert len(ok("GET", path)["messages"]) == 1
    assert ok("DELETE", f"/stm/{quote(session_id, safe='')}") == {"session_id": session_id, "deleted": True}
    assert ok("GET", path)["messages"] == []


@pytest.mark.parametrize("session_id", [".", "..", "a/", "/a", "a//b", "a/../b", "./messages"])
@pytest.mark.parametrize(("method", "tail"), [("POST", "messages"), ("PUT", "config")])
def test_an_id_that_clients_would_not_find_again_is_refused(
    mistakes: Callable[..., list[Json]], session_id: str, method: str, tail: str
) -> None:
    [mistake] = mistakes(method, f"/stm/{quote(session_id, safe='')}/{tail}", messages("hello"))
    assert mistake["loc"] == ["path", "session_id"]
    assert "could not be found again" in mistake["msg"]


@pytest.mark.parametrize("session_id", ["x" * 257, "a%00b", "a%0Ab", "%1b"])
@pytest.mark.parametrize(
    ("method", "tail"),
    [("POST", "/messages"), ("GET", "/messages"), ("GET", "/context"), ("PUT", "/config"), ("DELETE", "")],
)
def test_other_ids_are_refused(
    mistakes: Callable[..., list[Json]], session_id: str, method: str, tail: str
) -> None:
    [mistake] = mistakes(method, f"/stm/{session_id}{tail}", {} if method in ("POST", "PUT") else None)
    assert mistake["loc"] == ["path", "session_id"]


def test_the_context_is_a_sliding_window(ok: Callable[..., Json], settings: Any) -> None:
    change_settings(settings, "stm", max_messages=2)
    ok("POST", "/stm/s/messages", messages("one", "two two two", "three"))
    context = ok("GET", "/stm/s/context")
    assert list(context) == ["session_id", "messages", "strategy", "total_tokens"]
    assert [message["content"] for message in context["messages"]] == ["two two two", "three"]
    assert (context["strategy"], context["total_tokens"]) == ("sliding_window", 3 + 2)


LISBON = messages(*(f"Fact number {n} is about Lisbon." for n in range(10)))


def test_over_the_threshold_the_older_part_is_summarised_offline(ok: Callable[..., Json]) -> None:
    ok("PUT", "/stm/s/config", {"strategy": "token_threshold", "max_tokens": 44})
    ok("POST", "/stm/s/messages", LISBON)
    context = ok("GET", "/stm/s/context")
    assert context["strategy"] == "token_threshold"
    assert [message["role"] for message in context["messages"]] == ["summary"] + ["user"] * 4
    assert "Lisbon" in context["messages"][0]["content"]
    assert context["total_tokens"] == sum(message["token_count"] for message in context["messages"]) <= 44
    assert ok("GET", "/stm/s/messages")["messages"] == context["messages"]
    assert ok("GET", "/stm/s/context") == context


def test_a_model_summarises(ok: Callable[..., Json], endpoint: FakeOpenAI) -> None:
    endpoint.answer("SessionSummary", {"summary": "All about Lisbon."})
    ok("PUT", "/stm/s/config", {"strategy": "token_threshold", "max_tokens": 44})
    ok("POST", "/stm/s/messages", LISBON)
    endpoint.fail(Status(500))
    assert ok("GET", "/stm/s/context")["messages"][0]["metadata"] == {"summarized": 6, "temporary": True}
    assert len(ok("GET", "/stm/s/messages")["messages"]) == 10
    summary = ok("GET", "/stm/s/context")["messages"][0]
    assert (summary["role"], summary["content"]) == ("summary", "All about Lisbon.")


def test_what_only_reads_changes_nothing(ok: Callable[..., Json], call: Callable[..., Any]) -> None:
    ok("PUT", "/stm/s/config", {"strategy": "token_threshold", "max_tokens": 44})
    added = ok("POST", "/stm/s/messages", LISBON)["messages"]
    assert ok("GET", "/stm/s/context?read_only=true")["total_tokens"] <= 44
    assert call("HEAD", "/stm/s/context").status_code == 200
    key = ApiKey.objects.make(User.objects.create_user("x"), "test", limited(["read"]))[1]
    read = call("GET", "/stm/s/context", headers={"Authorization": f"Bearer {key}"}).json()
    assert read["total_tokens"] <= 44
    assert ok("GET", "/stm/s/messages")["messages"] == added
    assert len(ok("GET", "/stm/s/context?read_only=false")["messages"]) == 5
    assert len(ok("GET", "/stm/s/messages")["messages"]) == 5


@pytest.mark.parametrize("value", ["", "yes", "%00", "1"])
def test_read_only_is_true_or_false(mistakes: Callable[..., list[Json]], value: str) -> None:
    [mistake] = mistakes("GET", f"/stm/s/context?read_only={value}")
    assert mistake["loc"] == ["query", "read_only"]


def test_a_session_of_a_user_may_be_named_like_a_call(call: Callable[..., Any]) -> None:
    """`alice/messages` is alice's, as `alice/x` is."""
    key = ApiKey.objects.make(User.objects.create_user("x"), "test", limited([], users=["alice"]))[1]
    headers, message = {"Authorization": f"Bearer {key}"}, {"messages": [{"role": "user", "content": "x"}]}
    assert call("POST", "/stm/alice/messages/messages", message, headers=headers).status_code == 200
    assert call("DELETE", "/stm/alice/messages", headers=headers).json()["deleted"]
    for path in ("/stm/bob/messages", "/stm/messages", "/stm/alice"):
        assert call("DELETE", path, headers=headers).status_code == 403, path


def test_a_session_is_deleted_once(ok: Callable[..., Json]) -> None:
    ok("POST", "/stm/s/messages", messages("hello"))
    assert ok("DELETE", "/stm/s") == {"session_id": "s", "deleted": True}
    assert ok("DELETE", "/stm/s") == {"session_id": "s", "deleted": False}
    assert ok("GET", "/stm/s/messages")["messages"] == []


def test_the_configuration_is_set_and_shown_whole(ok: Callable[..., Json]) -> None:
    config = {"strategy": "token_threshold", "max_messages": 100, "max_tokens": 4000}
    assert ok("PUT", "/stm/s/config", config) == {"session_id": "s", "config": config}
    assert ok("PUT", "/stm/s/config", {"max_tokens": 9})["config"] == {**config, "max_tokens": 9}
    assert ok("PUT", "/stm/s/config", {})["config"] == {**config, "max_tokens": 9}
    assert ok("PUT", "/stm/s/config", dict.fromkeys(config))["config"] == {
        "strategy": "sliding_window", "max_messages": 50, "max_tokens": 4000
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "loc", "kind"),
    [
        ({"strategy": "forget"}, ["body", "strategy"], "literal_error"),
        ({"max_messages": 0}, ["body", "max_messages"], "greater_than_equal"),
        ({"max_messages": -1}, ["body", "max_messages"], "greater_than_equal"),
        ({"max_tokens": "100"}, ["body", "max_tokens"], "int_type"),
        ({"max_tokens": 1.5}, ["body", "max_tokens"], "int_type"),
        ({"max_tokens": True}, ["body", "max_tokens"], "int_type"),
        ({"max_tokens": 10**30}, ["body", "max_tokens"], "less_than_equal"),
        ([], ["body"], "model_attributes_type"),
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused(
    mistakes: Callable[..., list[Json]], ok: Callable[..., Json], body: Any, loc: list[str], kind: str
) -> None:
    [mistake] = mistakes("PUT", "/stm/s/config", body)
    assert (mistake["loc"], mistake["type"]) == (loc, kind)
    assert ok("DELETE", "/stm/s")["deleted"] is False
