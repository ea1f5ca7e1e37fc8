"""The bodies of add and flush."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.bodies import add, flush, message, without
from tests.contract.conftest import Post

Refusal = Callable[[str, Any], str]

BODIES = {"add": add, "flush": flush}
BAD_SCOPES = [
    "",
    "x" * 129,
    "a b",
    "a/b",
    "ä",
    "a\n",
    ".",
    "..",
    "default_app",
    "default_project",
    ".index",
    ".tmp",
]


@pytest.mark.parametrize("name", ["session_id", "messages"])
def test_add_requires(refusal: Refusal, name: str) -> None:
    assert refusal("add", without(add(), name)) == f"Field required: {name}"


def test_only_the_first_mistake_is_told(refusal: Refusal) -> None:
    told = refusal("add", {"messages": 7, "app_id": "a b"})
    assert [name for name in ("app_id", "session_id", "messages") if name in told] == ["app_id"]


def test_flush_requires_a_session(refusal: Refusal) -> None:
    assert refusal("flush", {}) == "Field required: session_id"


@pytest.mark.parametrize("call", ["add", "flush"])
@pytest.mark.parametrize("session_id", ["", "x" * 129, "a\tb", 7, None])
def test_bad_session_is_refused(refusal: Refusal, call: str, session_id: Any) -> None:
    assert refusal(call, BODIES[call](session_id=session_id)).endswith(": session_id")


@pytest.mark.parametrize("call", ["add", "flush"])
@pytest.mark.parametrize("field", ["app_id", "project_id"])
@pytest.mark.parametrize("value", BAD_SCOPES)
def test_bad_scope_is_refused(refusal: Refusal, call: str, field: str, value: str) -> None:
    assert refusal(call, BODIES[call](**{field: value})).endswith(f": {field}")


@pytest.mark.parametrize("value", ["x" * 128, "My.App_1-b", "a"])
def test_good_scope_is_accepted(post: Post, value: str) -> None:
    assert post("add", add(app_id=value, project_id=value)).status_code == 200


def test_no_message_is_refused(refusal: Refusal) -> None:
    told = refusal("add", {"session_id": "demo", "messages": []})
    assert told == "List should have at least 1 item after validation, not 0: messages"


def test_501_messages_are_refused(refusal: Refusal) -> None:
    messages = [message(timestamp=1_748_390_400_000 + n) for n in range(501)]
    assert refusal("add", add(*messages)).endswith(": messages")


@pytest.mark.parametrize("call", ["add", "flush"])
def test_unknown_fields_are_ignored(post: Post, call: str) -> None:
    assert post(call, BODIES[call](mood="good")).status_code == 200


def test_add_counts_its_messages(post: Post) -> None:
    answer = post("add", add(message(), message(timestamp=1_748_390_401_000, content="Every spring."))).json()
    assert answer["data"] == {"message_count": 2, "status": "accumulated"}


def test_flush_of_nothing(post: Post) -> None:
    assert post("flush", flush(session_id="never-used")).json()["data"] == {"status": "no_extraction"}


def test_flush_after_add(post: Post) -> None:
    post("add", add(session_id="flushed"))
    assert post("flush", flush(session_id="flushed")).json()["data"] == {"status": "extracted"}
    assert post("flush", flush(session_id="flushed")).json()["data"] == {"status": "no_extraction"}
