"""Adding messages: kept word for word, or through the ordinary ingest, which makes of them what it makes of any."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rest_framework.request import Request

from memory import limits
from memory.api import times
from memory.api.mem0.items import ACTOR
from memory.api.mem0.whose import ASSISTANT, Entities
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of, may_read_server_files
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.ingest.add import add_messages
from memory.ingest.content import new_reader
from memory.ingest.metadata import NAME, with_metadata
from memory.keyed import documents, notes
from memory.keyed.distil import Said
from memory.keyed.notes import Note
from memory.keyed.single import LAST_DAY, SingleMemory, end_of, of_note
from memory.kinds.provenance import OF_ROLE
from memory.models import MemCell
from memory.scope import Scope

CATEGORY = "fact"  # of a note whose client names none
SYSTEM = ("system", "developer")  # what a program tells the model is nobody's to be remembered
CELLS_LOOKED_AT = 200  # of a session, the latest

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Addition:
    """What a client adds, and for whom."""

    whose: Entities
    messages: Sequence[Json]
    metadata: Json = field(default_factory=dict)
    said_at: datetime | None = None
    last_day: str | None = None

    @property
    def said(self) -> list[Json]:
        return [message for message in self.messages if message["role"] not in SYSTEM]

    @property
    def digest(self) -> str:
        """The same for the same addition of one day: whoever sends it twice, since no answer came, finds it there."""
        day = times.local_day(self.said_at or datetime.now(UTC)).isoformat()
        named = self.whose.about.named
        told = [day, named, self.messages, self.metadata, self.last_day, self.said_at]
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:24]

    @property
    def session_id(self) -> str:
        """The run, or a session of its own."""
        return self.whose.run_id or f"mem0-{self.digest}"


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages that were accepted, in a session of their own or in a run."""

    scope: Scope
    session_id: str
    last_message: str

    @property
    def cell(self) -> MemCell | None:
        """That they are part of; None as long as they wait in the buffer."""
        cells = MemCell.objects.filter(
            app_id=self.scope.app_id, project_id=self.scope.project_id, session_id=self.session_id
        )
        latest = cells.order_by("-created_at")[:CELLS_LOOKED_AT]
        return next((cell for cell in latest if self.last_message in cell.message_ids), None)


def keep(request: Request, addition: Addition) -> list[SingleMemory]:
    """Each message as a note in its own words, found at once. No model is asked."""
    addition.whose.require_write(request)
    said = [(message, _text_alone(message["content"])) for message in addition.said]
    for place, (_, text) in enumerate(said):
        limits.check("note_chars", len(text), f"messages.{place}")
        if not text.strip():
            raise InvalidInput(f"messages.{place}: there is nothing to remember in an empty text")
    at = _apart(addition)
    kept = [
        notes.add_note_verbatim(
            text,
            CATEGORY,
            addition.whose.about,
            {**addition.metadata, **({ACTOR: message["name"]} if message.get("name") else {})},
            at,
            source=OF_ROLE[message["role"]],
            valid_to=end_of(addition.last_day),
        )
        for message, text in said
    ]
    note_accepted(request, sum(is_new for _, is_new in kept))
    return [_memory(addition, note) for note, _ in kept]


def distil(request: Request, addition: Addition) -> list[SingleMemory]:
    """Where no user is named there is nobody whose facts they could be: one note of what is worth remembering."""
    addition.whose.require_write(request)
    said = [
        Said(message["role"], _text_alone(message["content"]), message.get("name"))
        for message in addition.said
    ]
    limits.check("note_chars", sum(len(one.text) for one in said), "messages")
    about, ends = addition.whose.about, end_of(addition.last_day)
    return [_memory(addition, notes.add_note(said, CATEGORY, about, addition.metadata, ends))]


def accept(request: Request, addition: Addition) -> Conversation:
    """Durably, as messages of a session; nothing is made of them yet."""
    whose = addition.whose
    whose.require_write(request)
    messages = list(_incoming(addition))
    if not messages:
        raise InvalidInput("messages: none of them was said by a user or an assistant")
    result = add_messages(
        whose.scope,
        addition.session_id,
        messages,
        new_reader(of_files=may_read_server_files(request)),
        extraction="later",
        check=whose.check_of_session(caller_of(request), addition.session_id),
    )
    note_accepted(request, result.new)
    return Conversation(whose.scope, addition.session_id, str(messages[-1].message_id))


def _incoming(addition: Addition) -> Any:
    began = times.milliseconds(addition.said_at or datetime.now(UTC))
    kept = {**addition.metadata, **({LAST_DAY: addition.last_day} if addition.last_day else {})}
    for place, message in enumerate(addition.said):
        is_user = message["role"] == "user"
        yield IncomingMessage(
            sender_id=str(addition.whose.user_id) if is_user else addition.whose.agent_id or ASSISTANT,
            role=message["role"],
            timestamp_ms=began + place,
            content=_content(message["content"], kept),
            message_id=f"mem0-{addition.digest}-{place}",
            sender_name=message.get("name") if is_user else None,
            tool_calls=message.get("tool_calls") or None,
            tool_call_id=message.get("tool_call_id"),
        )


def _content(content: Any, metadata: Mapping[str, Any]) -> Any:
    if isinstance(content, str):
        return with_metadata(content, metadata)
    items = [_item(part) for part in content]
    if metadata and items:
        items[0] = {**items[0], "extras": {NAME: dict(metadata)}}
    return items


def _item(part: Json) -> Json:
    """A part of a message as the ingest takes it."""
    if part.get("type") == "text" and isinstance(part.get("text"), str):
        return {"type": "text", "text": part["text"]}
    image = part.get("image_url")
    address = image.get("url") if isinstance(image, dict) else image
    if part.get("type") == "image_url" and isinstance(address, str):
        head, comma, data = address.partition(",")
        if address.startswith("data:"):
            kind = head.removeprefix("data:").partition(";")[0].rpartition("/")[2]
            return (
                {"type": "image", "base64": data, "ext": kind} if comma else {"type": "image", "base64": ""}
            )
        return {"type": "image", "uri": address}
    raise InvalidInput(
        "messages: parts of a content are text or image_url; documents go to POST /api/v1/memory/add"
    )


def _text_alone(content: Any) -> str:
    if isinstance(content, str):
        return content
    items = [_item(part) for part in content]
    if any(item["type"] != "text" for item in items):
        raise InvalidInput("messages: pictures are read only with a user_id and infer=true")
    return "\n".join(item["text"] for item in items)


def _apart(addition: Addition) -> datetime:
    """The moment of what was said. What is kept together has the same one, down to a microsecond of its own."""
    at = addition.said_at or datetime.now(UTC)
    return at if at.microsecond else at + timedelta(microseconds=1 + int(addition.digest, 16) % 999_999)


def _memory(addition: Addition, note: Note) -> SingleMemory:
    path = notes.path_of(note.id, scope=addition.whose.scope)
    file = documents.get(path) if path is not None else None
    if file is None:
        raise InvalidInput("The memory was forgotten while it was being added.")
    return of_note(file)
