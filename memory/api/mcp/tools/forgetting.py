"""Forgetting memories by the ids of MCP's tools: a preview, and the forgetting itself with receipts."""

from collections import Counter
from collections.abc import Iterable

from memory import editing
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import Answer, Json
from memory.api.mcp.tools.reading import entity_name, note_of_mirror, owner_is
from memory.errors import NoSuchMemory, NothingToForget
from memory.forgetting import work
from memory.forgetting.finding import Memory, shown_text
from memory.forgetting.selection import Selection
from memory.grants import may
from memory.keyed import documents, notes
from memory.kinds.entity import ENTITY
from memory.kinds.note import NOTE
from memory.models import Forgetting
from memory.text.wording import beginning, counted

SHOWN = 50  # memories of a dry run
TEXT_SHOWN = 200  # characters of each


def preview_forgetting(connection: Connection, ids: Iterable[str]) -> Answer:
    """Shows what forgetting these ids would remove."""
    connection.require("forget")
    named = list(dict.fromkeys(ids))
    texts: dict[Memory, list[str]] = {}
    unknown: list[str] = []
    for selection in _selections(connection, named):
        found, said, _ = work.preview(selection)
        unknown += found.unknown
        texts |= {memory: said[memory] for memory in found.memories}
    may_see = may(connection.caller, "read", connection.scope, connection.owner)
    memories = [_doomed(memory, said if may_see else []) for memory, said in texts.items()]
    data = {**_data("would_forget", texts), "memories": memories[:SHOWN], "unknown": unknown}
    lines = [f"[{each['id']}] {each['kind']}: {each['text']}" for each in memories[:SHOWN]]
    again = f"Nothing is forgotten yet. To do it: forget(ids={named}, dry_run=false)."
    return Answer("\n".join([f"{counted(len(texts), 'memory')} would go.", *lines, again]), data)


def forget_ids(connection: Connection, ids: Iterable[str]) -> Answer:
    """Forgets the memories of these ids. Raises NothingToForget if none of them is known."""
    connection.require("forget")
    named = list(dict.fromkeys(ids))
    gone: list[Memory] = []
    unknown: list[str] = []
    receipts: list[str] = []
    is_done = True
    for selection in _selections(connection, named):
        found, _, messages = seen = work.preview(selection)
        unknown += found.unknown
        if not found.memories and not messages:
            continue
        row = work.forget(selection, connection.asked_by, seen=seen)
        gone += found.memories
        receipts.append(row.pk)
        is_done = is_done and row.stage == Forgetting.Stage.DONE
    if not receipts:
        raise NothingToForget(f"Nothing is remembered under {', '.join(named[:3])}. Recall tells the ids.")
    status = "forgotten" if is_done else "accepted"
    data = {**_data(status, gone), "memories": [], "unknown": unknown, "receipts": receipts}
    rest = "" if is_done else " It goes on in the background."
    return Answer(f"{counted(len(gone), 'memory')} forgotten; receipts: {', '.join(receipts)}.{rest}", data)


def _selections(connection: Connection, ids: Iterable[str]) -> list[Selection]:
    """What to forget: notes and entities by their files, other memories of the user by their ids.

    The id of a memory that mirrors a note stands for the note, since the note would create it again.
    """
    scope, owner = connection.scope, connection.owner
    paths, others = [], []
    for identifier in ids:
        note = _note_of(connection, identifier)
        path = notes.path_of(note, owner_is(owner), scope)
        name = entity_name(connection, identifier)
        if path is None and name:
            path = documents.path_of(ENTITY, scope, owner, name)
        if path is not None and documents.exists(path):
            paths.append(str(path))
        else:
            others.append(identifier)
    selections = []
    if paths:
        selections.append(Selection(scope=scope, paths=tuple(dict.fromkeys(paths))))
    if others:
        selections.append(Selection(scope=scope, ids=tuple(others), owner=owner))
    return selections


def _note_of(connection: Connection, identifier: str) -> str:
    """The id of the note that this memory mirrors, or else the id itself."""
    try:
        memory = editing.find(connection.scope, identifier)
    except NoSuchMemory:
        return identifier
    return (note_of_mirror(memory) if memory.owner == connection.owner else None) or identifier


def _data(status: str, memories: Iterable[Memory]) -> Json:
    counts = Counter(memory.kind for memory in memories)
    return {"status": status, "count": counts.total(), "counts": dict(counts)}


def _doomed(memory: Memory, texts: list[str]) -> Json:
    identifier = memory.wire_id
    if memory.kind == NOTE.name:
        identifier = memory.entry_id.removeprefix(f"{NOTE.prefix}_")
    return {"id": identifier, "kind": memory.kind, "text": beginning(shown_text(texts), TEXT_SHOWN)}
