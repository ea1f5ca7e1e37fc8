"""Messages that come one at a time, said in a group or to nobody else."""

from collections.abc import Mapping
from typing import Any

from memory.errors import InvalidInput
from memory.ingest import history
from memory.ingest.add import AddResult, Extraction, add_messages
from memory.ingest.messages import IncomingMessage
from memory.scope import Scope

PERSONAL = "personal:"  # with which the sessions of single persons begin, and no group's


def hear(
    message: IncomingMessage, group_id: str | None, payload: Mapping[str, Any], extraction: Extraction = "now"
) -> AddResult:
    """Accepts the message; the group's history gets the payload once. Raises as add_messages."""
    if group_id is None:
        return add_messages(Scope(), PERSONAL + message.sender_id, [message], extraction=extraction)
    if group_id.startswith(PERSONAL):
        raise InvalidInput(f"group_id: the id of a group cannot begin with {PERSONAL!r}")
    result = add_messages(Scope(), group_id, [message], of_group=True, extraction=extraction)
    if result.is_new:
        history.append(group_id, payload)
    return result
