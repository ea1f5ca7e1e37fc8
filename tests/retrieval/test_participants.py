"""Who took part is no part of what a query asks."""

import pytest

from memory.providers.registry import get_embedder
from memory.retrieval import participants as module
from memory.retrieval.participants import participants, speakers_of
from memory.retrieval.question import question_of
from memory.retrieval.types import SearchRequest
from memory.scope import Scope, agent, user
from tests.retrieval.library import HOME, keep

ALICE = user("u_42")
TALK = "On Friday, two people talked:\nAlice Lind: I row.\nBob: Where?\nAlice Lind: To Aker."

pytestmark = pytest.mark.usefixtures("root", "db")


def known() -> frozenset[str]:
    return participants(HOME, ALICE, get_embedder())


def test_ids_and_names_of_all_who_speak_are_known():
    keep("episode", ALICE, {"content": TALK, "sender_ids": ["u_42", "bob"]})
    assert known() == {"u_42", "bob", "Bob", "Alice Lind", "Alice"}


def test_an_owner_without_memories_has_an_id():
    assert known() == {"u_42"}


def test_the_people_of_others_are_not_known():
    keep("episode", user("carol"), {"content": "Dave: Hello.", "sender_ids": ["dave"]})
    keep("episode", ALICE, {"content": "Eve: Hello.", "sender_ids": ["eve"]}, scope=Scope("app", "other"))
    assert known() == {"u_42"}


def test_who_comes_later_is_known_after_a_while(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "HELD_SECONDS", 0.0)
    keep("episode", ALICE, {"content": TALK, "sender_ids": ["u_42", "bob"]})
    assert "carol" not in known()
    keep("episode", ALICE, {"content": "", "sender_ids": ["carol"]}, {"content": "", "sender_ids": ["dave"]})
    assert {"carol", "dave"} <= known()


def test_an_agent_has_an_id():
    assert participants(HOME, agent("helper"), get_embedder()) == {"helper"}


@pytest.mark.parametrize(
    ("content", "most", "names"),
    [
        ("Bob: Buy this:\nBob: Yes.\nNote: milk", 1, {"Bob"}),
        ("Alice (u_42): Hm.\nAlice (u_7): What?", 2, {"Alice"}),
        ("李雷: 你好。", 1, {"李雷"}),
        ("They talked about the weather.", 2, set()),
        (" : nobody\n\x00: odd", 2, {" ", "\x00"}),
        ("", 0, set()),
    ],
)
def test_names_are_what_lines_begin_with(content: str, most: int, names: set[str]):
    assert set(speakers_of(content, most)) == names


def test_a_query_is_embedded_without_the_names():
    keep("episode", ALICE, {"content": TALK, "sender_ids": ["u_42", "bob"]})
    asked = SearchRequest(HOME, ALICE, "Where does Alice row with Bob?", "hybrid")
    question = question_of(asked, get_embedder())
    assert question.vector is not None
    assert (question.vector == get_embedder().embed_query("Where does row with ?")).all()
    assert question.terms == ["row"]
