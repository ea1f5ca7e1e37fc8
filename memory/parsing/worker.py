"""The separate process: reads one document from standard input, and writes its text or the reason why there is none as
JSON.

`python -m memory.parsing.worker FORMAT CHARACTERS SECONDS MEMORY_BYTES [CHARSET]`
"""

import json
import os
import sys

from memory.coordination.limited_process import confine
from memory.errors import UnsupportedContent
from memory.parsing import reader
from memory.parsing.formats import by_name
from memory.parsing.text import Limits, NoText, Source, Text

NICENESS = 10


def main(arguments: list[str]) -> None:
    name, characters, seconds, memory_bytes, *charset = arguments
    limits = Limits(int(characters), float(seconds), int(memory_bytes))
    os.nice(NICENESS)
    confine(limits.seconds, limits.memory_bytes)
    source = Source(sys.stdin.buffer.read(), charset[0] if charset else None)
    json.dump(answer(name, source, limits), sys.stdout)


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
