"""Formats that are text already, or nearly so: plain text, tables (CSV), JSON and rich text."""

import csv
import io
import json

from striprtf.striprtf import rtf_to_text

from memory import bounded_json
from memory.errors import UnsupportedContent
from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text

DELIMITERS = ",;\t|"

csv.field_size_limit(2**31 - 1)  # how large a document may be is decided before it comes here


def read_plain(source: Source, out: Text) -> None:
    """As it is, whatever its markup."""
    out.add(decode(source.data, source.charset))


def read_csv(source: Source, out: Text) -> None:
    """A line for each row, its cells apart."""
    text = decode(source.data, source.charset)
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        out.row(row)


def read_json(source: Source, out: Text) -> None:
    """A line for each value, with readable letters; what only claims to be JSON is taken as it is."""
    text = decode(source.data, source.charset)
    try:
        value = bounded_json.loads(text)
    except ValueError:  # several values one after the other, comments, very deep nesting
        out.add(text)
        return
    for part in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(value):
        out.add(part)


def read_rtf(source: Source, out: Text) -> None:
    if not source.data.lstrip().startswith(b"{\\rtf"):
        raise UnsupportedContent("the document is not rich text: it does not begin as one")
    # The file itself is ASCII; other letters are escaped in the encoding that its head names.
    out.add(rtf_to_text(source.data.decode("latin-1"), errors="replace"))
