"""Tables as text: a line for each row, its cells apart."""

import csv
import io

from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text

DELIMITERS = ",;\t|"

csv.field_size_limit(2**31 - 1)  # how large a document may be is decided before it comes here


def read(source: Source, out: Text) -> None:
    text = decode(source.data, source.charset)
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        out.row(row)
