"""Examples of a dialect's calls, from `examples.json` in its folder: a sequence of requests with their responses.

`python -m tests.api.record_examples` makes the requests to a server and records the responses.
tests/api/test_examples.py makes them again, so that no example can be out of date.
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
    answer: Any = None  # None if it is not JSON

    @property
    def parameters(self) -> dict[tuple[str, str], Any]:
        """Values by (`in`, `name`), as a schema identifies parameters."""
        places = {"path": self.path, "query": self.query, "header": self.headers}
        return {(place, name): value for place, values in places.items() for name, value in values.items()}


def examples_file(dialect: str) -> Path:
    """The folder of a dialect has its name, with underscores for hyphens."""
    return FOLDERS / dialect.replace("-", "_") / "examples.json"


def load_steps(dialect: str) -> list[Step]:
    """Empty if the dialect has no file yet; `.ci/schemas.py` then lists the calls without examples."""
    file = examples_file(dialect)
    return [Step(**each) for each in json.loads(file.read_text("utf-8"))] if file.exists() else []


def place(schema: Json, steps: Sequence[Step]) -> None:
    """Writes the examples into a schema; the first step of an operation and status counts."""
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
            _share_refusal(calls, step)


def _place_parameters(call: Json, step: Step) -> None:
    for parameter in call.get("parameters", []):
        value = step.parameters.get((parameter["in"], parameter["name"]))
        if value is not None:
            parameter["example"] = value


def _share_refusal(calls: Json, step: Step) -> None:
    """Uses a refusal as the example of all calls with the same status and schema that have none of their own."""
    source = calls[step.operation]["responses"][str(step.status)]
    for call in calls.values():
        answer = call["responses"].get(str(step.status), {})
        content = answer.get("content", {}).get(JSON_TYPE, {})
        if (
            content
            and step.answer is not None
            and content["schema"] == source["content"][JSON_TYPE]["schema"]
        ):
            content.setdefault("example", step.answer)


def _set_example(part: Json, value: Any) -> None:
    content = part.get("content", {}).get(JSON_TYPE)
    if content is not None and value is not None:
        content["example"] = value
