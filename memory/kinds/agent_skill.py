"""A procedure that an agent learnt from several cases."""

from memory.kinds.base import Field, FieldType, Kind
from memory.kinds.layouts import NamedFolder
from memory.scope import OwnerType

AGENT_SKILL = Kind(
    name="agent_skill",
    prefix="sk",
    owner_types=frozenset({OwnerType.AGENT}),
    layout=NamedFolder(folder="skills", prefix="skill_", filename="SKILL.md"),
    fields=(
        Field("name", required=True),
        Field("description"),
        Field("confidence", FieldType.NUMBER),
        Field("maturity_score", FieldType.NUMBER),
        Field("source_case_ids", FieldType.TEXTS),
        Field("cluster_id"),
        Field("text_sha256"),  # of the text as the server wrote it last; other text is a person's
        Field("text_cases", FieldType.NUMBER),  # how many cases there were when it was written
        Field("content"),
    ),
    searchable=lambda values: [
        str(values["name"]).replace("_", " "),
        str(values.get("description") or ""),
        str(values.get("content") or ""),
        str(values.get("references") or ""),
    ],
    embedded=lambda values: f"{str(values['name']).replace('_', ' ')}: {values.get('description') or ''}",
    body="content",
    constants={"type": "agent_skill"},
)
