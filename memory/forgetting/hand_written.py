"""Texts that a person has written beside what the server derived, which forgetting leaves as they are."""

import hashlib
import hmac

from memory.errors import DamagedDocument
from memory.forgetting import receipts
from memory.kinds.base import Values
from memory.kinds.episode import DRAWN, outdated
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.forgetting import left_by_hand


def in_profile(scope: Scope, owner: Owner, episodes: set[str]) -> str:
    """Those in the profile, without items that rest on these episodes."""
    try:
        return left_by_hand(scope, owner, episodes)
    except DamagedDocument:  # forgetting waits until a person has mended it
        return ""


def in_episode(values: Values) -> str:
    """Subject and summary, unless they are drawn from the content and follow it."""
    follow = outdated({**values, "content": ""})
    return "\n".join(str(values[name]) for name in DRAWN if values.get(name) and name not in follow)


def mark(text: str) -> str:
    """Tells whether it is still this text, and does not contain it."""
    return hmac.digest(receipts.marking_key(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()
