"""Reads one complete memory of any kind, by the id that search, list and recall show."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from memory import editing
from memory.api.mcp.budget import largest, token_cost
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import OBJECT, TEXT, Answer, Json, ToolError, fields, render_time
from memory.editing import Known
from memory.errors import NoSuchMemory
from memory.keyed import documents, notes
from memory.keyed.documents import KeyedFile
from memory.keyed.note_history import Change
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import moment
from memory.kinds.entity import ENTITY, text_of
from memory.kinds.ids import wire_id
from memory.kinds.note import NOTE, note_text
from memory.kinds.profile import PROFILE
from memory.kinds.provenance import source_of, trust_of
from memory.markdown.document import single_id
from memory.scope import Owner, user

HISTORY = "history"
LONGEST_ID = 4000
NAMES = {"atomic_fact": "fact"}  # names that differ from the kind's own
PENDING = "_pending_"  # in ids of memories that are not extracted yet
OPENED = fields(id=TEXT, kind=TEXT, sections=OBJECT, truncated={"type": "boolean"})


@dataclass(frozen=True, slots=True)
class OpenedMemory:
    """A memory; `sections` are its texts by name, in reading order."""

    id: str
    kind: str
    sections: dict[str, str]
    about: Json = field(default_factory=dict)  # its source, times and hash

    def within(self, tokens: int) -> Answer:
        """The memory, cut off after so many tokens."""
        whole = sum(map(len, self.sections.values()))

        def answer(characters: int) -> Answer:
            sections = dict(_clip(self.sections, characters))
            is_cut = characters < whole
            data: Json = {"id": self.id, "kind": self.kind, "sections": sections, "truncated": is_cut}
            parts = [f"## {name}\n{text}" for name, text in sections.items()]
            if is_cut:
                parts.append("(Cut off: ask for one section, or with a larger max_tokens.)")
            return Answer("\n\n".join([_head(self), *parts]), {**data, **self.about})

        return answer(largest(whole, lambda size: token_cost(answer(size).as_result()) <= tokens))

    @property
    def text(self) -> str:
        return "\n\n".join(self.sections.values())


def open_memory(connection: Connection, identifier: str, section: str | None = None) -> OpenedMemory:
    """Raises NoSuchMemory, also for a memory that the caller may not read; ToolError for an unknown section."""
    if len(identifier) > LONGEST_ID:
        raise NoSuchMemory
    memory = _find(connection, identifier, with_history=section == HISTORY)
    if section is None:
        return memory
    if section not in memory.sections:
        sections = ", ".join(dict.fromkeys([*memory.sections, HISTORY]))
        raise ToolError(f"{identifier} has no section {section[:100]!r}; it has {sections}.")
    return OpenedMemory(memory.id, memory.kind, {section: memory.sections[section]}, memory.about)


def entity_name(connection: Connection, identifier: str) -> str | None:
    """The name of an entity, if this is its id."""
    prefix = wire_id(user(connection.user_id), f"{ENTITY.prefix}_")
    return identifier.removeprefix(prefix) if identifier.startswith(prefix) else None


def note_of_mirror(memory: Known) -> str | None:
    """The id of the note that a memory mirrors, which is an episode made of a note or a fact of one."""
    values = memory.entry.values
    if memory.place.kind is ATOMIC_FACT:
        episode = wire_id(memory.owner, str(values.get("parent_id")))
        try:
            values = editing.find(memory.place.scope, episode).entry.values
        except NoSuchMemory:
            return None
    return str(values.get("parent_id")) if values.get("parent_type") == NOTE.name else None


def owner_is(owner: Owner) -> Callable[[Owner], bool]:
    return lambda other: other == owner


def _find(connection: Connection, identifier: str, with_history: bool) -> OpenedMemory:
    scope, owner = connection.scope, connection.readable_owner()
    path = notes.path_of(identifier, owner_is(owner), scope)
    file = documents.get(path) if path else None
    if file is not None:
        past = notes.history_of(identifier, owner_is(owner), scope) if with_history else None
        return _of_note(file, None if past is None else note_history(past))
    name = entity_name(connection, identifier)
    if name:
        entity = documents.get(documents.path_of(ENTITY, scope, owner, name))
        if entity is not None:
            return _of_entity(entity)
    if PENDING in identifier:
        raise NoSuchMemory(f"{identifier} is being made into a memory; recall it again in a moment.")
    memory = editing.find(scope, identifier)
    if memory.owner != owner:
        raise editing.no_such_memory(identifier)
    return _of_entry(memory, identifier, with_history)


def note_history(changes: Iterable[Change]) -> str:
    """A line for each change: the time, the event and the earlier text."""
    return "\n".join(f"{change.timestamp} {change.event}: {change.old or ''}" for change in changes)


def _of_note(file: KeyedFile, history: str | None) -> OpenedMemory:
    values = file.values
    sections = {"text": note_text(values)}
    if history is not None:
        sections[HISTORY] = history
    metadata = values.get("metadata")
    about = metadata.get("about") if isinstance(metadata, dict) else None
    return OpenedMemory(
        file.place.bucket,
        NOTE.name,
        sections,
        {
            "when": render_time(moment(values, "created_at")),
            "about": about,
            "valid_from": render_time(moment(values, "valid_from")),
            "valid_to": render_time(moment(values, "valid_to")),
            **_sourced(source_of(NOTE, values)),
            "hash": file.sha256,
        },
    )


def _of_entity(file: KeyedFile) -> OpenedMemory:
    identifier = wire_id(file.place.owner, single_id(ENTITY, file.place.owner, file.place.bucket))
    about = {"when": render_time(moment(file.values, "created_at")), "hash": file.sha256}
    return OpenedMemory(identifier, ENTITY.name, {"text": text_of(file.values)}, about)


def _of_entry(memory: Known, identifier: str, with_history: bool) -> OpenedMemory:
    kind, values = memory.place.kind, memory.entry.values
    sections = {name: str(values[name]) for name in kind.texts if values.get(name)}
    if kind is PROFILE:
        raise ToolError("Read a profile with the tool profile.")
    if with_history:
        changes = editing.history_of(memory)
        sections[HISTORY] = "\n".join(
            f"{each.at} {each.by}: {each.reason} {dict(each.old)}" for each in changes
        )
    lineage = editing.lineage_of(memory)
    about: Json = {
        "when": render_time(moment(values, "timestamp")),
        "session_id": values.get("session_id"),
        **_sourced(source_of(kind, values)),
        "hash": memory.entry.sha256,
        "drawn_from": lineage.source,
        "derived": lineage.derived,
        "replaced_by": lineage.replaced_by,
    }
    return OpenedMemory(identifier, NAMES.get(kind.name, kind.name), sections, about)


def _sourced(source: str | None) -> Json:
    return {"source": source, "trust": trust_of(source)}


def _head(memory: OpenedMemory) -> str:
    parts = [memory.kind, memory.id, memory.about.get("when"), memory.about.get("source")]
    return " · ".join(str(part) for part in parts if part)


def _clip(sections: dict[str, str], characters: int) -> Iterator[tuple[str, str]]:
    for name, text in sections.items():
        if len(text) <= characters:
            yield name, text
        elif characters:
            yield name, f"{text[:characters]}…"
        characters -= min(characters, len(text))
