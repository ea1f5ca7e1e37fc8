"""Domain exceptions. Each class's docstring is its default message, shown to people unchanged."""

from collections.abc import Sequence


class MemoryServiceError(Exception):
    """The memory service could not do what was asked."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or type(self).__doc__)


class InvalidInput(MemoryServiceError):
    """The request is not valid."""


class MessageIdTaken(MemoryServiceError):
    """Another message of this session has this id already."""

    def __init__(self, ids: Sequence[str | None]) -> None:
        named = ", ".join(f"{identifier!r}" for identifier in ids[:3]) + (", …" if len(ids) > 3 else "")
        super().__init__(
            f"message_id {named}: another message of this session, with another text, sender or role, has been sent"
            " under this id; nothing of the request was stored. Send it under an id of its own."
        )


class SessionTaken(MemoryServiceError):
    """This session belongs to another user; nothing was stored. Give each user's sessions ids of their own."""


class Forbidden(MemoryServiceError):
    """The key of this call does not allow it."""


class UnsupportedContent(MemoryServiceError):
    """This content cannot be read by the server as it is configured."""


class ContentUnavailable(MemoryServiceError):
    """The content cannot be read at the moment, so nothing of the request was stored; send it again later."""


class ContentBusy(ContentUnavailable):
    """Too many documents, pictures or sounds are being read; nothing of the request was stored, send it again."""

    retry_seconds = 5


class ModelUnavailable(MemoryServiceError):
    """The configured model did not give a usable answer; the work is kept and will be retried."""


class AnswerUnusable(ModelUnavailable):
    """The model's answer does not have the requested form; the work is kept, and done by rules if this persists."""


class AnswerCutOff(AnswerUnusable):
    """The model's answer was cut off at the token limit, even with twice as many tokens."""


class ModelBusy(ModelUnavailable):
    """Too many requests wait for the model already; what was accepted is kept, try again in a moment."""

    retry_seconds = 5


class ModelUnreachable(ModelUnavailable):
    """No server answers at the model's address, or none that speaks its protocol; the work is kept."""


class ModelMisconfigured(ModelUnavailable):
    """The model cannot be used until its settings or its installation are corrected; the work is kept."""


class BudgetReached(ModelUnavailable):
    """The budget for models is used up; until it is renewed, rules do the work where they can."""


class WorkSuspended(MemoryServiceError):
    """Processing this session has crashed the server; its messages are kept, and it is retried automatically later."""


class IndexUnavailable(MemoryServiceError):
    """The index cannot answer right now; it is being repaired from the markdown files."""

    retry_seconds = 2


class IndexIncomplete(IndexUnavailable):
    """The index is being made again from the markdown files; try again in a moment."""


class IndexAway(IndexUnavailable):
    """The object store that holds the index does not answer; what is written meanwhile is kept and indexed later."""


class DamagedDocument(MemoryServiceError):
    """A markdown file cannot be read as the memory document that its path says it is."""


class DocumentChanged(MemoryServiceError):
    """Somebody else has written the document since it was read; nothing was changed, read it again."""


class LockTimeout(MemoryServiceError):
    """Another process has held a lock for too long; nothing was changed, try again."""


class LockLost(LockTimeout):
    """A lock was lost: the process was suspended, or the database does not answer; nothing was changed, try again."""


class WorkUnderWay(MemoryServiceError):
    """Another process is working on a part of it; it is retried automatically in a moment."""


class PathTaken(MemoryServiceError):
    """There is a file or a folder at this path already."""


class NothingToForget(MemoryServiceError):
    """None of the named memories exist."""


class NoSuchMemory(MemoryServiceError):
    """There is no memory with this id."""


class NoSuchReceipt(MemoryServiceError):
    """There is no such receipt."""


class RedisUnavailable(MemoryServiceError):
    """Redis not initialized"""


class NoSuchEntry(MemoryServiceError):
    """There is no entry with this key."""


class EntryExpired(MemoryServiceError):
    """The entry has expired."""


class NotYours(MemoryServiceError):
    """This belongs to somebody else, and only its owner or an administrator may change it."""


class RequestedModelUnavailable(MemoryServiceError):
    """The requested language model did not answer; retrieve_lightweight needs no model."""


def is_model_away(error: Exception | None) -> bool:
    """Whether asking the model again now would fail, whatever the request."""
    return isinstance(error, ModelUnavailable) and not isinstance(error, AnswerUnusable)
