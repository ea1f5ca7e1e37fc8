"""One sentence that is true on its own, drawn from an episode."""

from memory.kinds.base import Field, FieldType, Kind
from memory.kinds.layouts import DailyLog
from memory.scope import OwnerType

ATOMIC_FACT = Kind(
    name="atomic_fact",
    prefix="af",
    owner_type=OwnerType.USER,
    layout=DailyLog(folder=".atomic_facts", stem="atomic_fact"),
    fields=(
        Field("owner_id", required=True),
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("session_id"),
        Field("fact", title="Fact", required=True),
    ),
    searchable=lambda values: [str(values["fact"])],
    embedded=lambda values: str(values["fact"]),
)
