"""Long text in pieces, for what would otherwise hold Python's lock too long.

A pattern keeps the lock for the whole of a call: over 250 kB the rules of dates need 0.1 seconds, in which no other
thread answers anything. Between two pieces the others have their turn.
"""

PIECE_CHARS = 4_000
_ENDS = ("\n", ". ", "。", "? ", "! ", " ")  # where to cut, the best first


def pieces(text: str, most: int = PIECE_CHARS) -> list[str]:
    """All of the text, in pieces of at most so many characters, which end with a line, sentence or word if they can."""
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
