"""Domain exceptions. Each class's docstring is its default message, shown to people as it stands."""

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
    """The model answers, but not with what it was asked for; the work is kept, and done by rules if that goes on."""


class AnswerCutOff(AnswerUnusable):
    """The model's answer was cut off at its limit of tokens, also at twice as many."""


class ModelBusy(ModelUnavailable):
    """Too many requests wait for the model already; what was accepted is kept, try again in a moment."""

    retry_seconds = 5


class ModelUnreachable(ModelUnavailable):
    """Nobody answers at the model's address, or nobody who speaks its protocol; the work is kept."""


class ModelMisconfigured(ModelUnavailable):
    """The model cannot be used until its settings or its installation are corrected; the work is kept."""


class WorkSuspended(MemoryServiceError):
    """The server's process has died of a part of this session; it is kept, and tried again by itself later."""


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
    """This process was stopped for so long that its lock went to another one; nothing was changed, try again."""


class WorkUnderWay(MemoryServiceError):
    """Somebody else works with a part of it just now; it is tried again by itself in a moment."""


class PathTaken(MemoryServiceError):
    """There is a file or a folder at this path already."""


class NothingToForget(MemoryServiceError):
    """Nothing that was named is remembered."""


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
    """The language model that was to look at the memories did not answer; retrieve_lightweight needs none."""


def is_model_away(error: Exception | None) -> bool:
    """Whether to ask the model again now would be in vain, whatever about."""
    return isinstance(error, ModelUnavailable) and not isinstance(error, AnswerUnusable)
