"""Takes the walks of all examples on a server, and writes down what it answers: `python -m tests.api.record_examples`.

Names of dialects record these only (`everos-v1 maas`). A `?` in the path or the body of a new step becomes what the
latest answers call by that name, or their `id`.
"""

import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import django


def main(names: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from memory.api.openapi.examples import Step, examples_file, load_steps
    from tests.api.example_walk import SCHEMAS, walking

    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder, walking(Path(folder)) as walk:
        for dialect in SCHEMAS:
            schema = walk.schema(dialect)
            walk.settle()
            recorded: list[Step] = []
            for step in load_steps(dialect):
                taken = walk.take(schema, step)
                recorded.append(replace(taken.step, answer=taken.body))
                if taken.status != step.status:
                    wrong.append(
                        f"{dialect}: {step.operation} answers {taken.status}, not {step.status}: {taken.body}"
                    )
            if recorded and dialect in (names or SCHEMAS):
                examples_file(dialect).write_text(written(recorded), "utf-8")
    sys.exit("\n".join(wrong))


def written(steps: list[Any]) -> str:
    fields = ("operation", "path", "query", "headers", "request", "status", "answer")
    given = [
        {name: value for name in fields if (value := getattr(step, name)) not in ({}, None)} for step in steps
    ]
    return json.dumps(given, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
