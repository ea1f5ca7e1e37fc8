"""What somebody else said to the owner comes behind the owner's own words, unless the query names this person."""

import pytest

from memory.kinds.atomic_fact import teller_apart
from memory.retrieval.hierarchy import standing
from memory.retrieval.search import search
from memory.retrieval.types import SearchRequest
from memory.scope import Scope, user
from memory.text.tokens import indexed, terms
from tests.retrieval.library import keep

ALICE = user("alice")
TALK = "Bob: You row at dawn.\nAlice: Yes.\nBob: Good.\nAlice: Well.\nAlice: I row at dusk."


@pytest.mark.parametrize(
    ("fact", "parts"),
    [
        ("Bob to Alice: You won.", ["Bob", "Alice: You won."]),
        ("Bob Lee to Alice: You won.\nTwice.", ["Bob Lee", "Alice: You won. Twice."]),
        ("Alice: I went to Rome: twice.", ["Alice: I went to Rome: twice."]),
        ("Bob: Where do you go to? Alice: Rome.", ["Bob: Where do you go to? Alice: Rome."]),
        ("Alice moved to Rome.", ["Alice moved to Rome."]),
        ("", [""]),
    ],
)
def test_who_told_a_fact_stands_apart(fact: str, parts: list[str]):
    assert teller_apart(fact) == parts


def test_what_another_told_counts_for_less_unless_named():
    facts = ["alic row", "bob\nalic row", "carol\nalic row"]

    assert standing(facts, terms("Who rows?")).tolist() == [1, 0.7, 0.7]
    assert standing(facts, terms("What did Bob say?")).tolist() == [1, 1, 0.7]
    in_spanish = [f"{indexed('La Paqui', in_english=False)}\nrema"]
    assert standing(in_spanish, terms("¿Qué dijo la Paqui?")).tolist() == [1]


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(("query", "first"), [("who rows", "Alice: "), ("rows at dawn, Bob", "Bob to ")])
def test_a_search_tells_the_owners_words_first(query: str, first: str):
    [entry] = keep("episode", ALICE, {"content": TALK, "session_id": "s1", "sender_ids": ["alice", "bob"]})
    said = ["Bob to Alice: You row at dawn.", "Alice: I row at dusk."]
    keep("atomic_fact", ALICE, *({"fact": fact, "parent_id": entry} for fact in said))

    [hit] = search(SearchRequest(Scope(), ALICE, query, "keyword", top_k=1)).hits["episode"]

    assert hit.facts[0].values["fact"].startswith(first)
