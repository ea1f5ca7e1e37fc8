"""The answers of Anthropic's memory tool, word for word as the SDK's own implementation gives them. Pure."""

from collections.abc import Iterator, Sequence
from itertools import islice

MOST_LINES = 999_999
WIDTH = len(str(MOST_LINES))
UNITS = ("B", "K", "M", "G")
MOST_OCCURRENCES = 100  # whose lines a message names
FOLDER_BYTES = 4096  # the size that file systems usually show for a folder


class CommandFailed(Exception):
    """A command has failed; the message is for the model."""


def no_such_path(path: str) -> CommandFailed:
    return CommandFailed(f"The path {path} does not exist. Please provide a valid path.")


def missing(path: str) -> CommandFailed:
    return CommandFailed(f"The path {path} does not exist")


def format_size(number: int) -> str:
    """A size such as `4K`, with one decimal unless it is a whole number of its unit."""
    unit = min(max(number.bit_length() - 1, 0) // 10, len(UNITS) - 1)
    shown = number / 1024**unit
    return f"{shown:.0f}{UNITS[unit]}" if shown == int(shown) else f"{shown:.1f}{UNITS[unit]}"


def show_folder(path: str, items: Sequence[tuple[int, str]]) -> str:
    """The view of a folder; each item has a size and a path within it."""
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    lines = [
        f"{format_size(FOLDER_BYTES)}\t{path}",
        *(f"{format_size(number)}\t{path}/{item}" for number, item in items),
    ]
    return "\n".join([head, *lines])


def show_file(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """The view of a file. Raises CommandFailed if it has too many lines."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise CommandFailed(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first = 0
    if view_range is not None and len(view_range) == 2:
        first = max(1, view_range[0]) - 1
        lines = lines[first : len(lines) if view_range[1] == -1 else view_range[1]]
    return f"Here's the content of {path} with line numbers:\n" + "\n".join(_numbered(lines, first + 1))


def _numbered(lines: Sequence[str], first: int) -> list[str]:
    return [f"{number:>{WIDTH}}\t{line}" for number, line in enumerate(lines, first)]


def replace(path: str, text: str, old: str, new: str) -> tuple[str, int]:
    """The text with `old` replaced by `new`, and the index of the changed line. Raises CommandFailed."""
    times = text.count(old)
    if times == 0:
        raise CommandFailed(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if times > 1:
        lines = ", ".join(map(str, islice(_lines_of(text, old), MOST_OCCURRENCES)))
        raise CommandFailed(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    return text.replace(old, new), text.count("\n", 0, text.find(old))


def show_edit(text: str, line: int) -> str:
    """The answer to a replacement: the changed line with two lines before and after it."""
    lines = text.split("\n")
    first = max(0, line - 2)
    head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
    return "\n".join([head, *_numbered(lines[first : line + 3], first + 1)])


def insert(text: str, line: int, addition: str) -> str:
    """The text with the addition inserted after so many lines. Raises CommandFailed."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not 0 <= line <= len(lines):
        raise CommandFailed(
            f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}]."
        )
    lines.insert(line, addition.rstrip("\n"))
    whole = "\n".join(lines)
    return whole if whole.endswith("\n") else f"{whole}\n"


def _lines_of(text: str, old: str) -> Iterator[int]:
    """The line of each occurrence, also if they overlap. If they do, each takes time in proportion to `old`."""
    line, before = 1, 0
    position = text.find(old)
    while position != -1:
        line += text.count("\n", before, position)
        before = position
        yield line
        position = text.find(old, position + 1)
