"""Writes messages as paragraphs and reads them back. The first line of a message starts at the margin and all others
are indented, so that no line of a message can look like the turn of another speaker. Pure.
"""

from collections.abc import Iterator

INDENT = "  "


def paragraph(text: str) -> str:
    """The text as one paragraph. Every Unicode line break, from line feed to U+2029, ends a line."""
    first, *more = text.splitlines() or [""]
    return "\n".join([first, *(INDENT + line if line.strip() else "" for line in more)])


def paragraphs(content: str) -> list[str]:
    """The paragraphs of a text that a person may have edited. Only line feeds end a line; empty lines are ignored."""
    return ["\n".join(lines) for lines in _grouped(content)]


def _grouped(content: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in content.split("\n"):
        if not line.strip():
            continue
        if lines and not line[0].isspace():
            yield lines
            lines = []
        lines.append(line.rstrip())
    if lines:
        yield lines
