"""How an agent handled one task, and how well."""

from memory.kinds.base import DailyLog, Field, FieldType, Kind
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS, TOOL_RETURNED
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
        *ABOUT_ITSELF,
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
    drawn=ANNOTATIONS,
    default_source=lambda values: TOOL_RETURNED,  # a case requires at least one tool call
)
