r"""Text in markdown that comes back as it was, and stays readable to people, viewers and other readers.

Three marks are used, each of which markdown itself understands:

- `&#13;` stands for a character that an editor, a line splitter or YAML would change: control characters,
  line separators, white space at the very end of a text. An `&` that would begin such a
  mark is written `&#38;`.
- A line of a section that looks like a section heading gets a backslash: `\### Content`.
- An entry marker within a section gets one after its `<`: `<\!-- entry:ep_20261121_00000001 -->`.

Two marks, or two escapes of a JSON string, may be the halves of one character (`&#55357;&#56832;`): they are read as
that character. A half without the other is no text; it is read as U+FFFD.
"""

import re

from memory.text.cleaning import without_surrogates

UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_TO_MARK = re.compile(f"[{UNSAFE}]|&(?=#[0-9]{{1,5}};)")
_MARK = re.compile(r"&#([0-9]{1,5});")
_MARKED = re.compile(f"[{UNSAFE}\t\n &]")

_HEADING = re.compile(r"^(?=\\*###(?:\s|\Z))", re.MULTILINE)
_ESCAPED_HEADING = re.compile(r"^\\(?=\\*###(?:\s|\Z))", re.MULTILINE)
_MARKER = re.compile(r"<(?=\\*!-- /?entry:)")
_ESCAPED_MARKER = re.compile(r"<\\(?=\\*!-- /?entry:)")


def escape_body(text: str) -> str:
    """For a document whose whole body is one text."""
    marked = _TO_MARK.sub(_mark, text)
    if marked.startswith("\n"):
        marked = "&#10;" + marked[1:]
    if marked.endswith((" ", "\t", "\n")):
        marked = f"{marked[:-1]}&#{ord(marked[-1])};"
    return marked


def unescape_body(raw: str) -> str:
    """Blank lines before the text and white space after it are layout."""
    text = raw.lstrip("\n").rstrip(" \t\n")
    return without_surrogates(_MARK.sub(_unmark, text)) if "&#" in text else text


def escape_section(text: str) -> str:
    """For a text between `### Title` headings in an entry."""
    return _MARKER.sub(r"<\\", _HEADING.sub(r"\\", escape_body(text)))


def unescape_section(raw: str) -> str:
    if "\\" in raw:
        raw = _ESCAPED_MARKER.sub("<", _ESCAPED_HEADING.sub("", raw))
    return unescape_body(raw)


def _mark(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def _unmark(match: re.Match[str]) -> str:
    """Only references that `escape_body` writes; any other belongs to the text."""
    character = chr(int(match[1]))
    return character if _MARKED.fullmatch(character) else match[0]
