"""The filter language: what it refuses, and which of five episodes it lets through."""

import re
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import InvalidInput
from memory.index import query, sql
from memory.index.filters import compile_filters, unprocessed_session
from memory.index.tables import KindTable
from memory.index.waiting import rows_meeting
from memory.scope import Scope
from tests.index.episodes import ALICE, NOON, episode

NOON_MS = int(NOON.timestamp() * 1000)


@pytest.fixture
def numbers(table: KindTable):
    """`numbers(filters)`: which of the episodes pass. 4 has neither session nor senders."""
    hour = NOON.replace
    rows = [
        episode(1, session_id="s1", sender_ids=["alice"], timestamp=hour(hour=10), parent_id="mc_1"),
        episode(2, session_id="s2", sender_ids=["alice", "bob"], timestamp=hour(hour=11), parent_id="mc_2"),
        episode(3, session_id="it's \\ 50%", sender_ids=["o'brien"], timestamp=NOON),
        episode(4, timestamp=hour(hour=13)),
        episode(5, session_id="s1", sender_ids=["李雷"], timestamp=hour(hour=14), parent_type="memcell"),
    ]

    table.apply(rows)

    def passing(filters: dict, zone=UTC) -> set[int]:
        where = sql.all_of(sql.owned_by(Scope(), ALICE), compile_filters(filters, zone))
        found = {int(row.entry_id[-1]) for row in query.page(table, where, "timestamp", True, 0, 10)[0]}
        assert {int(row.entry_id[-1]) for row in rows_meeting(rows, where)} == found
        return found

    return passing


PASSING = [
    ({}, {1, 2, 3, 4, 5}),
    ({"session_id": "s1"}, {1, 5}),
    ({"session_id": {"eq": "s1"}}, {1, 5}),
    ({"session_id": {"ne": "s1"}}, {2, 3, 4}),
    ({"session_id": {"in": ["s1", "s2", "s9"]}}, {1, 2, 5}),
    ({"session_id": {"in": []}}, set()),
    ({"session_id": {"in": ["s1", "s2"], "ne": "s1"}}, {2}),
    ({"session_id": "it's \\ 50%"}, {3}),
    ({"session_id": "s%"}, set()),
    ({"session_id": "' OR '1'='1"}, set()),
    ({"session_id": ""}, set()),
    ({"parent_id": "mc_1"}, {1}),
    ({"parent_id": {"ne": "mc_1"}}, {2, 3, 4, 5}),
    ({"parent_type": "memcell"}, {5}),
    ({"sender_id": "alice"}, {1, 2}),
    ({"sender_id": {"eq": "o'brien"}}, {3}),
    ({"sender_id": {"in": ["bob", "李雷"]}}, {2, 5}),
    ({"sender_id": {"in": []}}, set()),
    ({"timestamp": NOON_MS}, {3}),
    ({"timestamp": {"gte": NOON_MS}}, {3, 4, 5}),
    ({"timestamp": {"gt": NOON_MS // 1000}}, {4, 5}),
    ({"timestamp": {"lt": "2026-03-01T12:00:00Z"}}, {1, 2}),
    ({"timestamp": {"lte": "2026-03-01T13:00:00+01:00"}}, {1, 2, 3}),
    ({"timestamp": {"gte": NOON_MS - 3_600_000, "lt": NOON_MS + 1}}, {2, 3}),
    ({"timestamp": {"ne": NOON_MS}}, {1, 2, 4, 5}),
    ({"timestamp": {"gte": 0, "lte": 253402300799}}, {1, 2, 3, 4, 5}),
    ({"AND": []}, {1, 2, 3, 4, 5}),
    ({"OR": []}, set()),
    ({"OR": [{}]}, {1, 2, 3, 4, 5}),
    ({"AND": [{"session_id": "s1"}, {"sender_id": "alice"}]}, {1}),
    ({"OR": [{"session_id": "s2"}, {"timestamp": {"gt": NOON_MS}}]}, {2, 4, 5}),
    ({"session_id": "s1", "OR": [{"sender_id": "alice"}, {"sender_id": "bob"}]}, {1}),
    (
        {"OR": [{"AND": [{"session_id": "s1"}, {"OR": [{"sender_id": "李雷"}]}]}, {"session_id": "s2"}]},
        {2, 5},
    ),
]


@pytest.mark.parametrize(("filters", "expected"), PASSING, ids=lambda value: repr(value)[:60])
def test_passing(numbers, filters: dict, expected: set[int]):
    assert numbers(filters) == expected


def test_a_time_without_zone_is_of_the_display_zone(numbers):
    assert numbers({"timestamp": {"gte": "2026-03-01T20:00:00"}}, ZoneInfo("Asia/Shanghai")) == {3, 4, 5}
    assert numbers({"timestamp": {"gte": "2026-03-01"}}, ZoneInfo("Asia/Shanghai")) == {1, 2, 3, 4, 5}


DEEP: dict = {"session_id": "s"}
for _ in range(40):
    DEEP = {"AND": [DEEP]}

REFUSED = [
    ({"mood": "good"}, "mood"),
    ({"owner_id": "bob"}, "owner_id"),
    ({"owner_type": "user"}, "owner_type"),
    ({"app_id": "x"}, "app_id"),
    ({"AND": [{"project_id": "x"}]}, "project_id"),
    ({"and": []}, "and"),
    ({"AND": {}}, "AND"),
    ({"OR": "x"}, "OR"),
    ({"AND": ["x"]}, "object"),
    ({"OR": [None]}, "object"),
    ({"session_id": 5}, "session_id"),
    ({"session_id": True}, "session_id"),
    ({"session_id": None}, "session_id"),
    ({"session_id": ["s1"]}, "session_id"),
    ({"session_id": {}}, "session_id"),
    ({"session_id": {"gt": "a"}}, "gt"),
    ({"session_id": {"like": "a"}}, "like"),
    ({"session_id": {"in": "s1"}}, "list"),
    ({"session_id": {"in": ["s1", 2]}}, "session_id"),
    ({"session_id": {"in": ["x"] * 600}}, "conditions"),
    ({"sender_id": {"ne": "alice"}}, "ne"),
    ({"sender_id": {"gte": "alice"}}, "gte"),
    ({"sender_id": {"in": [{}]}}, "sender_id"),
    ({"timestamp": True}, "timestamp"),
    ({"timestamp": 1.5}, "timestamp"),
    ({"timestamp": None}, "timestamp"),
    ({"timestamp": "yesterday"}, "yesterday"),
    ({"timestamp": ""}, "timestamp"),
    ({"timestamp": 10**17}, "timestamp"),
    ({"timestamp": -(10**30)}, "timestamp"),
    ({"timestamp": {"gte": 10**400}}, "timestamp"),
    ({"timestamp": "0001-01-01T00:00:00+14:00"}, "timestamp"),
    ({"timestamp": {"in": [1]}}, "in"),
    (DEEP, "deep"),
    ({"OR": [{"session_id": str(number)} for number in range(600)]}, "conditions"),
]


@pytest.mark.parametrize(("filters", "named"), REFUSED, ids=lambda value: repr(value)[:60])
def test_refused_by_name(filters: dict, named: str):
    with pytest.raises(InvalidInput, match=named):
        compile_filters(filters, UTC)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["AND", "OR", "session_id", "timestamp", "sender_id", "eq", "ne", "in", "gte"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["AND", "OR", "session_id", "timestamp", "sender_id", "x"]), json_values)
)
def test_any_json_compiles_or_is_refused(filters: dict):
    try:
        compiled = compile_filters(filters, UTC)
    except InvalidInput:
        return
    if compiled is not None:
        outside = re.sub("'(?:[^']|'')*'", "", compiled)  # of quoted values, in which anything may stand
        assert "'" not in outside
        assert outside.count("(") == outside.count(")")


def test_nothing_demanded_is_no_condition():
    assert compile_filters(None, UTC) is None
    assert compile_filters({}, UTC) is None


@pytest.mark.parametrize(
    ("filters", "session"),
    [
        (None, None),
        ({"session_id": "s1"}, "s1"),
        ({"session_id": "s1", "sender_id": "alice"}, "s1"),
        ({"session_id": {"eq": "s1"}}, None),
        ({"AND": [{"session_id": "s1"}]}, None),
    ],
)
def test_only_a_plain_session_asks_for_waiting_messages(filters: dict | None, session: str | None):
    assert unprocessed_session(filters) == session
