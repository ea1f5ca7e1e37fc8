"""Text files, whatever their markup: as they are."""

from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text


def read(source: Source, out: Text) -> None:
    out.add(decode(source.data, source.charset))
