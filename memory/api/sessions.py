"""Sessions as keys with limits meet them: a key that is for some people writes to no session of others, and of what
waits in one that they share it sees what its own people said."""

from collections.abc import Collection, Sequence

from memory.conversation.speakers import USER_ROLES
from memory.errors import Forbidden
from memory.grants import Caller, may, shown
from memory.ingest.add import Check, anybody
from memory.ingest.buffer import speakers_of
from memory.ingest.group import PERSONAL
from memory.models import BufferedMessage
from memory.scope import Owner, OwnerType, Scope, agent, user


def check_session(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> Check:
    """For `add_messages` of those who join: raises Forbidden where others take part. A message among theirs would
    become their memory, and what they say would become part of the caller's.

    That such a session exists, this tells: there is no other answer that writes nothing.
    """
    if not caller.is_bound:
        return anybody

    def check() -> None:
        if not is_own_session(caller, scope, session_id, joining):
            raise Forbidden(
                f"This key may not write to the session {shown(session_id)}: others take part in it, or it is named "
                "after somebody else"
            )

    return check


def is_own_session(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> bool:
    """Whether the people in it and those who join are all within the caller's key. Assistants may be any in their
    company; where there is nobody else, they must be within it as well."""
    if not caller.is_bound:
        return True
    named_after = session_id.removeprefix(PERSONAL)  # where V3 keeps what somebody says outside of groups
    if named_after != session_id and not may(caller, "write", scope, user(named_after)):
        return False
    speakers = speakers_of(scope, session_id).union(joining)
    people = [each for each in speakers if each.type is not OwnerType.AGENT]
    return all(may(caller, "write", scope, each) for each in people or speakers)


def shown_rows(caller: Caller, scope: Scope, rows: Sequence[BufferedMessage]) -> list[BufferedMessage]:
    """Of messages that the caller has asked for as somebody who took part. Where others do, what is said to them is
    left out as well."""
    if not caller.is_bound:
        return list(rows)
    covered = {each: may(caller, "read", scope, each) for each in {speaker_of(row) for row in rows}}
    if all(covered[each] for each in covered if each.type is OwnerType.USER):
        return list(rows)
    return [row for row in rows if covered[speaker_of(row)]]


def speaker_of(row: BufferedMessage) -> Owner:
    return user(row.sender_id) if row.role in USER_ROLES else agent(row.sender_id)
