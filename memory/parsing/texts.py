"""Formats that are text already, or nearly: plain text, tables (CSV), JSON and rich text."""

import csv
import io
import json

from striprtf.striprtf import rtf_to_text

from memory import bounded_json
from memory.errors import UnsupportedContent
from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text

DELIMITERS = ",;\t|"

csv.field_size_limit(2**31 - 1)  # the size of a document is limited before this


def read_plain(source: Source, out: Text) -> None:
    """Unchanged, including any markup."""
    out.add(decode(source.data, source.charset))


def read_csv(source: Source, out: Text) -> None:
    """One line for each row, with its cells separated."""
    text = decode(source.data, source.charset)
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        out.row(row)


def read_json(source: Source, out: Text) -> None:
    """One line for each value, with unescaped letters; invalid JSON is taken as plain text."""
    text = decode(source.data, source.charset)
    try:
        value = bounded_json.loads(text)
    except ValueError:  # several values in a row, comments, very deep nesting
        out.add(text)
        return
    for part in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(value):
        out.add(part)


def read_rtf(source: Source, out: Text) -> None:
    if not source.data.lstrip().startswith(b"{\\rtf"):
        raise UnsupportedContent("the document is not rich text: it does not begin as one")
    # The file itself is ASCII; other letters are escaped in the encoding that its header names.
    out.add(rtf_to_text(source.data.decode("latin-1"), errors="replace"))
