"""The base class of the dialects' views: strict JSON in, JSON out."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import IO, Any, ClassVar, NoReturn

from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import MethodNotAllowed, ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from memory.api import bodies, suggestions
from memory.api.permission import require_action
from memory.api.rest.authentication import caller_of
from memory.api.rest.errors import ExceptionHandler, explain_missing
from memory.grants import Action


class StrictJson(BaseParser):
    """Parses JSON bodies, and refuses other content types."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        assert parser_context is not None
        bodies.check_type(parser_context["request"])
        body = bodies.parsed(parser_context["request"])
        refusal = bodies.unsupported_field(body, parser_context["view"].supported_fields)
        if refusal is not None:
            raise ParseError(refusal)
        return body


class JsonOnly(BaseContentNegotiation):
    """Always JSON, whatever the headers say; the parser reports a wrong content type."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser:
        parser: BaseParser = parsers[0]
        return parser

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class JsonView(APIView):
    """Each dialect derives its own base class, with the handler that writes its errors."""

    answer_exception: ClassVar[ExceptionHandler]
    # The action of each method. Keys with limits may not call methods without one.
    actions: ClassVar[Mapping[str, Action]] = {}
    # The methods that change something and answer with what is stored, so that their callers must be able to read it.
    shows: ClassVar[Collection[str]] = frozenset()
    # The methods that add to what is stored, and so count against the quotas of a day.
    stores: ClassVar[Collection[str]] = frozenset()
    tag: ClassVar[str] = ""  # of its calls in the schema
    supported_fields: ClassVar[frozenset[str]] = frozenset()  # of `memory.api.bodies.UNSUPPORTED`

    parser_classes = (StrictJson,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = JsonOnly
    # everos_site.middleware.Tokens has authenticated the request already
    authentication_classes: Sequence[type[BaseAuthentication]] = ()
    permission_classes: Sequence[type[BasePermission]] = ()
    throttle_classes = ()
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # OPTIONS is a 405

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        return request.method in cls.stores

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.check_action(request)
        if request.method == "POST" and "Origin" in request.headers:
            # Without a body no parser checks the type, and pages of other origins must not be able to call.
            bodies.check_type(request)

    def check_action(self, request: Request) -> None:
        """Whether the caller may do this anywhere; views check the owner themselves. Raises Forbidden."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method != "OPTIONS" and hasattr(self, method.lower()):  # others are a 405
            require_action(caller_of(request), self.actions.get(method))
            if method in self.shows:
                require_action(caller_of(request), "read")

    def http_method_not_allowed(self, request: HttpRequest | Request, *args: Any, **kwargs: Any) -> NoReturn:
        raise MethodNotAllowed(
            str(request.method), detail=suggestions.not_allowed(request.method, self.allowed_methods)
        )

    def get_exception_handler(self) -> ExceptionHandler:
        return type(self).answer_exception


def describer(failures: Mapping[int, Any], not_found: Any = None) -> Callable[..., Any]:
    """Makes the decorator that describes a dialect's calls in its schema, with the failures that they share."""

    def describe(
        operation_id: str, summary: str, answer: Any, *, is_about_one: bool = False, **options: Any
    ) -> Callable[..., Any]:
        """`is_about_one`: the call names one memory or the like, and is a 404 if there is none."""
        responses = {200: answer, **({404: not_found} if is_about_one else {}), **failures}
        return extend_schema(operation_id=operation_id, summary=summary, responses=responses, **options)

    return describe


def checked(shape: type[Serializer[Any]], data: Any, in_query: bool = False) -> dict[str, Any]:
    """The validated values of a body or a query. Raises ValidationError."""
    serializer = shape(data=data, context={"in_query": in_query})
    if not serializer.is_valid():
        raise ValidationError(explain_missing(serializer.errors, serializer, data))
    return dict(serializer.validated_data)


def checked_query(shape: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated query; the last value of a repeated parameter counts. Raises ValidationError."""
    return checked(shape, request.query_params.dict(), in_query=True)
