"""What keys that are limited to some owners may do with sessions.

Such a key may not write to a session in which other people take part. Of the buffered messages of a shared session it
sees those that its own people sent.
"""

from collections.abc import Collection, Sequence

from memory.conversation.speakers import USER_ROLES
from memory.errors import Forbidden
from memory.grants import Caller, may, shown
from memory.ingest.add import Check, anybody
from memory.ingest.buffer import speakers_of
from memory.ingest.group import PERSONAL
from memory.models import BufferedMessage
from memory.scope import Owner, OwnerType, Scope, agent, user


def session_check(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> Check:
    """The check that `add_messages` makes under the session's lock: raises Forbidden if other people take part.

    Otherwise the caller's message would become part of their memories, and their messages part of the caller's. The
    refusal reveals that the session exists; there is no other answer that writes nothing.
    """
    if not caller.is_bound:
        return anybody

    def check() -> None:
        if not may_write_session(caller, scope, session_id, joining):
            raise Forbidden(
                f"This key may not write to the session {shown(session_id)}: others take part in it, or it is named "
                "after somebody else"
            )

    return check


def may_write_session(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> bool:
    """Whether the key covers all people in the session and those who join.

    Assistants need not be covered unless there are no people.
    """
    if not caller.is_bound:
        return True
    named_after = session_id.removeprefix(PERSONAL)  # V3's session for what a user says outside of groups
    if named_after != session_id and not may(caller, "write", scope, user(named_after)):
        return False
    speakers = speakers_of(scope, session_id).union(joining)
    people = [each for each in speakers if each.type is not OwnerType.AGENT]
    return all(may(caller, "write", scope, each) for each in people or speakers)


def readable_rows(caller: Caller, scope: Scope, rows: Sequence[BufferedMessage]) -> list[BufferedMessage]:
    """The messages that the caller may read, of a session in which the requested owner takes part.

    If the key covers all its people, that is every message; otherwise only messages of covered speakers, so that an
    assistant's answers to other people are left out.
    """
    if not caller.is_bound:
        return list(rows)
    covered = {each: may(caller, "read", scope, each) for each in {speaker_of(row) for row in rows}}
    if all(covered[each] for each in covered if each.type is OwnerType.USER):
        return list(rows)
    return [row for row in rows if covered[speaker_of(row)]]


def speaker_of(row: BufferedMessage) -> Owner:
    return user(row.sender_id) if row.role in USER_ROLES else agent(row.sender_id)
