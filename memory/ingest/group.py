"""Messages that arrive one at a time, said in a group or to nobody else."""

from collections.abc import Mapping
from dataclasses import replace
from logging import getLogger
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.ingest import history
from memory.ingest.add import AddResult, Check, Extraction, add_messages, anybody
from memory.ingest.flush import flush_cells
from memory.ingest.work import PASSING
from memory.scope import Scope

log = getLogger(__name__)

PERSONAL = "personal:"  # prefix of the sessions of single persons; no group's session has it


def session_of(sender_id: str, group_id: str | None) -> str:
    return PERSONAL + sender_id if group_id is None else group_id


def hear(
    message: IncomingMessage,
    group_id: str | None,
    payload: Mapping[str, Any],
    extraction: Extraction = "now",
    ends: bool = False,
    check: Check = anybody,
) -> AddResult:
    """Accepts the message; the group's history gets the payload once.

    `check` and errors are as in add_messages. `ends`: the conversation ends with it, and all waiting messages become
    memory; failures are retried later.
    """
    session_id = session_of(message.sender_id, group_id)
    if group_id is not None and group_id.startswith(PERSONAL):
        raise InvalidInput(f"group_id: the id of a group cannot begin with {PERSONAL!r}")
    of_group = group_id is not None
    result = add_messages(
        Scope(), session_id, [message], of_group=of_group, extraction=extraction, check=check
    )
    if group_id is not None and result.new:
        history.append(group_id, payload)
    return _ended(session_id, group_id, result) if ends else result


def _ended(session_id: str, group_id: str | None, result: AddResult) -> AddResult:
    try:
        status, flushed = flush_cells(Scope(), session_id)
    except PASSING as error:
        log.warning("the messages of session %s are safe and wait: %s", session_id, error)
        return result
    extracted = [*result.extracted, *(cell for cell in flushed if cell.group_id == group_id)]
    return replace(result, status=result.status if status == "no_extraction" else status, extracted=extracted)
