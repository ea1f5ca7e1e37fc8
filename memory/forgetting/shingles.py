"""Marks by which a text is recognised without revealing it. Pure.

A shingle is a run of words of the text; what is stored of it is a keyed hash. Whoever has the key can search for the
text anywhere; nobody can reconstruct it from the hashes.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator

WORDS = 8  # in a shingle; a Chinese or Japanese character counts as half a word
MOST_OF_A_TEXT = 48
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
# Databases and logs store texts as JSON, which may escape non-ASCII characters and line ends.
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\[nrt\"]")


def marks_of(texts: Iterable[str], key: bytes) -> list[str]:
    """The distinct hashes of all texts; for a long text, some that are spread over it. Short texts have none."""
    found: dict[str, None] = {}
    for text in texts:
        shingles = list(shingles_of(text))
        step = max(1, len(shingles) // MOST_OF_A_TEXT)
        found.update(dict.fromkeys(hashed(shingle, key) for shingle in shingles[::step]))
    return list(found)


def shingles_of(text: str) -> Iterator[str]:
    """One starting at each word, as long as enough words follow."""
    tokens = _TOKEN.findall(unescaped(text).casefold())
    weights = [0.5 if _CHARACTER.fullmatch(token) else 1.0 for token in tokens]
    end, weight = 0, 0.0
    for begin in range(len(tokens)):
        while end < len(tokens) and weight < WORDS:
            weight += weights[end]
            end += 1
        if weight < WORDS:
            return
        yield " ".join(tokens[begin:end])
        weight -= weights[begin]


def hashed(shingle: str, key: bytes) -> str:
    """64 bits in hexadecimal."""
    return hmac.digest(key, shingle.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()[:16]


def unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", text)
