"""Whatever JSON a client keeps with a memory, its file gives it back."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.kinds.note import NOTE
from memory.markdown.document import parse, render_single
from memory.scope import user

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ALICE = user("alice")

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
)


def kept(metadata: dict[str, Any], memory: str = "tea") -> Any:
    said = {"category": "fact", "created_at": NOON, "metadata": metadata, "memory": memory}
    document = parse(NOTE, render_single(NOTE, ALICE, said, name="n"), owner=ALICE, name="n")
    assert document.problems == []
    [entry] = document.entries
    return entry.values["metadata"], entry.values["memory"]


@given(st.dictionaries(texts, values, min_size=1, max_size=4))
def test_any_object(metadata: dict[str, Any]) -> None:
    assert kept(metadata)[0] == metadata


@given(texts.filter(lambda text: "\x00" not in text))
def test_any_text(memory: str) -> None:
    assert kept({"a": 1}, memory)[1] == memory


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-21",
        "null",
        "~",
        "1e3",
        "0x10",
        "yes",
        "1:30",
        "- a",
        "# b",
        "a: b",
        "&x",
        "*x",
        "!tag",
        "|",
        "\x00\x85\u2028",
        "'\"\\",
        " a ",
    ],
)
def test_what_yaml_would_take_for_something_else(text: str) -> None:
    assert kept({text: [text]})[0] == {text: [text]}


def test_numbers_keep_their_type() -> None:
    for number in (1, 1.0, -0.0, 10**30, 1e300, 5e-324, True):
        [found] = kept({"n": number})[0].values()
        assert (type(found), repr(found)) == (type(number), repr(number))
