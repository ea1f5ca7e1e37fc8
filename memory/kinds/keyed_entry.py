"""A value under a key of an agent, as the agent memory API stores it."""

from urllib.parse import unquote

from memory.kinds.base import Field, FieldType, Kind, NamedFile
from memory.scope import OwnerType


def entry_name(user_id: str | None, key: str) -> str:
    """`<user>/<key>`, so that entries of different users cannot collide; `/<key>` for an entry of the system."""
    return f"{(user_id or '').replace('%', '%25').replace('/', '%2F')}/{key}"


def _values_of_name(name: str) -> dict[str, str | None]:
    user, _, key = name.partition("/")
    user_id = unquote(user)
    if not key or entry_name(user_id, key) != name:
        raise ValueError("it must be <user>%2F<key>.md, or %2F<key>.md for an entry of the system")
    return {"user_id": user_id or None, "key": key}


KEYED_ENTRY = Kind(
    name="keyed_entry",
    prefix="ke",
    owner_types=frozenset({OwnerType.AGENT}),
    layout=NamedFile(folder=".entries", values_of_name=_values_of_name),
    fields=(
        Field("key", required=True),
        Field("user_id"),  # who stored it; empty for an entry of the system
        Field("created_at", FieldType.TIMESTAMP, required=True),
        Field("updated_at", FieldType.TIMESTAMP),
        Field("expires_at", FieldType.TIMESTAMP),
        Field("pinned", FieldType.DATA),
        Field("embedding"),  # given by the caller: base64 of little-endian float32
        Field("value"),
    ),
    searchable=lambda values: [str(values["key"]), str(values.get("value") or "")],
    embedded=lambda values: str(values.get("value") or values["key"]),
    body="value",
    constants={"type": "keyed_entry"},
)
