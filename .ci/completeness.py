"""What an operation of a schema lacks: refusals that any call may get, headers, examples, and that these fit."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

Json = dict[str, Any]

JSON_TYPE = "application/json"
OF_ANY_CALL = ("400", "401", "403", "429", "500", "default")
OF_BODIES = ("413",)
REQUEST_ID = "X-Request-Id"
RATES = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}


def lacking(schema: Json, call: Json) -> Iterator[str]:
    """`schema` holds the components that the operation refers to."""
    takes_a_body = "requestBody" in call
    answers = {status: resolved(schema, each) for status, each in call["responses"].items()}
    wanted = OF_ANY_CALL + (OF_BODIES if takes_a_body else ())
    yield from (f"has no answer {status}" for status in wanted if status not in answers)
    for status, answer in answers.items():
        yield from _of_answer(schema, status, answer)
    successes = [content for status in answers if status < "3" for content in _contents(answers[status])]
    if successes and not any("example" in content for content in successes):
        yield "has no example of a success"
    for content in _contents(call.get("requestBody", {})):
        yield from _of_content(schema, "its body", content)
    for parameter in call.get("parameters", []):
        if parameter.get("required") and "example" not in parameter:
            yield f"has no example of the parameter {parameter['name']}"
        if "example" in parameter:
            yield from _misfit(schema, f"the parameter {parameter['name']}", parameter)


def _of_answer(schema: Json, status: str, answer: Json) -> Iterator[str]:
    headers = set(answer.get("headers", {}))
    if not answer.get("description"):
        yield f"does not say when it answers {status}"
    if REQUEST_ID not in headers:
        yield f"does not name the header {REQUEST_ID} of {status}"
    if (status < "3" or status == "429") and not headers >= RATES:
        yield f"does not name the headers of rate limits of {status}"
    if status == "429" and "Retry-After" not in headers:
        yield "does not name the header Retry-After of 429"
    for content in _contents(answer):
        if status < "3":
            yield from _misfit(schema, f"{status}", content)
        else:
            yield from _of_content(schema, status, content)


def _of_content(schema: Json, what: str, content: Json) -> Iterator[str]:
    if "example" not in content:
        yield f"has no example of {what}"
    yield from _misfit(schema, what, content)


def _misfit(schema: Json, what: str, part: Json) -> Iterator[str]:
    if "example" not in part:
        return
    whole = {**part.get("schema", {}), "components": schema.get("components", {})}
    for error in Draft202012Validator(whole).iter_errors(part["example"]):
        yield f"has an example of {what} that does not fit: {error.message[:200]}"


def _contents(part: Json) -> Iterator[Json]:
    if JSON_TYPE in part.get("content", {}):
        yield part["content"][JSON_TYPE]


def resolved(schema: Json, part: Json) -> Json:
    if "$ref" not in part:
        return part
    found: Any = schema
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)
