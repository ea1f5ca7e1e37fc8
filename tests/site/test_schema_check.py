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
    ],
    ids=["servers", "security", "scheme", "summary", "keyword", "specification"],
)
def test_each_mistake_is_told(break_it: Any, told: str, tmp_path: Path) -> None:
    schema = json.loads(GOLDEN.read_text("utf-8"))
    break_it(schema)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(schema))
    done = check(path)
    assert done.returncode == 1
    assert told in done.stderr
