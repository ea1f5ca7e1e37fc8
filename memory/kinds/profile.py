"""What is known of a person: one document that is revised as more becomes known."""

from memory.kinds.base import Field, FieldType, Kind, SingleFile, Values
from memory.kinds.provenance import source_of_items
from memory.scope import OwnerType


def _lines(values: Values) -> list[str]:
    groups = (values.get("explicit_info"), values.get("implicit_traits"))
    items = [item for group in groups if isinstance(group, list) for item in group]
    descriptions = [str(item.get("description") or "") for item in items if isinstance(item, dict)]
    return [str(values.get("summary") or ""), *descriptions]


PROFILE = Kind(
    name="profile",
    prefix="profile",
    owner_types=frozenset({OwnerType.USER}),
    layout=SingleFile(filename="user.md"),
    fields=(
        Field("summary"),
        Field("explicit_info", FieldType.DATA),
        Field("implicit_traits", FieldType.DATA),
        Field("profile_timestamp_ms", FieldType.NUMBER),
    ),
    searchable=_lines,
    embedded=lambda values: "",  # it is fetched, and not ranked by meaning
    body="summary",
    body_in_frontmatter=True,
    constants={"type": "user_profile"},
    default_source=source_of_items,
)
