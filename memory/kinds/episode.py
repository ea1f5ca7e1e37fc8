"""What happened in one memory cell; each person who took part gets their own copy."""

from memory.kinds.base import Field, FieldType, Kind
from memory.kinds.layouts import DailyLog
from memory.scope import OwnerType

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
        Field("subject", title="Subject"),
        Field("summary", title="Summary"),
        Field("content", title="Content", required=True),
    ),
    searchable=lambda values: [str(values.get("subject") or ""), str(values["content"])],
    drawn=frozenset({"subject", "summary", "drawn"}),
    embedded=lambda values: f"{values.get('subject') or ''}\n{values['content']}".strip(),
)
