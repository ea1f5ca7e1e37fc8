"""Where a memory comes from, how far that is trusted, and when somebody last verified it. Pure."""

import hashlib
from collections.abc import Iterable
from datetime import date

from memory.kinds.base import Field, FieldType, Kind, Values

HAND_EDIT = "hand_edit"  # a person wrote it, or changed it, in its file
USER_SAID = "user_said"
ASSISTANT_SAID = "assistant_said"
DOCUMENT = "document"  # a file, a page or an image that a message carried
TOOL_RETURNED = "tool_returned"
MODEL_INFERRED = "model_inferred"  # stated by a model in words that nobody said

# From 0 to 1. A memory with several sources has the least of their trust.
TRUST = {
    HAND_EDIT: 1.0,
    USER_SAID: 0.9,
    ASSISTANT_SAID: 0.6,
    DOCUMENT: 0.5,
    TOOL_RETURNED: 0.4,
    MODEL_INFERRED: 0.3,
}
OUTSIDE = frozenset({DOCUMENT, TOOL_RETURNED})  # not a person's own words, so no profile is derived from them
OF_ROLE = {"user": USER_SAID, "assistant": ASSISTANT_SAID, "tool": TOOL_RETURNED}

# What an entry says about itself. None of it is searched, and nothing is derived from it.
ABOUT_ITSELF = (
    Field("source"),
    Field("learned_at", FieldType.TIMESTAMP),  # when the entry was written
    Field("verified_at", FieldType.TIMESTAMP),
    Field("verified_by"),  # `human:<id>` or `process:<id>`
    Field("stale_after"),  # YYYY-MM-DD: after this day somebody should verify it again
    Field("metadata"),  # a JSON object that a client keeps with it
)
# What an entry keeps when it is derived again with the same content.
KEPT = frozenset(
    (
        "learned_at",
        "verified_at",
        "verified_by",
        "stale_after",
        "valid_from",
        "valid_to",
        "superseded_by",
        "holds_beside",
        "metadata",
    )
)
ANNOTATIONS = KEPT | {"source"}


def least(sources: Iterable[str | None]) -> str | None:
    """The least trusted source; None if there is none, or if one is unknown."""
    known = list(sources)
    if not known or any(source not in TRUST for source in known):
        return None
    return min((source for source in known if source), key=TRUST.__getitem__)


def trust_of(source: str | None) -> float | None:
    return TRUST.get(source) if source else None


def is_stale(stale_after: object, today: date) -> bool:
    """Never for something typed by a person that is not a date."""
    return _is_day(stale_after) and str(stale_after) < today.isoformat()


def _is_day(value: object) -> bool:
    try:
        return date.fromisoformat(str(value)).isoformat() == value
    except ValueError:
        return False


def digest(text: str) -> str:
    """By it a text is recognised as what the server wrote, or as edited since.

    It is of the words only, because a file may break lines differently from the original text.
    """
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:12]


def source_of(kind: Kind, values: Values) -> str | None:
    """As the memory's file states it; None if it does not, since that is never guessed."""
    if kind.edited(values):
        return HAND_EDIT
    stated = values.get("source")
    if stated is None:
        return kind.default_source(values)
    return stated if isinstance(stated, str) and stated in TRUST else None


def source_of_items(values: Values) -> str | None:
    """For a profile: the least trusted of all its items and traits."""
    groups = (values.get("explicit_info"), values.get("implicit_traits"))
    return least(source_of_item(item) for group in groups if isinstance(group, list) for item in group)


def source_of_item(item: object) -> str | None:
    stated = item.get("source") if isinstance(item, dict) else None
    return stated if isinstance(stated, str) and stated in TRUST else None
