"""Reads a sample in this process: what the process apart does, without its cost."""

from memory.parsing.formats import by_extension
from memory.parsing.reader import read
from memory.parsing.text import Limits, Source, Text


def text_of(extension: str, data: bytes, charset: str | None = None, limits: Limits = Limits()) -> str:  # noqa: B008
    format = by_extension(extension)
    assert format is not None
    out = Text(limits.characters)
    read(format, Source(data, charset), out)
    return out.result()
