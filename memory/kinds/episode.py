"""What happened in one memory cell; each person who took part gets their own copy."""

from memory.kinds.base import Field, FieldType, Kind, Values
from memory.kinds.layouts import DailyLog
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS
from memory.scope import OwnerType
from memory.text.digest import digest


def _heading(values: Values) -> str:
    """A subject that a person or a model wrote, or the keywords: the content has what rules made a subject of."""
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
        Field(
            "session_ids", FieldType.TEXTS
        ),  # of one that was merged, those of the episodes that it replaces
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("sender_ids", FieldType.TEXTS),
        Field(
            "drawn"
        ),  # memory.ingest.drawn: which subject and summary are the server's, and of what content
        Field("keywords"),  # by which it is searched, in place of a subject that is the server's
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
