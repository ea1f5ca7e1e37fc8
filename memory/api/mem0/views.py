"""What the views of both of mem0's servers have in common."""

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request

from memory.api.mem0 import adding, answers, events
from memory.api.mem0.adding import Addition
from memory.api.mem0.errors import exception_handler
from memory.api.mem0.filters import Filter, parse
from memory.api.mem0.whose import Entities, entities_of
from memory.api.rest.views import JsonView
from memory.keyed.single import SingleMemory
from memory.scope import user

Json = dict[str, Any]
FAILURES = dict.fromkeys((400, 401, 403, 413, 429, 500, 503), answers.Refusal)
NOT_FOUND = {404: answers.Refusal}
OF_ADD = frozenset({"async_mode"})


class Mem0View(JsonView):
    answer_exception = exception_handler


def addition_of(request: Request, given: Json) -> Addition:
    return Addition(
        entities_of(request, given),
        given["messages"],
        given.get("metadata") or {},
        given.get("timestamp"),
        given.get("expiration_date"),
    )


def kept_at_once(request: Request, given: Json, addition: Addition) -> list[SingleMemory] | None:
    """None where the messages go through the ingest."""
    if given["infer"] is False:
        return adding.keep(request, addition)
    if addition.whose.user_id is None:
        return adding.distil(request, addition)
    return None


def drawn(request: Request, addition: Addition) -> tuple[list[SingleMemory], str, bool]:
    """What became of the messages, the event, and whether that is all."""
    return events.now(adding.accept(request, addition), user(str(addition.whose.user_id)))


def filter_of(tree: Json | None, *more: Json) -> Filter:
    """All of them together. Raises InvalidInput."""
    return parse({"AND": [each for each in (tree or {}, *more) if each]})


def named_in(whose: Entities) -> Json:
    """As a filter."""
    named = {"user_id": whose.user_id, "agent_id": whose.agent_id, "run_id": whose.run_id}
    app = {"app_id": whose.scope.app_id} if whose.is_app_named else {}
    return {name: value for name, value in named.items() if value} | app


def page_of(request: Request, shown: Sequence[Json], total: int, page: int, size: int) -> Json:
    """As the platform answers lists."""
    here = request.build_absolute_uri(request.path)

    def address(number: int) -> str:
        return f"{here}?page={number}&page_size={size}"

    return {
        "count": total,
        "next": address(page + 1) if page * size < total else None,
        "previous": address(page - 1) if page > 1 else None,
        "results": list(shown),
    }
