"""Fields of other servers' clients that a call does not have: refused in words, never ignored."""

from collections.abc import Collection
from typing import Any

from memory.ingest.add import Extraction

REASONS = {
    "async_mode": "this call answers when its work is done",
    "defer_extraction": "only calls that add messages can put off what is made of them",
    "min_score": "this call ranks nothing, or has a threshold of its own; see its documentation",
    "llm_multiround": "it is a method of the search of EverOS v1, not a field",
}


def problem(body: Any, known: Collection[str]) -> str | None:
    """What is wrong with a body, where the call itself knows the `known` fields. false and null ask for nothing."""
    if not isinstance(body, dict):
        return None
    asked = (name for name in REASONS if name not in known and body.get(name) not in (None, False))
    return next((f"{name} is not taken here: {REASONS[name]}" for name in asked), None)


def extraction_asked(async_mode: bool, defer_extraction: bool) -> Extraction:
    """When a client wants what it adds to be made a memory."""
    return "later" if defer_extraction else "behind" if async_mode else "now"
