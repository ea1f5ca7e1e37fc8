"""What an episode lets one expect, and for how long."""

from memory.kinds.base import DailyLog, Field, FieldType, Kind
from memory.kinds.provenance import ABOUT_ITSELF
from memory.scope import OwnerType

FORESIGHT = Kind(
    name="foresight",
    prefix="fs",
    owner_types=frozenset({OwnerType.USER, OwnerType.GROUP}),
    layout=DailyLog(folder=".foresights", stem="foresight"),
    fields=(
        Field("owner_id", required=True),
        Field("session_id"),
        Field("session_ids", FieldType.TEXTS),  # of a merged episode
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("start_time"),
        Field("end_time"),
        Field("duration_days", FieldType.NUMBER),
        *ABOUT_ITSELF,
        Field("foresight", title="Foresight", required=True),
        Field("evidence", title="Evidence"),
    ),
    searchable=lambda values: [str(values["foresight"]), str(values.get("evidence") or "")],
    embedded=lambda values: str(values["foresight"]),
)
