"""By which a text is known again."""

import hashlib


def digest(text: str) -> str:
    """Of the words: a file may break lines otherwise than what was written to it."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:12]
