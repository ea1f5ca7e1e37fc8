"""Adding messages: as notes, or through the ordinary ingest as messages of a session."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rest_framework.request import Request

from memory import limits, times
from memory.api.mem0.items import ACTOR
from memory.api.mem0.owners import ASSISTANT, EntityIds
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of, may_read_server_files
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.ingest import buffer
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

CATEGORY = "fact"  # of all notes
SYSTEM_ROLES = ("system", "developer")  # instructions of a program to the model are not remembered
LATEST_CELLS = 200  # of a session, among which the cell of a message is looked for

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Addition:
    """The messages that a client adds, and the entities that they are about."""

    entities: EntityIds
    messages: Sequence[Json]
    metadata: Json = field(default_factory=dict)
    said_at: datetime | None = None
    last_day: str | None = None

    @property
    def conversation(self) -> list[Json]:
        return [message for message in self.messages if message["role"] not in SYSTEM_ROLES]

    @property
    def digest(self) -> str:
        """Equal for equal additions of one day, so that repeating a request without an answer adds nothing."""
        day = times.local_day(self.said_at or datetime.now(UTC)).isoformat()
        named = self.entities.about.named
        parts = [day, named, self.messages, self.metadata, self.last_day, self.said_at]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:24]

    @property
    def session_id(self) -> str:
        """The run, or without one a session for this addition alone."""
        return self.entities.run_id or f"mem0-{self.digest}"


@dataclass(frozen=True, slots=True)
class Conversation:
    """Accepted messages in their session."""

    scope: Scope
    session_id: str
    last_message: str

    @property
    def cell(self) -> MemCell | None:
        """The memory cell of the messages; None while they wait in the buffer."""
        cells = MemCell.objects.filter(**buffer.columns(self.scope, self.session_id))
        latest = cells.order_by("-created_at")[:LATEST_CELLS]
        return next((cell for cell in latest if self.last_message in cell.message_ids), None)


def store_verbatim(request: Request, addition: Addition) -> list[SingleMemory]:
    """Stores each message as a note in its own words, without a model. It can be found at once."""
    addition.entities.require_write(request)
    said = [(message, _text_only(message["content"])) for message in addition.conversation]
    for place, (_, text) in enumerate(said):
        limits.check("note_chars", len(text), f"messages.{place}")
        if not text.strip():
            raise InvalidInput(f"messages.{place}: there is nothing to remember in an empty text")
    at = _note_time(addition)
    kept = [
        notes.add_note_verbatim(
            text,
            CATEGORY,
            addition.entities.about,
            {**addition.metadata, **({ACTOR: message["name"]} if message.get("name") else {})},
            at,
            source=OF_ROLE[message["role"]],
            valid_to=end_of(addition.last_day),
        )
        for message, text in said
    ]
    note_accepted(request, sum(is_new for _, is_new in kept))
    return [_single_memory(addition, note) for note, _ in kept]


def store_note(request: Request, addition: Addition) -> list[SingleMemory]:
    """Stores what is worth remembering as one note: without a user there is nobody whose facts could be extracted."""
    addition.entities.require_write(request)
    said = [
        Said(message["role"], _text_only(message["content"]), message.get("name"))
        for message in addition.conversation
    ]
    limits.check("note_chars", sum(len(one.text) for one in said), "messages")
    about, ends = addition.entities.about, end_of(addition.last_day)
    return [_single_memory(addition, notes.add_note(said, CATEGORY, about, addition.metadata, ends))]


def accept_messages(request: Request, addition: Addition) -> Conversation:
    """Stores the messages durably in their session, without extracting anything yet."""
    entities = addition.entities
    entities.require_write(request)
    messages = list(_incoming(addition))
    if not messages:
        raise InvalidInput("messages: none of them was said by a user or an assistant")
    result = add_messages(
        entities.scope,
        addition.session_id,
        messages,
        new_reader(of_files=may_read_server_files(request)),
        extraction="later",
        check=entities.session_check_for(caller_of(request), addition.session_id),
    )
    note_accepted(request, result.new)
    return Conversation(entities.scope, addition.session_id, str(messages[-1].message_id))


def _incoming(addition: Addition) -> Any:
    began = times.milliseconds(addition.said_at or datetime.now(UTC))
    kept = {**addition.metadata, **({LAST_DAY: addition.last_day} if addition.last_day else {})}
    for place, message in enumerate(addition.conversation):
        is_user = message["role"] == "user"
        yield IncomingMessage(
            sender_id=str(addition.entities.user_id) if is_user else addition.entities.agent_id or ASSISTANT,
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
    """A part of a message in the form of the ingest. Raises InvalidInput."""
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


def _text_only(content: Any) -> str:
    if isinstance(content, str):
        return content
    items = [_item(part) for part in content]
    if any(item["type"] != "text" for item in items):
        raise InvalidInput("messages: pictures are read only with a user_id and infer=true")
    return "\n".join(item["text"] for item in items)


def _note_time(addition: Addition) -> datetime:
    """The time of the addition's notes. Its microseconds identify the addition, unless the client has given some."""
    at = addition.said_at or datetime.now(UTC)
    return at if at.microsecond else at + timedelta(microseconds=1 + int(addition.digest, 16) % 999_999)


def _single_memory(addition: Addition, note: Note) -> SingleMemory:
    path = notes.path_of(note.id, scope=addition.entities.scope)
    file = documents.get(path) if path is not None else None
    if file is None:
        raise InvalidInput("The memory was forgotten while it was being added.")
    return of_note(file)
