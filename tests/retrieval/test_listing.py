import pytest

from memory.errors import InvalidInput
from memory.retrieval.listing import list_memories
from memory.scope import Scope, agent, user
from tests.retrieval.library import START, keep

ALICE, ATLAS = user("alice"), agent("atlas")

pytestmark = pytest.mark.usefixtures("root", "db")


def test_pages_newest_first():
    entries = keep("episode", ALICE, *({"content": f"day {number}"} for number in range(5)))

    pages = [list_memories(Scope(), ALICE, "episode", page=number, page_size=2) for number in (1, 2, 3, 4)]

    assert [[hit.entry_id for hit in page.items] for page in pages] == [
        entries[:2:-1],
        entries[2:0:-1],
        entries[:1],
        [],
    ]
    assert {page.total for page in pages} == {5}
    assert pages[0].items[0].score is None


def test_oldest_first_and_by_change():
    entries = keep("episode", ALICE, {"content": "one"}, {"content": "two"})

    for key in ("timestamp", "updated_at"):
        page = list_memories(Scope(), ALICE, "episode", sort_by=key, descending=False)
        assert [hit.entry_id for hit in page.items] == entries


@pytest.mark.parametrize(
    ("kind", "owner", "values"),
    [
        ("profile", ALICE, {"summary": "Alice climbs."}),
        ("agent_skill", ATLAS, {"name": "refunds", "source_case_ids": ["ac_20260501_00000001"]}),
        ("agent_case", ATLAS, {"task_intent": "return shoes", "quality_score": 0.5}),
    ],
)
def test_every_kind_is_listed(kind: str, owner, values: dict):
    keep(kind, owner, values)

    page = list_memories(Scope(), owner, kind)

    assert page.total == 1
    assert {name: page.items[0].values[name] for name in values} == values


def test_kinds_without_a_timestamp_are_listed_by_their_last_change():
    skills = keep("agent_skill", ATLAS, {"name": "one"}, {"name": "two"}, {"name": "three"})

    page = list_memories(Scope(), ATLAS, "agent_skill", sort_by="timestamp")

    assert [hit.entry_id for hit in page.items] == skills[::-1]


def test_filters_count_before_paging():
    keep("episode", ALICE, *({"content": "x", "session_id": f"s{number % 2}"} for number in range(6)))

    page = list_memories(Scope(), ALICE, "episode", page_size=2, filters={"session_id": "s1"})

    assert (page.total, len(page.items)) == (3, 2)
    until = {"timestamp": {"lt": int(START.timestamp() * 1000) + 2 * 3_600_000}}
    assert list_memories(Scope(), ALICE, "episode", filters=until).total == 1
    with pytest.raises(InvalidInput):
        list_memories(Scope(), ALICE, "episode", filters={"owner_id": "bob"})


def test_a_field_that_a_kind_lacks_matches_nothing_and_ne_everything():
    keep("agent_skill", ATLAS, {"name": "one", "timestamp": None})

    def total(filters: dict) -> int:
        return list_memories(Scope(), ATLAS, "agent_skill", filters=filters).total

    assert total({"session_id": "s1"}) == 0
    assert total({"timestamp": {"gte": 0}}) == 0
    assert total({"sender_id": "x"}) == 0
    assert total({"session_id": {"ne": "s1"}}) == 1
    assert total({"timestamp": {"ne": 0}}) == 1
