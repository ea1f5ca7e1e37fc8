"""Any XML: the text between the tags, each element on lines of its own.

XML is read as a stream of events: constant memory, no entities defined by the document, nothing fetched.
"""

import io
from typing import IO
from xml.parsers import expat

from memory.errors import UnsupportedContent
from memory.parsing.text import Source, Text

MAX_DEPTH = 500
CHUNK_BYTES = 64 * 1024
NOT_SHOWN = frozenset({"style", "script"})


class Handler:
    """Base of handlers, which ignore every event whose method they do not override.

    Element names come without their namespace; attributes keep it, as `{namespace} {name}`.
    """

    def start(self, name: str, attributes: dict[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, data: str) -> None: ...


def local(name: str) -> str:
    return name.rpartition(" ")[2]


def attribute(attributes: dict[str, str], name: str) -> str:
    """By its name without namespace; "" if it is absent."""
    return next((value for key, value in attributes.items() if local(key) == name), "")


def walk(stream: IO[bytes], handler: Handler, encoding: str | None = None) -> None:
    """Reports everything in the stream to the handler. `encoding` overrides what the document declares."""
    parser = expat.ParserCreate(encoding, namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise UnsupportedContent(f"the document is nested deeper than {MAX_DEPTH} levels")
        handler.start(local(name), attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(local(name))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.EntityDeclHandler = _refuse_entity
    while chunk := stream.read(CHUNK_BYTES):
        parser.Parse(chunk, False)
    parser.Parse(b"", True)


def _refuse_entity(*_declaration: object) -> None:
    """A few nested entities expand one line to gigabytes; documents do not need them."""
    raise UnsupportedContent("the document declares XML entities, which are not read")


def read(source: Source, out: Text) -> None:
    walk(io.BytesIO(source.data), _Words(out), source.charset)


class _Words(Handler):
    def __init__(self, out: Text) -> None:
        self._out = out
        self._hidden = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._hidden += name in NOT_SHOWN
        self._out.end_line()

    def end(self, name: str) -> None:
        self._hidden -= name in NOT_SHOWN

    def text(self, data: str) -> None:
        if not self._hidden:
            self._out.add(" ".join(data.split()) + " " if data.strip() else "")
