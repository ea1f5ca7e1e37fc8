"""What the views of MaaS have in common."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rest_framework.request import Request

from memory.api.maas import serializers
from memory.api.maas.errors import InvalidRequest, exception_handler
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView
from memory.grants import Action, may
from memory.scope import Owner, Scope

FAILURES = {
    403: serializers.Refusal,
    413: serializers.Refusal,
    422: serializers.InvalidRequest,
    500: serializers.Refusal,
    503: serializers.Refusal,
}


class MaasView(JsonView):
    answer_exception = exception_handler


def checked(shape: type[serializers.Fields], data: Any, source: str) -> dict[str, Any]:
    """Raises InvalidRequest. `source` is body, query or path."""
    serializer = shape(data=data, context={"in_query": source == "query"})
    if not serializer.is_valid():
        raise InvalidRequest(source, serializer.errors)
    return dict(serializer.validated_data)


def query_of(request: Request) -> Mapping[str, str]:
    """Of a parameter that is named twice, the last one counts."""
    return request.query_params.dict()


def sees(request: Request, action: Action) -> Callable[[Owner], bool] | None:
    """Of whose notes there are any for the caller who wants to do this. None: of everybody's."""
    caller = caller_of(request)
    return partial(may, caller, action, Scope()) if caller.has_limits else None
