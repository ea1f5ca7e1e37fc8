"""The strategy `token_threshold`: shortens a session that has become too long for its context."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import structlog

from memory.coordination.slots import NamedSlots
from memory.errors import ModelUnavailable
from memory.providers.tokens import estimate_tokens, head
from memory.stm.buffer import Buffer
from memory.stm.messages import SUMMARY, Message, new_message, total_tokens
from memory.stm.summary import MOST_TOKENS, extract, lasting_summary

log = structlog.get_logger(__name__)

OLDER_PERCENT = 60  # of a session's messages are replaced by one summary
MOST_SHARE, LEAST_SHARE = 4, 8  # a summary may take between an eighth and a fourth of the session's tokens
ATTEMPTS = 3

_compacting = NamedSlots()  # per session, in this process; `Buffer.compact` notices other processes


def within_threshold(buffer: Buffer, session_id: str, max_tokens: int, read_only: bool) -> list[Message]:
    """The session in at most this many tokens.

    If no lasting summary can be made now, rules make one for this answer only: nobody waits for a model that is busy
    with the same session, and a failing one costs no message.
    """
    messages = buffer.newest(session_id)
    if not read_only and _cut(messages, max_tokens) is not None:
        messages = _compacted(buffer, session_id, max_tokens)
    cut = _cut(messages, max_tokens)
    if cut is not None:
        summary = cut.summary(extract(cut.old, cut.tokens), temporary=True)
        messages = [*cut.kept, summary, *messages[len(cut.first) :]]
    return _clipped(messages, max_tokens)


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where a session is divided."""

    first: list[Message]
    tokens: int  # maximum tokens of their summary

    @property
    def old(self) -> list[Message]:
        """The messages that a summary replaces."""
        return [message for message in self.first if not message.is_system]

    @property
    def kept(self) -> list[Message]:
        return [message for message in self.first if message.is_system]

    def summary(self, text: str, **metadata: object) -> Message:
        counted = {"summarized": sum(map(_messages_represented, self.old)), **metadata}
        return new_message(SUMMARY, text, counted, self.first[-1].timestamp)


def _cut(messages: Sequence[Message], max_tokens: int) -> _Cut | None:
    """The older part, as large as necessary for the rest to fit, so that a session is compacted once until it has grown
    again.

    None within the threshold, and if nothing is left but a summary and the last message.
    """
    total = total_tokens(messages)
    if total <= max_tokens:
        return None
    places = [place for place, message in enumerate(messages) if not message.is_system]
    least, most = max(1, max_tokens // LEAST_SHARE), max(1, max_tokens // MOST_SHARE)
    fewest = max(1, len(places) * OLDER_PERCENT // 100)
    if places and messages[places[0]].role == SUMMARY and messages[places[0]].token_count <= most:
        fewest = max(2, fewest)  # this alone is as short as it can be
    freed = list(accumulate(messages[place].token_count for place in places))
    for count in range(fewest, len(places)):
        room = max_tokens - total + freed[count - 1]
        if room >= least or count == len(places) - 1:
            first = list(messages[: places[count - 1] + 1])
            return _Cut(first, min(MOST_TOKENS, most, max(least, room)))
    return None


def _messages_represented(message: Message) -> int:
    """How many messages of the conversation it represents."""
    count = (message.metadata or {}).get("summarized") if message.role == SUMMARY else None
    return count if type(count) is int and count > 0 else 1


def _compacted(buffer: Buffer, session_id: str, max_tokens: int) -> list[Message]:
    """The session's messages, whose older part has become a lasting summary if one could be made."""
    with _compacting.turn(session_id) as is_mine:
        # More than one attempt if another process has changed the session.
        for _ in range(ATTEMPTS if is_mine else 0):
            cut = _cut(buffer.newest(session_id), max_tokens)
            if cut is None:
                break
            try:
                text = lasting_summary(cut.old, cut.tokens)
            except ModelUnavailable as error:
                log.warning("the model made no summary, so a session keeps its messages", error=str(error))
                break
            if buffer.compact(session_id, cut.first, cut.summary(text)):
                break
    return buffer.newest(session_id)


def _clipped(messages: Sequence[Message], max_tokens: int) -> list[Message]:
    """Cuts the longest messages to one length, so that all fit; if there are more messages than tokens, only the
    newest.
    """
    messages = messages[-max_tokens:]
    longest = _share(messages, max_tokens)
    return [message if message.token_count <= longest else _cut_off(message, longest) for message in messages]


def _share(messages: Sequence[Message], max_tokens: int) -> int:
    """The maximum tokens for each message so that all fit; long ones get what short ones leave."""
    left = max_tokens
    for done, tokens in enumerate(sorted(message.token_count for message in messages)):
        share = left // (len(messages) - done)
        if tokens > share:
            return share
        left -= tokens
    return max_tokens


def _cut_off(message: Message, tokens: int) -> Message:
    content = head(message.content, tokens)
    metadata = {**(message.metadata or {}), "clipped": True}
    return replace(message, content=content, metadata=metadata, token_count=estimate_tokens(content))
