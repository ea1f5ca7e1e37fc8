"""The five tools of this server: remember, recall, read, forget, profile."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from memory import limits
from memory.api.everos_v1 import convert
from memory.api.mcp.budget import largest, token_cost
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import (
    COUNT,
    OBJECT,
    TEXT,
    Answer,
    Arguments,
    Json,
    ToolError,
    array,
    check_query,
    fields,
    parse_time,
    render_time,
    tool,
)
from memory.api.mcp.tools.forgetting import forget_ids, preview_forgetting
from memory.api.mcp.tools.reading import NAMES, OPENED, open_memory
from memory.keyed.notes import About, add_note_verbatim
from memory.keyed.remembered import Remembered, recalled
from memory.kinds import provenance
from memory.retrieval.explanation import Explanation
from memory.retrieval.listing import profiles_of
from memory.retrieval.types import Stages, View

CATEGORY = "fact"  # of all notes, since MCP has no categories
SOURCES = {
    "user": provenance.USER_SAID,
    "assistant": provenance.ASSISTANT_SAID,
    "document": provenance.DOCUMENT,
    "tool": provenance.TOOL_RETURNED,
    "inferred": provenance.MODEL_INFERRED,
}
FORGET_SCORE = 0.5  # the minimum for a memory to be forgotten by a query
FORGET_MOST = 20
MOST_IDS = 1000
Tokens = Annotated[int, Field(ge=300)]


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


class Remember(Arguments):
    text: str = Field(
        description="What to keep, word for word; understandable on its own.",
        validation_alias=AliasChoices("text", "content", "memory"),
    )
    about: str | None = Field(None, max_length=100, description="Who or what it is about.")
    when: str | None = Field(None, description="When it was said or happened, ISO 8601. Default: now.")
    valid: str | None = Field(
        None, description="From when until when it holds: 2026-01-01/2026-06-30, either side may be empty."
    )
    source: Literal["user", "assistant", "document", "tool", "inferred"] = Field(
        "user", description="Whose words they are."
    )


class Recall(Arguments):
    query: str = Field(validation_alias=AliasChoices("query", "q", "question"))
    k: int = Field(8, ge=1, le=50, validation_alias=AliasChoices("k", "limit", "top_k"))
    max_tokens: Tokens = Field(2000, description="Of the whole answer.")
    as_of: str | None = Field(None, description="What held then, ISO 8601.")
    explain: bool = Field(False, description="With score, source, trust, validity, why.")


class Read(Arguments):
    id: str = Field(validation_alias=AliasChoices("id", "memory_id"))
    section: str | None = Field(None, description="Only this part, such as content or history.")
    max_tokens: Tokens = Field(4000, description="Of the whole answer.")


class Forget(Arguments):
    query: str | None = Field(None, description="Forgets what says this.")
    ids: Annotated[list[str], BeforeValidator(_as_list)] | None = Field(
        None, description="Better: ids of recall.", validation_alias=AliasChoices("ids", "id", "memory_ids")
    )
    dry_run: bool = Field(True, description="Only show what would go; false: forget it.")


class Profile(Arguments):
    user: str | None = Field(None, description="Default: whose memory this is.")


@tool(fields(status=TEXT, id=TEXT), cost="writes", is_idempotent=True)
def remember(connection: Connection, arguments: Remember) -> Answer:
    """Keeps something for good, in the words given. Recall finds it at once."""
    owner = connection.require("write")
    limits.check("note_chars", len(arguments.text), "text")
    said_at = parse_time(arguments.when, "when") if arguments.when else datetime.now(UTC)
    begins, ends = _period(arguments.valid) if arguments.valid else (None, None)
    note, is_new = add_note_verbatim(
        arguments.text,
        CATEGORY,
        About(user_id=owner.id, scope=connection.scope),
        {"about": arguments.about} if arguments.about else {},
        said_at,
        source=SOURCES[arguments.source],
        valid_from=begins,
        valid_to=ends,
    )
    status = "remembered" if is_new else "known"
    words = f"Remembered as {note.id}." if is_new else f"This was remembered already, as {note.id}."
    return Answer(words, {"status": status, "id": note.id}, stored=int(is_new))


@tool(fields(memories=array(OBJECT), omitted=COUNT), cost="searches", reads_only=True)
def recall(connection: Connection, arguments: Recall) -> Answer:
    """Finds what is remembered of a matter: facts, events, notes; the best first. Of a state that has changed, the line
    with `until` is over.
    """
    query = check_query(arguments.query)
    as_of = parse_time(arguments.as_of, "as_of") if arguments.as_of else None
    owner = connection.readable_owner()
    stages = Stages() if arguments.explain else None
    found, pending = recalled(connection.scope, owner, query, arguments.k, View(as_of=as_of), stages=stages)
    return answer_within(arguments.max_tokens, found, pending, arguments.explain)


def answer_within(tokens: int, found: Sequence[Remembered], pending: int, explain: bool = False) -> Answer:
    """As many of these memories, best first, as fit; of the first one at least a part."""

    def answer(shown: int, characters: int | None = None) -> Answer:
        memories = [_memory(each, explain, characters) for each in found[:shown]]
        data: Json = {"memories": memories, "omitted": len(found) - shown}
        if pending:
            data["pending"] = pending
        return Answer(_render(memories, len(found) - shown), data)

    def fits(shown: int, characters: int | None = None) -> bool:
        return token_cost(answer(shown, characters).as_result()) <= tokens

    shown = largest(len(found), fits)
    if shown or not found or not fits(1, 0):
        return answer(shown)
    return answer(1, largest(len(found[0].text), lambda characters: fits(1, characters)))


@tool(OPENED, title="Read a memory", reads_only=True)
def read(connection: Connection, arguments: Read) -> Answer:
    """All that one memory says, where it comes from, and its hash."""
    memory = open_memory(connection, arguments.id, arguments.section)
    return memory.within(arguments.max_tokens)


@tool(fields(status=TEXT, count=COUNT, memories=array(OBJECT)), cost="writes", destroys=True)
def forget(connection: Connection, arguments: Forget) -> Answer:
    """Removes memories and all that was drawn from them, for good. Look with dry_run first."""
    if bool(arguments.query) == bool(arguments.ids):
        raise ToolError("Give either ids, as recall answers them, or a query.")
    ids = arguments.ids or []
    if len(ids) > MOST_IDS:
        raise ToolError(f"At most {MOST_IDS} ids a call, not {len(ids)}.")
    if arguments.query:
        ids = list(_ids_matching(connection, arguments.query))
        if not ids:
            return Answer(
                "Nothing says this clearly enough. Use recall, and forget by id what should go.",
                {"status": "nothing", "count": 0, "memories": []},
            )
    return preview_forgetting(connection, ids) if arguments.dry_run else forget_ids(connection, ids)


@tool(fields(summary=TEXT, items=array(OBJECT), traits=array(OBJECT)), reads_only=True)
def profile(connection: Connection, arguments: Profile) -> Answer:
    """Who the user is: a summary, and what holds of them now. Good to read first."""
    summary, items, traits = known_profile(connection, arguments.user)
    lines = [summary, *map(_item_line, items), *map(_trait_line, traits)]
    text = "\n".join(filter(None, lines)) or "Nothing is known of this user yet."
    return Answer(text, {"summary": summary, "items": items, "traits": traits})


def known_profile(connection: Connection, user_id: str | None = None) -> tuple[str, list[Json], list[Json]]:
    """The summary, the items and the traits of a profile; empty without one. Raises Forbidden."""
    hits = profiles_of(connection.scope, connection.readable_owner(user_id))
    known = convert.fields_of(hits[0])["profile_data"] if hits else {}
    return str(known.get("summary") or ""), _listed(known, "explicit_info"), _listed(known, "implicit_traits")


def _ids_matching(connection: Connection, query: str) -> Iterator[str]:
    """The ids of memories that match the query well enough to be forgotten."""
    connection.require("forget")
    found, _ = recalled(connection.scope, connection.readable_owner(), check_query(query), FORGET_MOST)
    for memory in found:
        if memory.score >= FORGET_SCORE and not memory.pending:
            yield memory.id


def _period(text: str) -> tuple[datetime | None, datetime | None]:
    """The begin and end of a period; an end that is a day includes it. Raises ToolError."""
    begins, slash, ends = text.partition("/")
    if not slash or not (begins.strip() or ends.strip()):
        raise ToolError("valid: give two days with a slash between them, such as 2026-01-01/2026-06-30.")
    first = parse_time(begins, "valid", may_come=True) if begins.strip() else None
    last = parse_time(ends, "valid", may_come=True) if ends.strip() else None
    if last is not None and len(ends.strip()) == len("2026-06-30"):
        last += timedelta(days=1)
    if first is not None and last is not None and last <= first:
        raise ToolError("valid: it ends before it begins.")
    return first, last


def _memory(memory: Remembered, explain: bool, characters: int | None) -> Json:
    text = memory.text if characters is None else f"{memory.text[:characters]}…"
    shown: Json = {
        "id": memory.id,
        "kind": NAMES.get(memory.kind, memory.kind),
        "when": render_time(memory.at),
        "text": text,
    }
    if memory.valid_to is not None:
        shown["valid_to"] = render_time(memory.valid_to)
    if memory.pending:
        shown["pending"] = True
    if not explain:
        return shown
    why = {
        "score": round(memory.score, 3),
        "source": memory.source,
        "trust": provenance.trust_of(memory.source),
        "valid_from": render_time(memory.valid_from),
        "superseded_by": memory.superseded_by,
        "episode": memory.episode,
        "why": _why(memory.why) if memory.why else None,
    }
    return shown | {name: value for name, value in why.items() if value is not None}


def _why(numbers: Explanation) -> Json:
    """The numbers behind the score that were compared, and the words of the query that were and were not found."""
    shares = {name: getattr(numbers, name) for name in ("words", "best_line", "meaning", "best_fact")}
    told: Json = {name: round(share, 2) for name, share in shares.items() if share is not None}
    return {
        "found_by": list(numbers.found_by),
        **told,
        "matched": list(numbers.matched),
        "missing": list(numbers.missing),
    }


def _render(memories: list[Json], omitted: int) -> str:
    lines = []
    for each in memories:
        day = f" {each['when'][:10]}" if each["when"] else ""
        over = f", until {each['valid_to'][:10]}" if each.get("valid_to") else ""
        why = "".join(f", {name} {each[name]}" for name in ("score", "source", "trust") if name in each)
        lines.append(f"[{each['id']}{day}{over}{why}] {each['text']}")
    if omitted:
        lines.append(f"({omitted} more: ask more precisely, or with a larger max_tokens.)")
    return "\n".join(lines) or "Nothing is remembered of this."


def _listed(known: Json, name: str) -> list[Json]:
    value = known.get(name)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _item_line(item: Json) -> str:
    said_on = f" ({item['said_on']})" if item.get("said_on") else ""
    return f"- {item.get('category')}: {item.get('description')}{said_on}"


def _trait_line(item: Json) -> str:
    return f"- {item.get('trait')}: {item.get('description')}"


OWN = (remember, recall, read, forget, profile)
