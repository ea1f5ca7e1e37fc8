"""Parses a chat model's text as a pydantic model, repairing what can be repaired without loss."""

import contextlib
import re
import zlib
from collections.abc import Mapping
from typing import Any

import openai
from pydantic import BaseModel, ValidationError

from memory import bounded_json
from memory.providers.mending import mended
from memory.providers.protocols import Shape
from memory.text.cleaning import clean

THINKING, THOUGHT = "<think>", "</think>"
OPENING = re.compile(r"[{\[]")
FENCE = re.compile(r"```[A-Za-z]*+[^\S\n]*+\n")
FENCE_END = re.compile(r"^[^\S\n]*+```", re.MULTILINE)
MAX_NAMED_PROBLEMS = 5
# Prose compresses 2 to 4 times, lists of similar objects up to 10; one sentence repeated, 40 times and more.
LOOPING_CHARACTERS = 1500
LOOPING_RATIO = 25


class NotTheShape(Exception):
    """The answer does not have the requested form. The message names places and rules, never contents."""


def schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema in the strict form of `response_format`: closed objects, every key required.

    Without titles, docstrings and defaults, which each call would pay for, and with definitions where they are used:
    that is shorter, and some servers do not follow references. No shape contains itself.
    """
    schema: dict[str, Any] = dict(openai.pydantic_function_tool(shape)["function"]["parameters"])
    return dict(_bare(schema, schema.pop("$defs", {})))


def _bare(schema: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_bare(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _bare(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    return {
        key: {name: _bare(each, definitions) for name, each in value.items()}
        if key == "properties"
        else _bare(value, definitions)
        for key, value in schema.items()
        if key not in ("title", "description", "default")
    }


def read(content: str, shape: type[Shape]) -> Shape:
    """The answer as `shape`. Raises NotTheShape."""
    text = _unwrapped(clean(content))
    if not text:
        raise NotTheShape("the answer is empty")
    if is_looping(text):
        raise NotTheShape("the answer says the same over and over")
    try:
        return shape.model_validate(_without_lone_surrogates(_loaded(text)))
    except ValidationError as error:
        raise NotTheShape(_problems(error)) from error


def is_looping(text: str) -> bool:
    if len(text) < LOOPING_CHARACTERS:
        return False
    data = text.encode("utf-8")
    return len(data) > LOOPING_RATIO * len(zlib.compress(data))


def _unwrapped(text: str) -> str:
    """Without the reasoning and the code fence that some models put around their JSON."""
    text = without_thoughts(text).strip()
    return text if text.startswith(("{", "[")) else _in_fence(text).strip()


def without_thoughts(text: str) -> str:
    """Removes reasoning that some models write before their answer."""
    kept, position = [], 0
    while (start := text.find(THINKING, position)) >= 0 and (end := text.find(THOUGHT, start)) >= 0:
        kept.append(text[position:start])
        position = end + len(THOUGHT)
    return "".join([*kept, text[position:]])


def _in_fence(text: str) -> str:
    """The text between the first and the last fence, or the whole text if there are not two."""
    start = FENCE.search(text)
    ends = list(FENCE_END.finditer(text, start.end())) if start else []
    return text[start.end() : ends[-1].start()] if start and ends else text


def _loaded(text: str) -> Any:
    with contextlib.suppress(ValueError):
        return bounded_json.loads(text)
    start = OPENING.search(text)
    end = max(text.rfind("}"), text.rfind("]"))
    if start is None or end < start.start():
        # Closing what was left open would silently keep half of a text.
        raise NotTheShape("the answer is not one complete JSON object")
    try:
        return mended(text[start.start() : end + 1])
    except ValueError as error:
        raise NotTheShape("the answer is not JSON") from error


def _without_lone_surrogates(value: Any) -> Any:
    """JSON can spell half a character (`\\ud83d`), which no file and no database takes."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {clean(str(key)): _without_lone_surrogates(item) for key, item in value.items()}
    return value


def _problems(error: ValidationError) -> str:
    details = error.errors(include_url=False, include_context=False, include_input=False)
    named = [f"{'.'.join(map(str, detail['loc'])) or 'answer'}: {detail['type']}" for detail in details]
    more = f" and {len(named) - MAX_NAMED_PROBLEMS} more" if len(named) > MAX_NAMED_PROBLEMS else ""
    return "; ".join(named[:MAX_NAMED_PROBLEMS]) + more
