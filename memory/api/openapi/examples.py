"""Examples of a dialect's calls, in `examples.json` of its folder: a walk through it, in the order of the file.

A step names its operation, what is sent and what came back. `python -m tests.api.record_examples` takes the walk on a
server and writes down the answers; tests/api/test_examples.py takes it again, so that no example is of another time.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory.api.openapi.refusals import Json

FOLDERS = Path(__file__).resolve().parents[1]
JSON_TYPE = "application/json"


@dataclass(frozen=True, slots=True)
class Step:
    operation: str
    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    request: Any = None
    status: int = 200
    answer: Any = None  # None where it is no JSON

    @property
    def parameters(self) -> dict[tuple[str, str], Any]:
        """By place and name, as a schema has them."""
        given = {"path": self.path, "query": self.query, "header": self.headers}
        return {(place, name): value for place, values in given.items() for name, value in values.items()}


def file_of(dialect: str) -> Path:
    """A dialect's name is that of its folder, with hyphens."""
    return FOLDERS / dialect.replace("-", "_") / "examples.json"


def steps_of(dialect: str) -> list[Step]:
    """None of them where the dialect has no file yet: then `.ci/schemas.py` says what lacks an example."""
    file = file_of(dialect)
    return [Step(**each) for each in json.loads(file.read_text("utf-8"))] if file.exists() else []


def place(schema: Json, steps: Sequence[Step]) -> None:
    """Writes into a schema what was sent and what came back. The first step of an operation and status counts."""
    calls = {
        call["operationId"]: call
        for methods in schema["paths"].values()
        for call in methods.values()
        if isinstance(call, dict) and "operationId" in call
    }
    for step in reversed(steps):
        if step.operation not in calls:
            raise ValueError(
                f"examples.json names the operation {step.operation!r}, which is not in the schema"
            )
        call = calls[step.operation]
        _set_example(call["responses"].get(str(step.status), {}), step.answer)
        if step.status < 400:
            _set_example(call.get("requestBody", {}), step.request)
            _place_parameters(call, step)
    for step in steps:
        if step.status >= 400:
            _lend(calls, step)


def _place_parameters(call: Json, step: Step) -> None:
    for parameter in call.get("parameters", []):
        value = step.parameters.get((parameter["in"], parameter["name"]))
        if value is not None:
            parameter["example"] = value


def _lend(calls: Json, step: Step) -> None:
    """A refusal is an example for all calls that are refused in the same shape and have none of their own."""
    lender = calls[step.operation]["responses"][str(step.status)]
    for call in calls.values():
        answer = call["responses"].get(str(step.status), {})
        content = answer.get("content", {}).get(JSON_TYPE, {})
        if (
            content
            and step.answer is not None
            and content["schema"] == lender["content"][JSON_TYPE]["schema"]
        ):
            content.setdefault("example", step.answer)


def _set_example(part: Json, value: Any) -> None:
    content = part.get("content", {}).get(JSON_TYPE)
    if content is not None and value is not None:
        content["example"] = value
