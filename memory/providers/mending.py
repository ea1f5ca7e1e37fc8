"""Repairs what a model wrote instead of JSON, in a separate process.

The library searches repeatedly for the end of what is broken: 50 kB of hostile input can take minutes.
"""

import json
import sys
from typing import Any

from memory import bounded_json
from memory.coordination.limited_process import TooSlow, confine, output_of

SECONDS = 3
MEMORY_BYTES = 1024**3
MAX_CHARACTERS = 1_000_000


def mended(text: str) -> Any:
    """Raises ValueError if the text cannot be repaired, or not within the limits."""
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"it is longer than {MAX_CHARACTERS} characters")
    try:
        written = output_of(__name__, input=text.encode("utf-8", "replace"), seconds=SECONDS)
    except TooSlow as error:
        raise ValueError(f"mending it takes more than {SECONDS} s") from error
    return bounded_json.loads(written.decode())  # nothing, if it gave up


def main() -> None:
    import json_repair

    confine(SECONDS, MEMORY_BYTES)
    sys.stdout.write(json.dumps(json_repair.loads(sys.stdin.read())))


if __name__ == "__main__":
    main()
