"""Tables as text: a line for each row, its cells apart."""

import csv
import io

from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text

DELIMITERS = ",;\t|"


def read(source: Source, out: Text) -> None:
    text = decode(source.data, source.charset)
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    csv.field_size_limit(max(1, len(text)))
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        out.row(row)
