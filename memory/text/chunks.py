"""Divides long texts: into chunks, each with a vector, since one vector for a long text would blur its parts; and into
pieces, for code that would otherwise hold the GIL too long.

A pattern holds the GIL for a whole call: the date rules need 0.1 seconds for 250 kB, in which no other thread can
answer. Between two pieces others get their turn.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

CHUNK_BYTES = 600  # of UTF-8: about 100 English words or 200 Chinese characters, 130 tokens
MOST_CHUNKS = 6  # a longer text is sampled evenly, which bounds the time to embed it
PIECE_CHARS = 4_000

QUESTION_MARKS = "?？؟\u037e፧"  # the last three are those of Arabic, Greek and Ethiopic
GREEK_ASKS = r"(?<=[\u0370-\u03ff\u1f00-\u1fff]);"  # usually typed for the Greek question mark
# Before white space they end a sentence: in Arabic, Urdu, Hindi, Armenian, Burmese, Ethiopic, Khmer and Greek, too.
SENTENCE_ENDS = ".!?؟۔।॥։။።፧។\u037e"
_WIDE_ENDS = "。！？"
_ENDS = ("\n", ". ", "。", "? ", "! ", "؟ ", "۔ ", "। ", " ")  # where to cut a piece, best first
_SENTENCE = re.compile(rf"[^\n{SENTENCE_ENDS}{_WIDE_ENDS}]*[\n{SENTENCE_ENDS}{_WIDE_ENDS}]*")


def split(text: str) -> list[str]:
    """At least one chunk, in reading order, cut between sentences where possible."""
    packed = list(_packed(_sentences(text)))
    if len(packed) <= MOST_CHUNKS:
        return packed or [text]
    return [packed[round(position)] for position in np.linspace(0, len(packed) - 1, MOST_CHUNKS)]


def embed(
    texts: Sequence[str], embed_passages: Callable[[Sequence[str]], np.ndarray], dimensions: int
) -> list[np.ndarray]:
    """For each text the vectors of its chunks, of shape (chunks, dimensions); an empty text is not embedded.

    Identical chunks are embedded once: everybody who took part in a conversation gets the same episode.
    """
    chunked = [split(text) if text else [] for text in texts]
    distinct = {
        chunk: index for index, chunk in enumerate(dict.fromkeys(w for parts in chunked for w in parts))
    }
    vectors = embed_passages(list(distinct)) if distinct else not_embedded(dimensions)
    return [
        vectors[[distinct[chunk] for chunk in parts]] if parts else not_embedded(dimensions)
        for parts in chunked
    ]


def not_embedded(dimensions: int) -> np.ndarray:
    """A stand-in for vectors that are yet to be computed: one unit vector that no model produces."""
    return np.eye(1, dimensions, dtype=np.float32)


def is_embedded(vectors: np.ndarray) -> bool:
    return not (len(vectors) == 1 and vectors[0, 0] == 1.0)


def are_embedded(texts: Sequence[np.ndarray]) -> np.ndarray:
    """For the vectors of each text, whether they have been computed."""
    return np.array([is_embedded(vectors) for vectors in texts], dtype=bool)


def pieces(text: str, most: int = PIECE_CHARS) -> list[str]:
    """The whole text, in pieces of at most this many characters that end with a line, sentence or word if possible."""
    found, start = [], 0
    while len(text) - start > most:
        stop = _cut(text, start, most)
        found.append(text[start:stop])
        start = stop
    return [*found, text[start:]]


def _packed(sentences: Iterator[str]) -> Iterator[str]:
    chunk, size = "", 0
    for piece in sentences:
        weight = len(piece.encode("utf-8", "replace"))
        if chunk and size + weight > CHUNK_BYTES:
            yield chunk.strip()
            chunk, size = "", 0
        chunk += piece
        size += weight
    if chunk.strip():
        yield chunk.strip()


def _sentences(text: str) -> Iterator[str]:
    """Sentences; those too long for a chunk are halved repeatedly."""
    for match in _SENTENCE.finditer(text):
        yield from _halves(match[0])


def _halves(piece: str) -> Iterator[str]:
    if len(piece.encode("utf-8", "replace")) <= CHUNK_BYTES:
        yield piece
        return
    middle = piece.rfind(" ", 0, len(piece) // 2 + 1)
    middle = middle if middle > 0 else len(piece) // 2
    yield from _halves(piece[:middle])
    yield from _halves(piece[middle:])


def _cut(text: str, start: int, most: int) -> int:
    middle, stop = start + most // 2, start + most
    for end in _ENDS:
        place = text.rfind(end, middle, stop)
        if place > 0:
            return place + len(end)
    return stop
