"""A daily log as bytes: what an append needs to know of it without parsing it."""

import re
from datetime import datetime
from typing import Any

from memory.markdown.document import render_frontmatter
from memory.markdown.entries import quoted, utc_text

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:.*\n)*?---[ \t]*(?:\r?\n|\Z)")
_COUNT = re.compile(rb"^entry_count:[ \t]*['\"]?(\d{1,12})['\"]?[ \t]*(?=\r?$)", re.MULTILINE)
_APPENDED = re.compile(rb"^last_appended_at:[^\r\n]*", re.MULTILINE)
_HEADER_LIMIT = 8 << 20  # a header longer than this has lost its end


def header_end(data: bytes) -> int:
    """Where the entries begin; 0 if the frontmatter is missing or unterminated."""
    match = _HEADER.match(data, 0, _HEADER_LIMIT)
    return match.end() if match else 0


def next_sequence(data: bytes, header: int, prefix: str, stamp: str, wanted: int) -> int:
    """The first of `wanted` new sequence numbers.

    The header counts all entries ever appended; if the file shows that the counter lags, numbering continues after the
    highest number in the file.
    """
    count = _COUNT.search(data, 0, header)
    first = int(count[1]) + 1 if count else 1
    new = range(first, first + wanted)
    if count and all(
        data.find(b"entry:%b_%b_%08d -->" % (prefix.encode(), stamp.encode(), n)) < 0 for n in new
    ):
        return first
    seen = re.findall(rb"entry:%b_%b_(\d{1,12}) -->" % (prefix.encode(), stamp.encode()), data)
    return max([first - 1, *map(int, seen)]) + 1


def advanced_header(header: bytes, last_sequence: int, moment: datetime) -> bytes:
    """The header with its counters advanced and everything else unchanged; a damaged header stays as it is."""
    if not header:
        return header
    counted = _set_line(header, _COUNT, b"entry_count: %d" % last_sequence)
    return _set_line(counted, _APPENDED, f"last_appended_at: '{utc_text(moment)}'".encode())


def may_hold_children(data: bytes, parent_id: str) -> bool:
    """Whether an entry may name this parent, however an editor has spaced or quoted the line; to be verified."""
    return parent_id.encode("utf-8", "surrogatepass") in data or quoted(parent_id)[1:-1].encode() in data


def new_header(values: dict[str, Any], last_sequence: int, moment: datetime) -> bytes:
    counters = {"entry_count": last_sequence, "last_appended_at": utc_text(moment)}
    return render_frontmatter(values | counters).encode()


def _set_line(header: bytes, line: re.Pattern[bytes], text: bytes) -> bytes:
    if line.search(header):
        return line.sub(lambda _: text, header, count=1)
    closing = header.rstrip().rfind(b"\n") + 1
    return b"%b%b\n%b" % (header[:closing], text, header[closing:])
