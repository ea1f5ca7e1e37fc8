"""Imports conversations of other programs as sessions, processed like messages that a client adds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memory.batches import batches
from memory.conversation.messages import IncomingMessage
from memory.errors import MemoryServiceError
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_session
from memory.markdown.root import check_owner_or_session_id, scope_folder
from memory.scope import Scope
from memory.transfer.report import Progress, Report

MESSAGES_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Conversation:
    """One session. Each message has the id of its source, so that it is accepted only once."""

    session_id: str
    messages: Sequence[IncomingMessage]
    left_out: Sequence[tuple[str, str]] = field(default_factory=tuple)
    of_group: bool = False  # said in the group whose id is the session's
    scope: Scope | None = None  # where its source says that it belongs


def import_conversations(
    scope: Scope, conversations: Iterable[Conversation], report: Report, progress: Progress
) -> None:
    """A conversation that cannot be imported is left out with its reason; the others continue."""
    known = list(conversations)
    for conversation in known:
        progress(conversation.session_id, len(known))
        for what, why in conversation.left_out:
            report.leave_out(what, why)
        try:
            _import(conversation.scope or scope, conversation, report)
        except MemoryServiceError as error:
            report.leave_out(f"conversation {conversation.session_id}", str(error))


def _import(scope: Scope, conversation: Conversation, report: Report) -> None:
    if not conversation.messages:
        return
    scope_folder(scope)  # raises for ids that no client could name
    for identifier in {conversation.session_id, *(message.sender_id for message in conversation.messages)}:
        check_owner_or_session_id(identifier)
    new = 0
    for some in batches(conversation.messages, MESSAGES_AT_ONCE):
        result = add_messages(
            scope, conversation.session_id, some, of_group=conversation.of_group, extraction="later"
        )
        new += result.new
        report.known["message"] += result.duplicates
    report.imported["message"] += new
    flush_session(scope, conversation.session_id)  # also for messages that an interrupted import left waiting
