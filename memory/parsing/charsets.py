"""Decodes the bytes of a text file whose encoding is not known for certain."""

import codecs

from charset_normalizer import from_bytes

from memory.errors import UnsupportedContent

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like the byte order mark of UTF-16, so it goes first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WESTERN = "cp1252"
SAMPLE_BYTES = 64 * 1024
SHORT = 64  # too few bytes beyond ASCII to detect the language; the most common encoding is assumed


def decode(data: bytes, declared: str | None = None) -> str:
    """By the byte order mark, as UTF-8, as declared, else by what the bytes look like."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if declared and _is_text_encoding(declared) and declared.lower() not in ("ascii", "us-ascii"):
        return data.decode(declared, "replace")
    if b"\x00" in data:
        raise UnsupportedContent("the document is not a text: it holds binary data")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_guessed(data), "replace")


def _is_text_encoding(name: str) -> bool:
    """Some codecs are not character encodings, such as `zip` and `idna`."""
    try:
        return b"a".decode(name) == "a" and name.lower() not in ("idna", "punycode")
    except (LookupError, ValueError):
        return False


def _guessed(data: bytes) -> str:
    unusual = sum(byte > 127 for byte in data[:SAMPLE_BYTES])
    if unusual < SHORT and unusual < len(data) / 2:
        return WESTERN
    best = from_bytes(data[:SAMPLE_BYTES]).best()
    return best.encoding if best else WESTERN
