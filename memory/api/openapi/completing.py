"""Completes the OpenAPI schema of a dialect with what all calls share (refusals, headers) and with examples; those of
errors are made by the function that writes the real ones.

`.ci/schemas.py` checks that nothing is missing.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest

from memory.api.openapi import examples
from memory.api.openapi.examples import Step
from memory.api.openapi.refusals import (
    HEADERS,
    OTHERWISE,
    OTHERWISE_MESSAGE,
    OTHERWISE_WHEN,
    RATE_HEADERS,
    REFUSALS,
    REQUEST_ID,
    REQUEST_ID_HEADER,
    WHEN,
    Json,
    Refusal,
)
from memory.api.request_meta import set_request_id
from memory.api.rest.errors import ErrorResponse

EXAMPLE_TIME = "2026-11-21T20:29:44.275000+00:00"
METHODS = ("get", "post", "put", "patch", "delete")
JSON_TYPE = "application/json"
DONE = {"200": "It is done.", "202": "Accepted; the work continues in the background."}
Answers = Callable[..., tuple[int, Json]]  # _error_answer of a dialect


def _error_answer(
    error_response: ErrorResponse, status: int, message: str, path: str = "/"
) -> tuple[int, Json]:
    """The status and the body of an error; a dialect may map the status to another one."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "POST", path, path
    request.META |= {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000"}
    set_request_id(request, REQUEST_ID)
    answer = error_response(request, status, message)
    return answer.status_code, _with_fixed_times(json.loads(answer.content))


def _with_fixed_times(value: Any) -> Any:
    """The value with each time replaced by a constant, so that the schema is always the same."""
    match value:
        case dict():
            return {name: _with_fixed_times(each) for name, each in value.items()}
        case list():
            return [_with_fixed_times(each) for each in value]
        case str() if _is_time(value):
            return EXAMPLE_TIME
        case _:
            return value


def _is_time(text: str) -> bool:
    try:
        return "T" in text and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def complete(schema: Json, error_response: ErrorResponse, steps: Sequence[Step]) -> Json:
    """Adds to the schema, in place, what the server answers to the calls of any dialect."""
    components = schema.setdefault("components", {})
    answers, error = partial(_error_answer, error_response), _error_schema(schema)
    components["headers"] = dict(HEADERS)
    components["responses"] = _shared(answers, error)
    for path, call in operations(schema):
        _complete_call(call, path, answers, error, components["responses"])
    examples.place(schema, steps)
    _drop_unused(schema)
    return schema


def operations(schema: Json) -> Iterator[tuple[str, Json]]:
    for path, calls in schema["paths"].items():
        yield from ((path, calls[method]) for method in METHODS if method in calls)


def _error_schema(schema: Json) -> Json:
    """The schema that calls declare most often for an error; if none does, one that allows anything."""
    declared = Counter(
        json.dumps(shape)
        for _, call in operations(schema)
        for status, answer in call["responses"].items()
        if str(status) >= "4" and (shape := schema_of(answer)) is not None
    )
    return json.loads(declared.most_common(1)[0][0]) if declared else {}


def _shared(answers: Answers, error: Json) -> Json:
    """The refusals that any call may get, by component name."""
    shared: Json = {}
    names: dict[int, str] = {}
    for refusal in REFUSALS:
        status, body = answers(refusal.status, refusal.message)
        name = names.setdefault(status, refusal.name)
        answer = shared.setdefault(name, _answer(refusal.when, error, body))
        if name != refusal.name:  # the dialect answers two refusals with one status
            answer["description"] += f" Or: {refusal.when}"
        answer["headers"] |= _references(refusal.headers)
    body = answers(405, OTHERWISE_MESSAGE)[1]
    shared[OTHERWISE] = _answer(OTHERWISE_WHEN, error, body)
    shared[OTHERWISE]["headers"] |= _references(["Allow"])
    return shared


def _answer(description: str, error: Json, body: Json) -> Json:
    content = {JSON_TYPE: {"schema": error, "example": body}}
    return {"description": description, "headers": _references([REQUEST_ID_HEADER]), "content": content}


def _complete_call(call: Json, path: str, answers: Answers, error: Json, shared: Json) -> None:
    declared = call["responses"] = {str(status): answer for status, answer in call["responses"].items()}
    for status, answer in declared.items():
        if status >= "4":
            _explain(answer, int(status), path, answers, error)
        else:
            answer["description"] = answer.get("description") or DONE.get(status, DONE["200"])
        answer["headers"] = _references([REQUEST_ID_HEADER, *RATE_HEADERS]) | answer.get("headers", {})
    for refusal in REFUSALS:
        status = str(answers(refusal.status, refusal.message)[0])
        if refusal.of_bodies and "requestBody" not in call:
            declared.pop(status, None)
        elif refusal.name in shared:
            _share(declared, status, refusal, error)
    declared["default"] = {"$ref": f"#/components/responses/{OTHERWISE}"}
    call["responses"] = dict(sorted(declared.items()))


def _share(declared: Json, status: str, refusal: Refusal, error: Json) -> None:
    """Refers to the shared refusal, unless the call describes this status itself."""
    own = declared.get(status)
    if own is None or (schema_of(own) == error and is_bare(own["description"], int(status))):
        declared[status] = {"$ref": f"#/components/responses/{refusal.name}"}
    else:
        own["headers"] |= _references(refusal.headers)


def _explain(answer: Json, status: int, path: str, answers: Answers, error: Json) -> None:
    """Describes an error that the call itself declares, and gives an example of it."""
    if is_bare(answer.get("description", ""), status) and status in WHEN:
        answer["description"] = WHEN[status]
    if schema_of(answer) == error:
        _, body = answers(status, answer["description"], path)
        answer["content"][JSON_TYPE].setdefault("example", body)


def is_bare(description: str, status: int) -> bool:
    """Whether a description only repeats the status. Python 3.13 changed the phrases of some."""
    phrase = HTTPStatus(status).phrase
    return description in ("", phrase, "Request Entity Too Large", "Unprocessable Entity")


def schema_of(answer: Json) -> Json | None:
    schema: Json | None = answer.get("content", {}).get(JSON_TYPE, {}).get("schema")
    return schema


def _references(names: Sequence[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _drop_unused(schema: Json) -> None:
    """Removes components that nothing refers to."""
    for sort in ("responses", "headers", "schemas"):
        parts: dict[str, Any] = schema["components"].get(sort, {})
        while unused := [name for name in parts if f'"#/components/{sort}/{name}"' not in json.dumps(schema)]:
            for name in unused:
                del parts[name]
