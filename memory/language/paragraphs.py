"""What somebody says, as a paragraph of a longer text: it begins at the start of a line, and its further lines are
indented. So no line of a message can be taken for another's turn. Pure.
"""

from collections.abc import Iterator

INDENT = "  "


def paragraph(text: str) -> str:
    """Whatever ends its lines, from a line feed to U+2029."""
    first, *more = text.splitlines() or [""]
    return "\n".join([first, *(INDENT + line if line.strip() else "" for line in more)])


def paragraphs(content: str) -> list[str]:
    """Of a text that a person may have edited. Only a line feed ends a line here; empty lines part nothing."""
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
