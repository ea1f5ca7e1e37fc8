"""Ids as folder names: reversible, ASCII only, and never a way out of the folder that they are put in.

`[A-Za-z0-9_.@+-]` stands for itself, anything else is `%XX` of its UTF-8 bytes. A name longer than
`LONGEST` bytes goes on in a sub-folder; a lone `%` at the end of a segment says so. Where Windows would not keep the
last segment as it is (a dot at its end, the name of a device), one character of it is written `%XX`, too.
"""

import re
from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

from memory.errors import InvalidInput

LONGEST = 200  # file systems allow 255 bytes; editors and sync tools add suffixes of their own

_SAFE = re.compile(r"[A-Za-z0-9_.@+-]+")
_PIECE = re.compile(r"%[0-9A-F]{2}|[A-Za-z0-9_.@+-]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE | re.DOTALL)


def is_device(name: str) -> bool:
    """Windows opens a device for this name, whatever follows its first dot."""
    return _DEVICE.fullmatch(name) is not None


def encode_segments(text: str) -> list[str]:
    """The folder names that stand for an id, one below the other. InvalidInput for '', '.' and '..'."""
    if text in ("", ".", ".."):
        raise InvalidInput(f"{text!r} cannot be used as an id")
    if len(text) <= LONGEST and _SAFE.fullmatch(text):
        return [_kept(text)]
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidInput("an id must be valid Unicode text") from None
    pieces = [chr(byte) if _SAFE.fullmatch(chr(byte)) else f"%{byte:02X}" for byte in data]
    segments = [""]
    for piece in pieces:
        if len(segments[-1]) + len(piece) >= LONGEST:
            segments[-1] += "%"
            segments.append("")
        segments[-1] += piece
    segments[-1] = _kept(segments[-1])
    return segments


def _kept(segment: str) -> str:
    """Also the rest of a long id may be such a name, and `.` or `..` as well."""
    if segment.endswith("."):
        return segment[:-1] + "%2E"
    return f"%{ord(segment[0]):02X}{segment[1:]}" if is_device(segment) else segment


def decode_segments(parts: Sequence[str]) -> tuple[str, int] | None:
    """The id at the start of `parts` and how many of them it takes.

    None when they are not what `encode_segments` writes, so that two folders never name one id.
    """
    encoded: list[str] = []
    for part in parts:
        encoded.append(part.removesuffix("%"))
        if not part.endswith("%"):
            break
    joined = "".join(encoded)
    if "".join(_PIECE.findall(joined)) != joined:
        return None
    try:
        text = unquote_to_bytes(joined).decode()
        canonical = encode_segments(text)
    except (UnicodeDecodeError, InvalidInput):
        return None
    used = list(parts[: len(encoded)])
    return (text, len(used)) if used == canonical else None
