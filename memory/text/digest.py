"""A digest by which a text is recognised."""

import hashlib


def digest(text: str) -> str:
    """The digest of the words only, because a file may break lines differently from the original text."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:12]
