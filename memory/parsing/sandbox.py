"""Reads a document in a separate process (memory.coordination.limited_process).

Nothing in memory.parsing depends on Django or the settings, so that the process starts quickly.
"""

import json
import re

from memory.coordination.limited_process import TooSlow, output_of
from memory.errors import UnsupportedContent
from memory.parsing.formats import Format
from memory.parsing.text import Limits, NoText, Source

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
        return output_of("memory.parsing.worker", *arguments, input=source.data, seconds=limits.seconds)
    except TooSlow as error:
        raise UnsupportedContent(f"reading the document takes more than {limits.seconds:g} s") from error
