"""Answers that loop, and answers that only look like it."""

import json

import pytest
from pydantic import BaseModel

from memory.providers import structured


class Notes(BaseModel):
    notes: list[str]


class Note(BaseModel):
    """What each call would pay for."""

    text: str
    title: str = ""


class Notebook(BaseModel):
    first: Note
    others: list[Note]


def test_a_schema_is_as_short_as_it_can_be_and_refers_to_nothing() -> None:
    note = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "title": {"type": "string"}},
        "required": ["text", "title"],
        "additionalProperties": False,
    }
    assert structured.schema_of(Notebook) == {
        "type": "object",
        "properties": {"first": note, "others": {"type": "array", "items": note}},
        "required": ["first", "others"],
        "additionalProperties": False,
    }


def test_a_sentence_over_and_over_is_a_loop() -> None:
    assert structured.is_looping("The user likes tea. " * 200)
    assert structured.is_looping("喝茶。" * 1500)


def test_a_long_list_of_similar_things_is_none() -> None:
    items = [{"category": "food", "description": f"likes dish number {n}"} for n in range(200)]
    assert not structured.is_looping(json.dumps(items, indent=2))


def test_a_short_repetition_is_none() -> None:
    assert not structured.is_looping("ha " * 100)


def test_a_text_that_holds_a_code_fence_is_kept_whole() -> None:
    notes = {"notes": ["before\n```python\nprint(1)\n```\nafter"]}
    assert structured.read(json.dumps(notes), Notes).notes == notes["notes"]


def test_what_is_wrong_is_named_without_quoting_it() -> None:
    with pytest.raises(structured.NotTheShape) as problem:
        structured.read('{"notes": [1, "fine", {"secret": 2}]}', Notes)
    assert str(problem.value) == "notes.0: string_type; notes.2: string_type"
