"""The view that the dialects' views are made from: strict JSON in, JSON out, nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from memory.api.permission import require_action
from memory.api.rest.authentication import caller_of
from memory.api.rest.errors import ExceptionHandler
from memory.api.rest.parser import JsonOnly, StrictJson, check_type
from memory.grants import Action


class JsonView(APIView):
    """A dialect derives its own from this one, and gives it the handler that writes its errors."""

    answer_exception: ClassVar[ExceptionHandler]
    actions: ClassVar[
        Mapping[str, Action]
    ] = {}  # what each method does; keys with limits may call no other ones
    fields_of_others: ClassVar[frozenset[str]] = frozenset()  # those of `memory.api.foreign` that it honours

    parser_classes = (StrictJson,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = JsonOnly
    # whoever has come in may call: everos_site.middleware.Tokens decides
    authentication_classes: Sequence[type[BaseAuthentication]] = ()
    permission_classes: Sequence[type[BasePermission]] = ()
    throttle_classes = ()
    metadata_class = None  # OPTIONS is a 405

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.check_action(request)
        if request.method == "POST" and "Origin" in request.headers:
            check_type(request)  # without a body no parser asks, and a page of another origin must not get in

    def check_action(self, request: Request) -> None:
        """Whether the caller may do this at all; with whose memory, the view asks. Raises Forbidden."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method != "OPTIONS" and hasattr(self, method.lower()):  # others are a 405
            require_action(caller_of(request), self.actions.get(method))

    def get_exception_handler(self) -> ExceptionHandler:
        return type(self).answer_exception


def checked(shape: type[Serializer[Any]], data: Any, in_query: bool = False) -> dict[str, Any]:
    """The values of a body, or of a query. Raises ValidationError."""
    given = shape(data=data, context={"in_query": in_query})
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def checked_query(shape: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Of a parameter that is named twice, the last one counts. Raises ValidationError."""
    return checked(shape, request.query_params.dict(), in_query=True)
