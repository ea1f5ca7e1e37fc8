"""What happened in one memory cell; each participant gets a copy of their own."""

from memory.kinds.base import Field, FieldType, Kind, Values
from memory.kinds.layouts import DailyLog
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS
from memory.scope import OwnerType
from memory.text.digest import digest


def _heading(values: Values) -> str:
    """A subject that a person or a model wrote, otherwise the keywords: a subject made by rules is already part of the
    content.
    """
    subject, keywords = str(values.get("subject") or ""), str(values.get("keywords") or "")
    is_ours = digest(subject) in str(values.get("drawn") or "").split("-")
    return keywords if keywords and is_ours else subject


def _is_edited(values: Values) -> bool:
    noted = str(values.get("drawn") or "").partition("-")[0]
    return bool(noted) and noted != digest(str(values.get("content") or ""))


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
        Field(
            "drawn"
        ),  # memory.ingest.drawn: which of subject and summary the server wrote, and from what content
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
