"""What happened in one memory cell; each participant gets a copy of their own.

The field `drawn` has digests of the content, and of the subject and summary that the server made from it. So the file
alone tells whether a person has changed the content since, and which of the two a person wrote.
"""

from memory.kinds.base import DailyLog, Field, FieldType, Kind, Values
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS, HAND_EDIT, digest
from memory.scope import OwnerType

DRAWN = ("subject", "summary")


def mark(values: Values) -> str:
    """The value of the field `drawn` for an episode as the server writes it."""
    return "-".join(digest(_text(values, name)) for name in ("content", *DRAWN))


def outdated(values: Values) -> set[str]:
    """Which of subject and summary no longer fit the content and were written by the server."""
    digests = _digests(values)
    if len(digests) != 1 + len(DRAWN) or digests[0] == digest(_text(values, "content")):
        return set()
    return {
        name for name, then in zip(DRAWN, digests[1:], strict=True) if then == digest(_text(values, name))
    }


def is_edited(values: Values) -> bool:
    """Whether a person has edited the content, which the index may not know yet."""
    return values.get("source") == HAND_EDIT or _is_edited(values)


def _heading(values: Values) -> str:
    """A subject that a person or a model wrote, otherwise the keywords: a subject made by rules is already part of the
    content.
    """
    subject, keywords = _text(values, "subject"), _text(values, "keywords")
    is_ours = digest(subject) in _digests(values)
    return keywords if keywords and is_ours else subject


def _is_edited(values: Values) -> bool:
    of_content = _digests(values)[0]
    return bool(of_content) and of_content != digest(_text(values, "content"))


def _digests(values: Values) -> list[str]:
    """Of the content, the subject and the summary; one empty text if the server wrote none."""
    return _text(values, "drawn").split("-")


def _text(values: Values, name: str) -> str:
    return str(values.get(name) or "")


EPISODE = Kind(
    name="episode",
    prefix="ep",
    owner_types=frozenset({OwnerType.USER, OwnerType.GROUP}),
    layout=DailyLog(folder="episodes", stem="episode"),
    fields=(
        Field("owner_id", required=True),
        Field("session_id"),
        Field("session_ids", FieldType.TEXTS),  # of a merged episode, those of the episodes that it replaces
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("sender_ids", FieldType.TEXTS),
        Field("drawn"),  # which of subject and summary the server wrote, and from what content
        Field("keywords"),  # searched instead of a subject that the server wrote
        *ABOUT_ITSELF,
        Field("subject", title="Subject"),
        Field("summary", title="Summary"),
        Field("content", title="Content", required=True),
    ),
    searchable=lambda values: [_heading(values), str(values["content"])],
    drawn=frozenset({"subject", "summary", "drawn", "keywords"}) | ANNOTATIONS,
    embedded=lambda values: f"{_heading(values)}\n{values['content']}".strip(),
    edited=_is_edited,
)
