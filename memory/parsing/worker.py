"""The separate process: reads one document from standard input, and writes its text or the reason why there is none as
JSON.

`python -m memory.parsing.worker FORMAT CHARACTERS SECONDS MEMORY_BYTES [CHARSET]`
"""

import json
import math
import os
import resource
import sys

from memory.errors import UnsupportedContent
from memory.parsing import reader
from memory.parsing.formats import by_name
from memory.parsing.text import Limits, NoText, Source, Text

NICENESS = 10


def main(arguments: list[str]) -> None:
    name, characters, seconds, memory_bytes, *charset = arguments
    limits = Limits(int(characters), float(seconds), int(memory_bytes))
    confine(limits)
    source = Source(sys.stdin.buffer.read(), charset[0] if charset else None)
    json.dump(answer(name, source, limits), sys.stdout)


def confine(limits: Limits) -> None:
    """Limits this process through the kernel, which holds even if nobody waits for it any more.

    No file can be written, and the process runs at a low priority.
    """
    os.nice(NICENESS)
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, math.ceil(limits.seconds)),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, allowed))


def answer(name: str, source: Source, limits: Limits) -> dict[str, str]:
    out = Text(limits.characters)
    try:
        reader.read(by_name(name), source, out)
        return {"text": out.result()}
    except NoText as error:
        return {"empty": str(error)}
    except UnsupportedContent as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": f"reading the document takes more than {limits.memory_bytes} bytes of memory"}


if __name__ == "__main__":
    main(sys.argv[1:])
