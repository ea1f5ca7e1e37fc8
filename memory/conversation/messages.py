"""An incoming message, the part of it that boundary rules and extraction read, and the names that memories use for
those who take part.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from memory.kinds.provenance import DOCUMENT, OF_ROLE, least
from memory.language.sentences import clip
from memory.scope import OwnerType

Spans = Sequence[Sequence[int]]  # (start, end) of each
NAME_LENGTH = 80
# Tool requests and results are context, not memory: enough of them to know what happened.
TOOL_CHARS = 400
USER_ROLES = ("user",)
AGENT_ROLES = ("assistant", "tool")
_COLON = re.compile(r"(?<![:：])[:：]++(?=\s|\Z)")


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One validated turn. `text` is derived from `content` when the message is accepted."""

    sender_id: str
    role: str  # user, assistant or tool
    timestamp_ms: int
    content: str | list[dict[str, Any]]  # as the client sent it
    message_id: str | None = None  # the client's own: another message with the same id is the same message
    sender_name: str | None = None
    text: str = ""
    tool_calls: list[dict[str, Any]] | None = None
    tool_call_id: str | None = None
    documents: Spans | None = None  # the parts of `text` that the sender attached and did not write


class Spoken(Protocol):
    """Identifies who said a message, and in which role."""

    @property
    def sender_id(self) -> str: ...
    @property
    def role(self) -> str: ...


class Turn(Spoken, Protocol):
    """What extraction needs of a message; incoming messages and buffered rows both provide it."""

    @property
    def sender_name(self) -> str | None: ...
    @property
    def timestamp_ms(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def tool_calls(self) -> Any: ...
    @property
    def tool_call_id(self) -> str | None: ...
    @property
    def documents(self) -> Spans | None: ...


def own_words(turn: Turn) -> str:
    """What the sender wrote, without attached documents."""
    said, position = list[str](), 0
    for start, end in turn.documents or ():
        said.append(turn.text[position:start])
        position = end
    return "\n".join(filter(None, (part.strip("\n") for part in [*said, turn.text[position:]])))


def source_of(turns: Sequence[Turn]) -> str | None:
    """The least trusted source among the turns."""
    roles = {OF_ROLE.get(turn.role) for turn in turns}
    return least([*roles, *(DOCUMENT for turn in turns if turn.documents)])


def documents_of(turn: Turn) -> list[str]:
    """The text of each attached document."""
    return [turn.text[start:end] for start, end in turn.documents or ()]


def roles_of(type: OwnerType) -> tuple[str, ...]:
    """The roles in which an owner of this type speaks: a user and an agent may have the same id."""
    return {OwnerType.USER: USER_ROLES, OwnerType.AGENT: AGENT_ROLES}.get(type, ())


def names_of(turns: Sequence[Turn]) -> dict[str, str]:
    """Sender id -> display name, in order of appearance. Ids distinguish two people with the same name."""
    names: dict[str, str] = {}
    for turn in turns:
        given = as_name(turn.sender_name or "")
        if given or turn.sender_id not in names:
            names[turn.sender_id] = given or names.get(turn.sender_id) or as_name(turn.sender_id)
    meant = Counter(word for sender, name in names.items() for word in {name.casefold(), sender.casefold()})
    behind = tuple(f" ({word})" for word in meant)
    return {
        sender: f"{name} ({as_name(sender)})" if _misleads(sender, name, meant, behind) else name
        for sender, name in names.items()
    }


@lru_cache(maxsize=1024)
def as_name(text: str) -> str:
    """On one line, and without a colon that would end it: a turn's speaker is the text before the first `: `.

    Cached, since each message of a sender names them.
    """
    return clip(_COLON.sub("", " ".join(text.split())).strip(), NAME_LENGTH)


def _misleads(sender: str, name: str, meant: Mapping[str, int], behind: tuple[str, ...]) -> bool:
    """Whether somebody else has this name, as a name or an id, or whether `name` pretends to be an id."""
    if name == sender:
        return False
    return meant[name.casefold()] > 1 or name.casefold().removesuffix(f" ({sender.casefold()})").endswith(
        behind
    )


def speaker_ids(turns: Sequence[Turn]) -> list[str]:
    """Everybody who said something, in order of appearance; tools only if nobody else did."""
    senders = [turn.sender_id for turn in turns if turn.role != "tool"] or [turn.sender_id for turn in turns]
    return list(dict.fromkeys(senders))


def owner_ids(turns: Sequence[Spoken]) -> list[str]:
    """The users who get the episode."""
    return list(dict.fromkeys(turn.sender_id for turn in turns if turn.role in USER_ROLES))


def agent_ids(turns: Sequence[Turn]) -> list[str]:
    """Assistants and tools."""
    return list(dict.fromkeys(turn.sender_id for turn in turns if turn.role in AGENT_ROLES))


def requests_of(calls: Iterable[Mapping[str, Any]]) -> list[str]:
    """`get_weather with {"city": "Oslo"}` for each tool call in OpenAI's form."""
    return [
        f"{function['name'] or 'a tool'} with {clip(function['arguments'], TOOL_CHARS)}"
        for function in map(function_of, calls)
    ]


def calls_of(turn: Turn) -> list[dict[str, Any]]:
    """The tool calls of a message in OpenAI's form; anything else in their place is left out."""
    return [call for call in turn.tool_calls or () if isinstance(call, dict)]


def function_of(call: Mapping[str, Any]) -> dict[str, str]:
    """The name and the arguments of a tool call, each on one line."""
    function = call.get("function")
    given = function if isinstance(function, dict) else {}
    arguments = given.get("arguments")
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"name": as_name(str(given.get("name") or "")), "arguments": " ".join(text.split())}
