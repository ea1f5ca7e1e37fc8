"""Functions that the views of mem0's server and platform share."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rest_framework.request import Request

from memory.api.mem0 import adding, events
from memory.api.mem0.adding import Addition
from memory.api.mem0.errors import exception_handler
from memory.api.mem0.filters import Filter, parse
from memory.api.mem0.owners import entity_ids
from memory.api.rest.authentication import caller_of
from memory.api.rest.errors import Refusal
from memory.api.rest.views import JsonView, describer
from memory.grants import readable
from memory.keyed.single import SingleMemory
from memory.scope import user

Item = TypeVar("Item")
Json = dict[str, Any]
describe = describer(dict.fromkeys((400, 401, 403, 413, 429, 500, 503), Refusal), not_found=Refusal)
SUPPORTED_BY_ADD = frozenset({"async_mode"})


class Mem0View(JsonView):
    answer_exception = exception_handler


def parse_addition(request: Request, body: Json) -> Addition:
    return Addition(
        entity_ids(request, body),
        body["messages"],
        body.get("metadata") or {},
        body.get("timestamp"),
        body.get("expiration_date"),
    )


def store_as_notes(request: Request, body: Json, addition: Addition) -> list[SingleMemory] | None:
    """Stores the messages as notes; None if they go through the ingest instead."""
    if body["infer"] is False:
        return adding.store_verbatim(request, addition)
    if addition.entities.user_id is None:
        return adding.store_note(request, addition)
    return None


def extract_now(request: Request, addition: Addition) -> tuple[list[SingleMemory], str, bool]:
    """Stores and extracts the messages: the memories so far that the caller may read, the event's id, and whether they
    are complete.
    """
    entities = addition.entities
    owner = readable(caller_of(request), entities.scope, user(str(entities.user_id)))
    return events.extract_and_wait(adding.accept_messages(request, addition), owner)


def build_filter(tree: Json | None, *more: Json) -> Filter:
    """A filter for memories that match the tree and all others. Raises InvalidInput."""
    return parse({"AND": [each for each in (tree or {}, *more) if each]})


def page_response(request: Request, asked: Json, found: Sequence[Item], show: Callable[[Item], Json]) -> Json:
    """The requested page of a list, as the platform answers it."""
    number, size, total = asked["page"], asked["page_size"], len(found)
    here = request.build_absolute_uri(request.path)

    def address(other: int) -> str:
        return f"{here}?page={other}&page_size={size}"

    return {
        "count": total,
        "next": address(number + 1) if number * size < total else None,
        "previous": address(number - 1) if number > 1 else None,
        "results": [show(each) for each in found[(number - 1) * size : number * size]],
    }
