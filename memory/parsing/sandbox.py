"""Reads a document in a separate process (memory.coordination.limited_process), which is this module, too:

`python -m memory.parsing.sandbox FORMAT CHARACTERS SECONDS MEMORY_BYTES [CHARSET]`

Nothing in memory.parsing depends on Django or the settings, so that the process starts quickly.
"""

import json
import os
import re
import sys

from memory.coordination.limited_process import TooSlow, confine, output_of
from memory.errors import UnsupportedContent
from memory.parsing import reader
from memory.parsing.formats import Format, by_name
from memory.parsing.text import Limits, NoText, Source, Text

NICENESS = 10
CHARSET = re.compile(r"[\w.:-]{1,40}")


def parse(format: Format, source: Source, limits: Limits) -> str:
    """The document's text. Raises UnsupportedContent with the reason, NoText if there is nothing to read."""
    output = _run(format, source, limits)
    try:
        answer: dict[str, str] = json.loads(output)
    except ValueError as error:  # killed by the kernel
        raise UnsupportedContent("the document cannot be read within the server's limits") from error
    if "empty" in answer:
        raise NoText(answer["empty"])
    if "refused" in answer:
        raise UnsupportedContent(answer["refused"])
    return answer["text"]


def _run(format: Format, source: Source, limits: Limits) -> bytes:
    arguments = [format.name, str(limits.characters), str(limits.seconds), str(limits.memory_bytes)]
    if source.charset and CHARSET.fullmatch(source.charset):  # the only argument that a client chooses
        arguments.append(source.charset)
    try:
        return output_of(__name__, *arguments, input=source.data, seconds=limits.seconds)
    except TooSlow as error:
        raise UnsupportedContent(f"reading the document takes more than {limits.seconds:g} s") from error


def main(arguments: list[str]) -> None:
    """In the separate process: reads the document from standard input, and writes its text, or the reason why there is
    none, as JSON.
    """
    name, characters, seconds, memory_bytes, *charset = arguments
    limits = Limits(int(characters), float(seconds), int(memory_bytes))
    os.nice(NICENESS)
    confine(limits.seconds, limits.memory_bytes)
    source = Source(sys.stdin.buffer.read(), charset[0] if charset else None)
    json.dump(_answer(name, source, limits), sys.stdout)


def _answer(name: str, source: Source, limits: Limits) -> dict[str, str]:
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
