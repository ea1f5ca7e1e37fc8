"""Strict JSON bodies for Django REST framework."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from memory.api import bodies
from memory.api.bodies import unsupported_field


class StrictJson(BaseParser):
    """Parses JSON bodies, and refuses other content types."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        assert parser_context is not None
        check_type(parser_context["request"])
        try:
            body = bodies.parsed(parser_context["request"])
        except bodies.MalformedBody as error:
            raise ParseError(str(error)) from error
        refusal = unsupported_field(body, parser_context["view"].supported_fields)
        if refusal is not None:
            raise ParseError(refusal)
        return body


def check_type(request: Request) -> None:
    try:
        bodies.check_type(request)
    except bodies.MalformedBody as error:
        raise ParseError(str(error)) from error


class JsonOnly(BaseContentNegotiation):
    """Always JSON, whatever the headers say; the parser reports a wrong content type."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser:
        parser: BaseParser = parsers[0]
        return parser

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
