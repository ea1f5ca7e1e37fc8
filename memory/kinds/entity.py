"""A node of a user's knowledge graph: what was observed of somebody or something, and how it relates to others."""

from collections.abc import Iterator, Mapping

from memory.kinds.base import Field, FieldType, Kind, NamedFile, Values
from memory.scope import OwnerType


def _values_of_name(name: str) -> Mapping[str, str | None]:
    return {"name": name}


def _heading(values: Values) -> str:
    kind = values.get("entity_type")
    return f"{values['name']} ({kind})" if kind else str(values["name"])


def _related(values: Values) -> Iterator[str]:
    relations = values.get("relations")
    for one in relations if isinstance(relations, list) else ():
        if isinstance(one, Mapping):
            yield f"{values['name']} {one.get('type')} {one.get('to')}"


def text_of(values: Values) -> str:
    """Everything known about the entity, one fact on each line."""
    observed = str(values.get("observations") or "")
    return "\n".join(filter(None, [_heading(values), observed, *_related(values)]))


ENTITY = Kind(
    name="entity",
    prefix="en",
    owner_types=frozenset({OwnerType.USER}),
    layout=NamedFile(folder=".graph", values_of_name=_values_of_name),
    fields=(
        Field("name", required=True),
        Field("entity_type"),  # empty while only relations mention it
        Field("created_at", FieldType.TIMESTAMP, required=True),
        Field("updated_at", FieldType.TIMESTAMP),
        Field("relations", FieldType.DATA),  # to others, by name: `{to: Acme, type: works at}`
        Field("observations"),  # a markdown list, one item each
    ),
    searchable=lambda values: [text_of(values)],
    embedded=text_of,
    body="observations",
    constants={"type": "entity"},
)
