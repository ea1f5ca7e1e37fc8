"""Items come back byte for byte and in order; a repeated call changes nothing; what is wrong is refused whole."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from memory.agent_sessions import items as kept
from memory.models import SessionItem
from tests.agent_sessions.conftest import Sessions, said
from tests.conftest import change_settings

DAY_MS = 86_400_000
AWKWARD = [
    '{"role":"user","content":"tight"}',
    '{ "content" : "NUL \\u0000, lone \\ud800, 你好 👋",  "role" : "user" }',
    '{"b": 1.0, "a": 1e2, "a": -0, "big": 123456789012345678901234567890, "nan": NaN}',
    '{"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA=="}',
    "{}",
]


def test_items_are_there_byte_for_byte_and_in_order(sessions: Sessions):
    assert sessions.added(*AWKWARD) == 5
    assert sessions.added('{"role": "user", "content": "later"}') == 1
    assert sessions.items() == [*AWKWARD, '{"role": "user", "content": "later"}']
    assert sessions.items(limit=2) == [AWKWARD[-1], '{"role": "user", "content": "later"}']
    assert sessions.items(limit=0) == []
    assert sessions.items(session="other") == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@examples(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(items=st.lists(st.dictionaries(st.text(max_size=9), VALUES, max_size=4), min_size=1, max_size=3))
def test_any_item_is_kept_as_it_is(items: list[Any], sessions: Sessions):
    SessionItem.objects.all().delete()
    texts = [json.dumps(item) for item in items]
    sessions.added(*texts)
    assert sessions.items() == texts


def test_a_batch_that_is_sent_twice_is_there_once(sessions: Sessions):
    assert sessions.added(said("user", "Hello"), batch="once") == 1
    assert sessions.added(said("user", "Hello"), batch="once") == 0
    assert sessions.added(said("user", "Hello"), batch="twice") == 1
    assert len(sessions.items()) == 2


def test_a_session_is_for_one_user(sessions: Sessions):
    sessions.added(said("user", "My secret"))
    assert sessions.items(user="bob") == []
    assert sessions.pop(user="bob") is None
    assert sessions.clear(user="bob") == 0
    assert "another user" in sessions.refusal(sessions.add(said("user", "Hi"), user="bob"), 409)
    assert len(sessions.items()) == 1


def test_nor_does_anybody_join_a_conversation_that_memory_knows(sessions: Sessions):
    """Who speaks in a stretch remembers all of it."""
    message = {"sender_id": "alice", "role": "user", "timestamp": 1_748_390_400_000, "content": "My secret"}
    sessions.memory("add", {"session_id": "s1", "messages": [message]})
    sessions.refusal(sessions.add(said("user", "Hi"), user="bob"), 409)
    assert not SessionItem.objects.exists()
    assert sessions.added(said("user", "Hi")) == 1


def test_scopes_do_not_meet(sessions: Sessions):
    sessions.added(said("user", "default"))
    sessions.added(said("user", "shop"), app_id="shop", user="bob")
    assert [json.loads(item)["content"] for item in sessions.items(app_id="shop", user="bob")] == ["shop"]
    assert sessions.clear() == 1
    assert len(sessions.items(app_id="shop", user="bob")) == 1


@pytest.mark.parametrize(
    "session", ["a/b", "a/items", "a/items/pop", "小明 %23 %3F", "x" * 128, "pop", "%2e"]
)
def test_names_of_sessions(sessions: Sessions, session: str):
    sessions.added(said("user", "Hello"), session=session)
    assert len(sessions.items(session=session)) == 1
    assert sessions.pop(session=session) is not None
    assert sessions.items(session=session) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"items": ["[1]"]}, "JSON object"),
        ({"items": ["{"]}, "JSON object"),
        ({"items": ['{"a": ' + "[" * 200 + "]" * 200 + "}"]}, "nested"),
        ({"items": [{"role": "user"}]}, "string"),
        ({"items": []}, "at least 1"),
        ({"items": ["{}"] * 1001}, "EVEROS_LIMITS__MESSAGES"),
        ({"items": ["{}", json.dumps({"a": "x" * 1_000_001})]}, "items.1: "),
        ({"items": ["{}"], "batch": "no spaces"}, "batch"),
        ({"items": ["{}"], "user_id": "a\x00b"}, "user_id"),
        ({"items": ["{}"], "app_id": "../x"}, "app_id"),
        ({"items": ["{}"], "agent": "x"}, "agent"),
    ],
)
def test_what_is_wrong_is_refused_whole(sessions: Sessions, body: dict[str, Any], words: str):
    body = {"user_id": "alice", "batch": "b", **body}
    assert words in sessions.refusal(sessions.call("POST", "s1/items", body), 422)
    assert not SessionItem.objects.exists()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "s1/items", 422),
        ("GET", "s1/items?user_id=alice&limit=-1", 422),
        ("GET", f"{'x' * 129}/items?user_id=alice", 422),
        ("GET", "a%00b/items?user_id=alice", 422),
        ("DELETE", "s1/items", 422),
        ("PUT", "s1/items", 405),
        ("GET", "s1/pop", 405),
        ("GET", "s1", 404),
    ],
)
def test_bad_addresses(sessions: Sessions, method: str, path: str, status: int):
    assert sessions.refusal(sessions.call(method, path), status)


def test_sessions_that_nobody_uses_are_forgotten(sessions: Sessions, settings: Settings):
    for name in ("old", "used", "young"):
        sessions.added(said("user", "Hello"), session=name)
    old = SessionItem.objects.filter(session_id__in=["old", "used"])
    old.update(stored_at_ms=kept.now_ms() - 91 * DAY_MS)
    sessions.added(said("user", "again"), session="used")
    change_settings(settings, "stm", keep_days=0)
    assert kept.prune() == 0
    change_settings(settings, "stm", keep_days=90)
    assert kept.prune() == 1
    assert [len(sessions.items(session=name)) for name in ("old", "used", "young")] == [0, 2, 1]
