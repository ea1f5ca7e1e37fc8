"""How an agent went about one task, and how well it went."""

from memory.kinds.base import Field, FieldType, Kind
from memory.kinds.layouts import DailyLog
from memory.scope import OwnerType

AGENT_CASE = Kind(
    name="agent_case",
    prefix="ac",
    owner_types=frozenset({OwnerType.AGENT}),
    layout=DailyLog(folder=".cases", stem="agent_case"),
    fields=(
        Field("owner_id", required=True),
        Field("session_id"),
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("quality_score", FieldType.NUMBER),
        Field("task_intent", title="TaskIntent", required=True),
        Field("approach", title="Approach"),
        Field("key_insight", title="KeyInsight"),
    ),
    searchable=lambda values: [
        str(values["task_intent"]),
        str(values.get("approach") or ""),
        str(values.get("key_insight") or ""),
    ],
    embedded=lambda values: str(values["task_intent"]),
)
