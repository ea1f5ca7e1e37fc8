"""Tools for looking after the memory: list, edit, history."""

from typing import Literal

from pydantic import Field

from memory import editing, limits
from memory.api.mcp.budget import largest, token_cost
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import (
    COUNT,
    OBJECT,
    TEXT,
    Answer,
    Arguments,
    Json,
    array,
    fields,
    render_time,
    tool,
)
from memory.api.mcp.tools.own import Tokens
from memory.api.mcp.tools.reading import HISTORY, OPENED, note_history, open_memory, owner_is
from memory.errors import NoSuchMemory
from memory.keyed import notes
from memory.keyed.graph import KnowledgeGraph
from memory.keyed.notes import About
from memory.kinds.entity import ENTITY
from memory.kinds.ids import wire_id
from memory.retrieval.listing import list_memories
from memory.text.wording import beginning

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
        None, description="The hash that read returned; refuses if it has changed."
    )
    reason: str = Field("", max_length=500)


class History(Arguments):
    id: str
    max_tokens: Tokens = Field(4000, description="Of the whole answer.")


@tool(
    fields(memories=array(OBJECT), total=COUNT, omitted=COUNT),
    name="list",
    title="List memories",
    reads_only=True,
)
def list_tool(connection: Connection, arguments: List) -> Answer:
    """Lists memories of one kind, the newest first."""
    items, total = _page(connection, arguments)

    def answer(shown: int) -> Answer:
        lines = [f"[{each['id']} {each['when'] or ''}] {each['text']}" for each in items[:shown]]
        data = {"memories": items[:shown], "total": total, "omitted": len(items) - shown}
        return Answer("\n".join([*lines, f"{total} in all."]), data)

    return answer(
        largest(len(items), lambda shown: token_cost(answer(shown).as_result()) <= arguments.max_tokens)
    )


@tool(fields(id=TEXT, hash=TEXT), title="Correct a memory", cost="writes", is_idempotent=True)
def edit(connection: Connection, arguments: Edit) -> Answer:
    """Gives a memory another text. What was drawn from it follows; what it said stays in its history."""
    scope, owner = connection.scope, connection.require("write")
    limits.check("note_chars", len(arguments.text), "text")
    revised = notes.revise_note(arguments.id, arguments.text, owner_is(owner), scope, arguments.expected_hash)
    if revised is not None:
        return Answer(f"{arguments.id} is changed.", {"id": arguments.id, "hash": revised.sha256})
    memory = editing.find(scope, arguments.id)
    if memory.owner != owner:
        raise editing.no_such_memory(arguments.id)
    field = arguments.section or editing.EDITABLE.get(memory.place.kind.name, ("content",))[0]
    edited = editing.edit(
        scope,
        arguments.id,
        {field: arguments.text},
        connection.asked_by,
        arguments.reason,
        arguments.expected_hash,
    )
    return Answer(f"{arguments.id} is changed.", {"id": arguments.id, "hash": edited.entry.sha256})


@tool(OPENED, title="History of a memory", reads_only=True)
def history(connection: Connection, arguments: History) -> Answer:
    """What a memory said before it was changed."""
    try:
        return open_memory(connection, arguments.id, HISTORY).within(arguments.max_tokens)
    except NoSuchMemory:
        past = notes.history_of(arguments.id, owner_is(connection.readable_owner()), connection.scope)
        if not past:
            raise
        text = note_history(past)
        return Answer(
            text, {"id": arguments.id, "kind": "note", "sections": {HISTORY: text}, "truncated": False}
        )


def _page(connection: Connection, arguments: List) -> tuple[list[Json], int]:
    owner, first = connection.readable_owner(), (arguments.page - 1) * arguments.k
    if arguments.kind == "note":
        about = About(user_id=owner.id, scope=connection.scope)
        found = notes.newest_notes(about, first + arguments.k)
        shown = [_item(note.id, render_time(note.created_at), note.memory) for note in found[first:]]
        return shown, notes.count_notes(about)
    if arguments.kind == "entity":
        entities = KnowledgeGraph(connection.scope, owner).read().entities
        shown = [
            _item(
                wire_id(owner, f"{ENTITY.prefix}_{each.name}"),
                None,
                f"{each.type}: {'; '.join(each.observations)}",
            )
            for each in entities[first : first + arguments.k]
        ]
        return shown, len(entities)
    kind, field = LISTED[arguments.kind]
    page = list_memories(connection.scope, owner, kind, arguments.page, arguments.k)
    shown = [_item(hit.wire_id, render_time(hit.timestamp), hit.text(field)) for hit in page.items]
    return shown, page.total


def _item(identifier: str, when: str | None, text: str) -> Json:
    return {"id": identifier, "when": when, "text": beginning(text, TEXT_SHOWN)}


MORE = (list_tool, edit, history)
