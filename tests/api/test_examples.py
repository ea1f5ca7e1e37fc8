"""The examples of the schemas are true: a real server is asked each of them, and its answer is what the schema says."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from memory.api.openapi.completing import operations
from memory.api.openapi.examples import steps_of
from tests.api.example_walk import SCHEMAS, Walk, walking

Json = dict[str, Any]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walking(tmp_path_factory.mktemp("examples")) as begun:
        yield begun


@pytest.mark.parametrize("dialect", SCHEMAS)
def test_the_server_answers_each_example_as_its_schema_says(walk: Walk, dialect: str) -> None:
    schema = walk.schema(dialect)
    calls = {call["operationId"]: call for _, call in operations(schema)}
    walk.settle()  # operators look at what the dialects before have left
    for step in steps_of(dialect):
        taken = walk.take(schema, step)
        assert taken.status == step.status, (step.operation, taken.body)
        answer = resolved(schema, calls[step.operation]["responses"][str(step.status)])
        assert not strange(schema, answer, step.answer), step.operation
        assert not strange(schema, answer, taken.body), step.operation
        assert {name for name in answer["headers"] if name not in taken.headers} <= SOMETIMES, step.operation


SOMETIMES = {"Retry-After"}


def resolved(schema: Json, part: Json) -> Json:
    if "$ref" not in part:
        return part
    _, _, sort, name = part["$ref"].split("/")
    found: Json = schema["components"][sort][name]
    return found


def strange(schema: Json, answer: Json, body: Any) -> list[str]:
    """What of a body is not as its schema says, fields that are not in it included."""
    shape = answer.get("content", {}).get("application/json", {}).get("schema")
    if shape is None:
        return [] if body is None else ["JSON, where none is described"]
    whole = {**shape, "components": {"schemas": closed(schema["components"]["schemas"])}}
    return [error.message for error in Draft202012Validator(whole).iter_errors(body)]


def closed(part: Any) -> Any:
    """The same schema, that takes no fields which it does not name."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {name: closed(each) for name, each in copy.copy(part).items()}
    if part.get("type") == "object" and isinstance(part.get("properties"), dict):
        inner.setdefault("additionalProperties", False)
    return inner


def test_what_a_server_names_itself_is_followed() -> None:
    walk = Walk(server=None, key="", models="")  # type: ignore[arg-type]
    walk._learn(
        {"id": "of the file", "n": 7, "rows": [{"id": 3}]}, {"id": "of now", "n": 9, "rows": [{"id": 4}]}
    )
    assert walk._now({"id": 3, "limit": 3, "ids": ["of the file", 3]}) == {
        "id": 4,
        "limit": 3,
        "ids": ["of now", 4],
    }
    assert walk._now({"id": 3}, numbers=True) == {"id": 4}
