"""What a person at work on the memory needs besides: lists, corrections, and what a memory said before."""

from typing import Literal

from pydantic import Field

from memory import editing, limits
from memory.api.mcp.budget import cost_of, largest
from memory.api.mcp.tools.base import (
    COUNT,
    OBJECT,
    TEXT,
    Answer,
    Arguments,
    Json,
    Tool,
    array,
    fields,
    shown_time,
)
from memory.api.mcp.tools.own import Tokens
from memory.api.mcp.tools.reading import HISTORY, is_of, note_history, opened
from memory.api.mcp.whose import Connection
from memory.errors import NoSuchMemory
from memory.keyed import notes
from memory.keyed.graph import KnowledgeGraph
from memory.keyed.notes import About
from memory.kinds.entity import ENTITY
from memory.kinds.ids import wire_id
from memory.retrieval.listing import list_memories
from memory.retrieval.types import Hit

LISTED = {
    "episode": ("episode", "content"),
    "fact": ("atomic_fact", "fact"),
    "foresight": ("foresight", "foresight"),
}
TEXT_SHOWN = 300  # characters of a memory in a list


class List(Arguments):
    kind: Literal["episode", "fact", "foresight", "note", "entity"] = "episode"
    page: int = Field(1, ge=1, le=100_000)
    k: int = Field(20, ge=1, le=100, description="Memories on a page.")
    max_tokens: Tokens = Field(4000, description="Of the whole answer.")


class Edit(Arguments):
    id: str
    text: str = Field(description="What it is to say from now on.")
    section: str | None = Field(None, description="Of an episode: content, subject or summary.")
    expected_hash: str | None = Field(
        None, description="The hash that read told: refuses when it has changed."
    )
    reason: str = Field("", max_length=500)


class History(Arguments):
    id: str
    max_tokens: Tokens = Field(4000, description="Of the whole answer.")


def list_tool(connection: Connection, given: List) -> Answer:
    items, total = _page(connection, given)

    def answer(shown: int) -> Answer:
        lines = [f"[{each['id']} {each['when'] or ''}] {each['text']}" for each in items[:shown]]
        data = {"memories": items[:shown], "total": total, "omitted": len(items) - shown}
        return Answer("\n".join([*lines, f"{total} in all."]), data)

    return answer(largest(len(items), lambda shown: cost_of(answer(shown).as_result()) <= given.max_tokens))


def edit(connection: Connection, given: Edit) -> Answer:
    scope, owner = connection.scope, connection.require("write")
    limits.check("note_chars", len(given.text), "text")
    revised = notes.revise_note(given.id, given.text, is_of(owner), scope, given.expected_hash)
    if revised is not None:
        return Answer(f"{given.id} is changed.", {"id": given.id, "hash": revised.sha256})
    memory = editing.find(scope, given.id)
    if memory.owner != owner:
        raise editing.no_such_memory(given.id)
    field = given.section or editing.EDITABLE.get(memory.place.kind.name, ("content",))[0]
    edited = editing.edit(
        scope, given.id, {field: given.text}, connection.asked_by, given.reason, given.expected_hash
    )
    return Answer(f"{given.id} is changed.", {"id": given.id, "hash": edited.entry.sha256})


def history(connection: Connection, given: History) -> Answer:
    try:
        return opened(connection, given.id, HISTORY).within(given.max_tokens)
    except NoSuchMemory:
        past = notes.history_of(given.id, is_of(connection.seen()), connection.scope)
        if not past:
            raise
        told = note_history(past)
        return Answer(told, {"id": given.id, "kind": "note", "sections": {HISTORY: told}, "truncated": False})


def _page(connection: Connection, given: List) -> tuple[list[Json], int]:
    owner, first = connection.seen(), (given.page - 1) * given.k
    if given.kind == "note":
        about = About(user_id=owner.id, scope=connection.scope)
        found = notes.newest_notes(about, first + given.k)
        shown = [_item(note.id, shown_time(note.created_at), note.memory) for note in found[first:]]
        return shown, notes.count_notes(about)
    if given.kind == "entity":
        entities = KnowledgeGraph(connection.scope, owner).read().entities
        shown = [
            _item(
                wire_id(owner.id, f"{ENTITY.prefix}_{each.name}"),
                None,
                f"{each.type}: {'; '.join(each.observations)}",
            )
            for each in entities[first : first + given.k]
        ]
        return shown, len(entities)
    kind, field = LISTED[given.kind]
    page = list_memories(connection.scope, owner, kind, given.page, given.k)
    return [_of_hit(hit, field) for hit in page.items], page.total


def _of_hit(hit: Hit, field: str) -> Json:
    identifier, text = wire_id(hit.owner_id, hit.entry_id), str(hit.values.get(field) or "")
    return _item(identifier, shown_time(hit.timestamp), text)


def _item(identifier: str, when: str | None, text: str) -> Json:
    return {
        "id": identifier,
        "when": when,
        "text": text if len(text) <= TEXT_SHOWN else f"{text[:TEXT_SHOWN]}…",
    }


MORE = (
    Tool(
        "list",
        "List memories",
        "Lists memories of one kind, the newest first.",
        List,
        list_tool,
        fields(memories=array(OBJECT), total=COUNT, omitted=COUNT),
        reads_only=True,
    ),
    Tool(
        "edit",
        "Correct a memory",
        "Gives a memory another text. What was drawn from it follows; what it said stays in its history.",
        Edit,
        edit,
        fields(id=TEXT, hash=TEXT),
        cost="writes",
        repeats_nothing=True,
    ),
    Tool(
        "history",
        "History of a memory",
        "What a memory said before it was changed.",
        History,
        history,
        fields(id=TEXT, kind=TEXT, sections=OBJECT, truncated={"type": "boolean"}),
        reads_only=True,
    ),
)
