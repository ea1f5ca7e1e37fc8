"""Splits long text for code that would otherwise hold the GIL too long.

A pattern holds the GIL for a whole call: the date rules need 0.1 seconds for 250 kB, in which no other thread can
answer. Between two pieces others get their turn.
"""

PIECE_CHARS = 4_000
_ENDS = ("\n", ". ", "。", "? ", "! ", " ")  # where to cut, best first


def pieces(text: str, most: int = PIECE_CHARS) -> list[str]:
    """The whole text, in pieces of at most this many characters that end with a line, sentence or word if possible."""
    found, start = [], 0
    while len(text) - start > most:
        stop = _cut(text, start, most)
        found.append(text[start:stop])
        start = stop
    return [*found, text[start:]]


def _cut(text: str, start: int, most: int) -> int:
    middle, stop = start + most // 2, start + most
    for end in _ENDS:
        place = text.rfind(end, middle, stop)
        if place > 0:
            return place + len(end)
    return stop
