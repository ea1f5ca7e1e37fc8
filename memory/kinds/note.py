"""What a client asked to be remembered, as a whole: a long-term memory with an id and a category."""

from memory.kinds.base import Field, FieldType, Kind, NamedFile, Values
from memory.scope import OwnerType


def note_text(values: Values) -> str:
    return str(values.get("memory") or "")


NOTE = Kind(
    name="note",
    prefix="nt",
    owner_types=frozenset({OwnerType.USER, OwnerType.AGENT, OwnerType.SESSION}),
    layout=NamedFile(folder=".notes"),
    fields=(
        Field("category", required=True),
        Field("user_id"),
        Field("agent_id"),
        Field("session_id"),
        Field("created_at", FieldType.TIMESTAMP, required=True),
        Field("updated_at", FieldType.TIMESTAMP),
        Field("metadata", FieldType.DATA),
        Field("path"),  # where its client keeps it as a file, of its own tree: memory.keyed.files
        Field("source"),
        Field("valid_from", FieldType.TIMESTAMP),  # from when until when it holds, if a client said so
        Field("valid_to", FieldType.TIMESTAMP),
        Field("memory"),
    ),
    searchable=lambda values: [note_text(values)],
    embedded=note_text,
    body="memory",
    constants={"type": "note"},
)
