"""Digests by which a text is recognised."""

import hashlib


def digest(text: str) -> str:
    """Of the words only: a file may break lines differently from what was written to it."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:12]
