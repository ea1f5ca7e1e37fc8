"""Repairs what a model wrote instead of JSON, in a separate process.

The library searches repeatedly for the end of what is broken: 50 kB of hostile input can take minutes, and a thread
cannot be stopped. A process can, and its death costs only the answer.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from memory import bounded_json

SECONDS = 3
MEMORY_BYTES = 1024**3
MAX_CHARACTERS = 1_000_000


def mended(text: str) -> Any:
    """Raises ValueError if the text cannot be repaired, or not within the limits."""
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"it is longer than {MAX_CHARACTERS} characters")
    try:
        done = subprocess.run(  # nosec B603 # our own interpreter and file
            [sys.executable, "-S", "-P", __file__],
            input=text.encode("utf-8", "replace"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            env=_environment(),
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ValueError(f"mending it takes more than {SECONDS} s") from error
    return bounded_json.loads(done.stdout.decode())  # nothing, if it gave up


def _environment() -> dict[str, str]:
    """Only the location of the code."""
    project = str(Path(__file__).parents[2])
    return {"PYTHONPATH": os.pathsep.join([project, *filter(None, sys.path)]), "PYTHONUTF8": "1"}


def main() -> None:
    import json_repair

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.stdout.write(json.dumps(json_repair.loads(sys.stdin.read())))


if __name__ == "__main__":
    main()
