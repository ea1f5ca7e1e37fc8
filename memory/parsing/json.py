"""JSON, a line for each value, with readable letters; what only claims to be JSON is taken as it is."""

import json

from memory import bounded_json
from memory.parsing.charsets import decode
from memory.parsing.text import Source, Text


def read(source: Source, out: Text) -> None:
    text = decode(source.data, source.charset)
    try:
        value = bounded_json.loads(text)
    except ValueError:  # several values one after the other, comments, very deep nesting
        out.add(text)
        return
    for part in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(value):
        out.add(part)
