"""What the schemas say is true: a real server is asked each of their examples, and each call is refused for each reason
that they name."""

import copy
import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPMessage
from typing import Any

import pytest
from django.http import HttpRequest, JsonResponse
from django.test import Client

from memory import times
from memory.api.everos_v1.errors import error_response
from memory.api.openapi.completing import complete, operations
from memory.api.openapi.examples import Step, load_steps
from tests.api.example_walk import SCHEMAS, Walk, address_of, walking
from tests.conftest import change_settings

Json = dict[str, Any]
every_dialect = pytest.mark.parametrize("dialect", SCHEMAS)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walking(tmp_path_factory.mktemp("examples")) as begun:
        yield begun


@every_dialect
def test_the_server_answers_each_example_as_its_schema_says(walk: Walk, dialect: str) -> None:
    schema = walk.schema(dialect)
    calls = {call["operationId"]: call for _, call in operations(schema)}
    walk.settle()  # operators look at what the dialects before have left
    for step in load_steps(dialect):
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
    from jsonschema import Draft202012Validator  # which compiles dozens of grammars when it is imported

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


@pytest.fixture(scope="module")
def limited(walk: Walk) -> tuple[str, str]:
    """A key that may only read, and one that may only write."""
    reading, writing = (
        walk.server.manage("token", can, "--can", can).split()[-1] for can in ("read", "write")
    )
    return reading, writing


class Asked:
    """The calls of one dialect, as its examples make them. None of them gets in, so none needs those before it."""

    def __init__(self, walk: Walk, dialect: str) -> None:
        self.walk, self.schema = walk, walk.schema(dialect)
        self.calls = {call["operationId"]: call for _, call in operations(self.schema)}
        self.steps = {step.operation: step for step in reversed(load_steps(dialect))}
        assert self.steps.keys() == self.calls.keys()

    def refused(
        self, step: Step, status: int, declared: str = "", method: str = "", **headers: str
    ) -> HTTPMessage:
        """The headers, after a check that the answer is the one that the call declares."""
        way, address = address_of(self.schema, step)
        connection = HTTPConnection("127.0.0.1", self.walk.server.port, timeout=60)
        body = None if step.request is None else json.dumps(step.request)
        given = {"Content-Type": "application/json", **{n.replace("_", "-"): v for n, v in headers.items()}}
        connection.request(method or way, address, None if "Content-Length" in given else body, given)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
        assert answer.status == status, (step.operation, told)
        described = resolved(self.schema, self.calls[step.operation]["responses"][declared or str(status)])
        assert not strange(self.schema, described, told), (step.operation, told)
        assert "X-Request-Id" in answer.headers
        return answer.headers


@every_dialect
def test_without_a_key(walk: Walk, dialect: str) -> None:
    asked = Asked(walk, dialect)
    for step in asked.steps.values():
        assert asked.refused(step, 401)["WWW-Authenticate"]


@every_dialect
def test_with_another_host(walk: Walk, dialect: str) -> None:
    asked = Asked(walk, dialect)
    for step in asked.steps.values():
        asked.refused(step, 400, Host="elsewhere.example.org")


@every_dialect
def test_with_a_body_that_is_too_large(walk: Walk, dialect: str) -> None:
    asked = Asked(walk, dialect)
    for step in asked.steps.values():
        if "requestBody" in asked.calls[step.operation]:
            asked.refused(step, 413, Authorization=f"Token {walk.key}", Content_Length=str(2**31))


@every_dialect
def test_with_a_method_that_the_path_does_not_take(walk: Walk, dialect: str) -> None:
    asked = Asked(walk, dialect)
    for step in asked.steps.values():
        refused = asked.refused(step, 405, "default", "PROPFIND", Authorization=f"Token {walk.key}")
        assert refused["Allow"]


@every_dialect
def test_with_a_key_that_does_not_allow_it(walk: Walk, limited: tuple[str, str], dialect: str) -> None:
    asked = Asked(walk, dialect)
    reading, writing = limited
    for step in asked.steps.values():
        if step.operation == "token":  # asks for no action: what it gives out is part of the key
            continue
        call = address_of(asked.schema, step)
        can_read = walk.status_of(*call, step, reading) != 403
        asked.refused(step, 403, Authorization=f"Token {writing if can_read else reading}")


@every_dialect
@pytest.mark.django_db
def test_too_often(client: Client, settings: Any, dialect: str) -> None:
    """Of each sort of call one a minute."""
    change_settings(
        settings, "rates", enabled=True, reads_per_minute=1, writes_per_minute=1, searches_per_minute=1
    )
    schema = client.get(SCHEMAS[dialect]).json()
    calls = {call["operationId"]: call for _, call in operations(schema)}
    for step in load_steps(dialect)[:6]:
        method, address = address_of(schema, step)
        body = "" if step.request is None else json.dumps(step.request)
        for _ in range(2):
            answer = client.generic(method, address, body, "application/json")
        described = resolved(schema, calls[step.operation]["responses"]["429"])
        assert answer.status_code == 429, (step.operation, answer.content)
        assert not strange(schema, described, answer.json())
        assert all(name in answer for name in described["headers"])


def test_a_dialect_gets_the_errors_that_it_really_answers() -> None:
    """What all calls share is nobody's own work: a dialect declares the shape of its errors once."""

    def refuse(request: HttpRequest, status: int, message: str) -> JsonResponse:
        fault = {"type": "error", "error": {"status": status, "message": message}, "at": times.now()}
        return JsonResponse(fault, status=409 if status == 503 else status)

    def made() -> Json:
        shapes: Json = {200: {}, 404: {"$ref": "#/components/schemas/Fault"}}
        answers = {
            status: {"content": {"application/json": {"schema": each}}} for status, each in shapes.items()
        }
        schema: Json = {
            "paths": {"/look": {"get": {"operationId": "look", "responses": answers}}},
            "components": {
                "schemas": {"Fault": {"properties": {"type": {}, "error": {"type": "object"}, "at": {}}}}
            },
        }
        return complete(schema, refuse, [Step("look", answer={"seen": 1})])

    schema = made()
    assert schema == made(), "the same at each reading"
    declared = schema["paths"]["/look"]["get"]["responses"]
    answers = {status: resolved(schema, each) for status, each in declared.items()}
    assert set(answers) == {"200", "400", "401", "403", "404", "409", "429", "500", "default"}
    assert answers["200"]["content"]["application/json"]["example"] == {"seen": 1}
    for answer in list(answers.values())[1:]:
        example = answer["content"]["application/json"]["example"]
        assert not strange(schema, answer, example)
        assert example["error"]["message"]


def test_an_example_of_an_operation_that_is_gone_is_told() -> None:
    with pytest.raises(ValueError, match="'sing', which is not in the schema"):
        complete({"paths": {}}, error_response, [Step("sing")])
