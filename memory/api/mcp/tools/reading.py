"""One memory whole, whatever it is: by the id under which search, lists and recall name it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from memory import editing
from memory.api.mcp.budget import cost_of, largest
from memory.api.mcp.tools.base import Answer, Json, ToolError, shown_time
from memory.api.mcp.whose import Connection
from memory.editing import Known
from memory.errors import NoSuchMemory
from memory.keyed import documents, notes
from memory.keyed.documents import KeyedFile
from memory.keyed.note_history import Change
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.entity import ENTITY, text_of
from memory.kinds.ids import wire_id
from memory.kinds.note import NOTE
from memory.kinds.profile import PROFILE
from memory.kinds.provenance import source_of, trust_of
from memory.markdown.document import single_id
from memory.scope import Owner

HISTORY = "history"
LONGEST_ID = 4000
NAMES = {"atomic_fact": "fact"}  # others are called what they are
PENDING = "_pending_"  # in ids of what is no memory yet


@dataclass(frozen=True, slots=True)
class Opened:
    """`sections` are its texts by name, in the order in which they are read."""

    id: str
    kind: str
    sections: dict[str, str]
    about: Json = field(default_factory=dict)  # where it comes from, and what there is besides

    def within(self, tokens: int) -> Answer:
        """As much of it, from its beginning, as so many tokens hold."""
        whole = sum(map(len, self.sections.values()))

        def answer(characters: int) -> Answer:
            sections = dict(_clipped(self.sections, characters))
            is_cut = characters < whole
            data: Json = {"id": self.id, "kind": self.kind, "sections": sections, "truncated": is_cut}
            parts = [f"## {name}\n{text}" for name, text in sections.items()]
            if is_cut:
                parts.append("(Cut off: ask for one section, or with a larger max_tokens.)")
            return Answer("\n\n".join([_head(self), *parts]), {**data, **self.about})

        return answer(largest(whole, lambda size: cost_of(answer(size).as_result()) <= tokens))

    @property
    def text(self) -> str:
        return "\n\n".join(self.sections.values())


def opened(connection: Connection, identifier: str, section: str | None = None) -> Opened:
    """Raises NoSuchMemory, also for what the caller may not see; ToolError for a section that it has not."""
    if len(identifier) > LONGEST_ID:
        raise NoSuchMemory
    memory = _found(connection, identifier, with_history=section == HISTORY)
    if section is None:
        return memory
    if section not in memory.sections:
        sections = ", ".join(dict.fromkeys([*memory.sections, HISTORY]))
        raise ToolError(f"{identifier} has no section {section[:100]!r}; it has {sections}.")
    return Opened(memory.id, memory.kind, {section: memory.sections[section]}, memory.about)


def entity_name(connection: Connection, identifier: str) -> str | None:
    """Of an entity's id."""
    prefix = wire_id(connection.user_id, f"{ENTITY.prefix}_")
    return identifier.removeprefix(prefix) if identifier.startswith(prefix) else None


def note_of_mirror(memory: Known) -> str | None:
    """The id of the note that a memory only mirrors: an episode, or a fact of one."""
    values = memory.entry.values
    if memory.place.kind is ATOMIC_FACT:
        episode = wire_id(memory.owner.id, str(values.get("parent_id")))
        try:
            values = editing.find(memory.place.scope, episode).entry.values
        except NoSuchMemory:
            return None
    return str(values.get("parent_id")) if values.get("parent_type") == NOTE.name else None


def is_of(owner: Owner) -> Callable[[Owner], bool]:
    return lambda other: other == owner


def _found(connection: Connection, identifier: str, with_history: bool) -> Opened:
    scope, owner = connection.scope, connection.seen()
    path = notes.path_of(identifier, is_of(owner), scope)
    file = documents.get(path) if path else None
    if file is not None:
        past = notes.history_of(identifier, is_of(owner), scope) if with_history else None
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
    """A line for each change: when, what, and what it said before."""
    return "\n".join(f"{change.timestamp} {change.event}: {change.old or ''}" for change in changes)


def _of_note(file: KeyedFile, history: str | None) -> Opened:
    values = file.values
    sections = {"text": str(values.get("memory") or "")}
    if history is not None:
        sections[HISTORY] = history
    metadata = values.get("metadata")
    about = metadata.get("about") if isinstance(metadata, dict) else None
    return Opened(
        file.place.bucket,
        NOTE.name,
        sections,
        {
            "when": _time(values.get("created_at")),
            "about": about,
            "valid_from": _time(values.get("valid_from")),
            "valid_to": _time(values.get("valid_to")),
            **_sourced(source_of(NOTE, values)),
            "hash": file.sha256,
        },
    )


def _of_entity(file: KeyedFile) -> Opened:
    identifier = wire_id(file.place.owner.id, single_id(ENTITY, file.place.owner, file.place.bucket))
    about = {"when": _time(file.values.get("created_at")), "hash": file.sha256}
    return Opened(identifier, ENTITY.name, {"text": text_of(file.values)}, about)


def _of_entry(memory: Known, identifier: str, with_history: bool) -> Opened:
    kind, values = memory.place.kind, memory.entry.values
    shown = [each.name for each in kind.sections] + ([kind.body] if kind.body else [])
    sections = {name: str(values[name]) for name in shown if values.get(name)}
    if kind is PROFILE:
        raise ToolError("Read a profile with the tool profile.")
    if with_history:
        changes = editing.history_of(memory)
        sections[HISTORY] = "\n".join(
            f"{each.at} {each.by}: {each.reason} {dict(each.old)}" for each in changes
        )
    lineage = editing.lineage_of(memory)
    about: Json = {
        "when": _time(values.get("timestamp")),
        "session_id": values.get("session_id"),
        **_sourced(source_of(kind, values)),
        "hash": memory.entry.sha256,
        "drawn_from": lineage.source,
        "derived": lineage.derived,
        "replaced_by": lineage.replaced_by,
    }
    return Opened(identifier, NAMES.get(kind.name, kind.name), sections, about)


def _sourced(source: str | None) -> Json:
    return {"source": source, "trust": trust_of(source)}


def _time(value: object) -> str | None:
    return shown_time(value) if isinstance(value, datetime) else None


def _head(memory: Opened) -> str:
    parts = [memory.kind, memory.id, memory.about.get("when"), memory.about.get("source")]
    return " · ".join(str(part) for part in parts if part)


def _clipped(sections: dict[str, str], characters: int) -> Iterator[tuple[str, str]]:
    for name, text in sections.items():
        if len(text) <= characters:
            yield name, text
        elif characters:
            yield name, f"{text[:characters]}…"
        characters -= min(characters, len(text))
