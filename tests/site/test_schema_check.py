"""What `make check` says of the OpenAPI schemas."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
GOLDEN = PROJECT / "tests" / "contract" / "openapi.json"


def check(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / ".ci" / "schemas.py"), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def get_in(schema: Any) -> Any:
    return schema["paths"]["/api/v1/memory/get"]["post"]


def body_of(schema: Any) -> Any:
    return get_in(schema)["requestBody"]["content"]["application/json"]


def answer_of(schema: Any) -> Any:
    return get_in(schema)["responses"]["200"]


@pytest.mark.long
def test_the_schemas_of_all_dialects_are_right() -> None:
    done = check()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
@pytest.mark.parametrize(
    ("break_it", "told"),
    [
        (lambda schema: schema.pop("servers"), "there are no servers"),
        (lambda schema: schema.pop("security"), "has no security"),
        (lambda schema: schema["components"]["securitySchemes"].clear(), "has no security"),
        (lambda schema: schema["paths"]["/api/v1/memory/get"]["post"].pop("summary"), "has no summary"),
        (lambda schema: schema["components"]["schemas"]["AddRequest"].update(gt=0), "has the keyword gt"),
        (lambda schema: schema["info"].pop("title"), "is a required property"),
        (lambda schema: get_in(schema)["responses"].pop("429"), "post /api/v1/memory/get has no answer 429"),
        (lambda schema: body_of(schema).pop("example"), "has no example of its body"),
        (
            lambda schema: body_of(schema)["example"].pop("memory_type"),
            "an example of its body that does not fit",
        ),
        (lambda schema: answer_of(schema)["headers"].pop("X-Request-Id"), "the header X-Request-Id of 200"),
        (lambda schema: answer_of(schema)["headers"].pop("RateLimit-Reset"), "rate limits of 200"),
        (
            lambda schema: answer_of(schema)["content"]["application/json"].pop("example"),
            "example of a success",
        ),
    ],
    ids=[
        "servers",
        "security",
        "scheme",
        "summary",
        "keyword",
        "specification",
        "refusal",
        "body",
        "misfit",
        "id",
        "rates",
        "success",
    ],
)
def test_each_mistake_is_told(break_it: Any, told: str, tmp_path: Path) -> None:
    schema = json.loads(GOLDEN.read_text("utf-8"))
    break_it(schema)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(schema))
    done = check(path)
    assert done.returncode == 1
    assert told in done.stderr
