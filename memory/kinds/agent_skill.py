"""A procedure that an agent learned from several cases."""

import hashlib

from memory.kinds.base import Field, FieldType, Kind, NamedFolder, Value, Values
from memory.kinds.provenance import HAND_EDIT, TOOL_RETURNED
from memory.scope import OwnerType


def text_sha256(description: Value, content: Value) -> str:
    """Checksum of a skill's words; white space at the ends and foreign line ends do not count as a change."""
    words = [str(text or "").replace("\r\n", "\n").strip() for text in (description, content)]
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()


def _is_edited(values: Values) -> bool:
    written = values.get("text_sha256")
    return bool(written) and written != text_sha256(values.get("description"), values.get("content"))


def _default_source(values: Values) -> str:
    """A skill that a person wrote from scratch has no cluster; others rest on cases, and so on what tools returned."""
    return TOOL_RETURNED if values.get("cluster_id") else HAND_EDIT


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
        Field("text_sha256"),  # of the text as the server last wrote it; any other text is a person's
        Field("text_cases", FieldType.NUMBER),  # number of cases when it was written
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
    edited=_is_edited,
    default_source=_default_source,
)
