"""The base of MaaS' views: validation with MaaS' errors, and which owners' notes a caller may use."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rest_framework.request import Request

from memory.api.maas import serializers
from memory.api.maas.errors import InvalidRequest, exception_handler
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView, describer
from memory.grants import Action, may
from memory.scope import Owner, Scope

_FAILURES = dict.fromkeys((403, 413, 500, 503), serializers.Refusal)

describe = describer({**_FAILURES, 422: serializers.InvalidRequest}, not_found=serializers.Refusal)
describe_without_input = describer(_FAILURES, not_found=serializers.Refusal)


class MaasView(JsonView):
    answer_exception = exception_handler


def checked(shape: type[serializers.Fields], data: Any, source: str) -> dict[str, Any]:
    """The validated values. `source` is body, query or path. Raises InvalidRequest."""
    serializer = shape(data=data, context={"in_query": source == "query"})
    if not serializer.is_valid():
        raise InvalidRequest(source, serializer.errors)
    return dict(serializer.validated_data)


def checked_query(shape: type[serializers.Fields], request: Request) -> dict[str, Any]:
    """The validated query; the last value of a repeated parameter counts. Raises InvalidRequest."""
    return checked(shape, request.query_params.dict(), "query")


def owner_filter(request: Request, action: Action) -> Callable[[Owner], bool] | None:
    """Whether the caller may do the action with an owner's notes; None if it may with everybody's."""
    caller = caller_of(request)
    return partial(may, caller, action, Scope()) if caller.has_limits else None
