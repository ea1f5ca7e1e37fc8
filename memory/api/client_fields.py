"""Fields that clients of several dialects send. A call that does not support one refuses it instead of ignoring it."""

from collections.abc import Collection
from typing import Any

from memory.ingest.add import Extraction

UNSUPPORTED = {  # and why, in calls that do not support them
    "async_mode": "this call answers when its work is done",
    "defer_extraction": "only calls that add messages can put off what is made of them",
    "min_score": "this call ranks nothing, or has a threshold of its own; see its documentation",
    "llm_multiround": "it is a method of the search of EverOS v1, not a field",
}


def unsupported_field(body: Any, supported: Collection[str]) -> str | None:
    """An error message for the first field of the body that the call does not support; false and null are allowed."""
    if not isinstance(body, dict):
        return None
    for name, reason in UNSUPPORTED.items():
        if name not in supported and body.get(name) not in (None, False):
            return f"{name} is not supported here: {reason}"
    return None


def extraction_mode(async_mode: bool, defer_extraction: bool) -> Extraction:
    """When the added messages are to be extracted: in this call, in the background, or by a later call."""
    return "later" if defer_extraction else "behind" if async_mode else "now"
