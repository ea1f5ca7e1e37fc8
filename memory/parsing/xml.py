"""Any XML: the text between the tags, each element on lines of its own."""

import io

from memory.parsing.text import Source, Text
from memory.parsing.xml_events import Handler, walk

NOT_SHOWN = frozenset({"style", "script"})


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
