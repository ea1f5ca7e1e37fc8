"""The declaration of a dialect: its routes, its errors, its OpenAPI schema and documentation page."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.settings import patched_settings
from drf_spectacular.views import SpectacularSwaggerSplitView

from memory.api.local_pages import local_assets_only
from memory.api.openapi import examples
from memory.api.openapi.completing import complete
from memory.api.openapi.serving import document
from memory.api.rest.authentication import CHALLENGE
from memory.api.rest.errors import ErrorResponse

OPENAPI = "3.1.0"
SERVERS = [{"url": "/", "description": "The server that serves this schema."}]
LICENSE = {"name": "Apache 2.0", "identifier": "Apache-2.0"}
TOKEN = {
    "type": "apiKey",
    "in": "header",
    "name": "Authorization",
    "description": "`Token <key>` or `Bearer <key>`; `everos token NAME` makes a key.",
}
SESSION = {
    "type": "apiKey",
    "in": "cookie",
    "name": "sessionid",
    "description": "A session of the admin. Calls other than GET also need the header `X-CSRFToken`.",
}


class AnyText(StringConverter):
    """An id, which may contain slashes. Line breaks match too, so that the view can refuse them properly."""

    regex = r"[\s\S]+"


register_converter(AnyText, "any_text")


def any_caller(schemes: Iterable[str], open: bool = True) -> list[dict[str, list[str]]]:
    """The `security` of a schema: any one of the schemes is enough, and none is needed if `open`."""
    anonymous: list[dict[str, list[str]]] = [{}] if open else []
    return anonymous + [{name: []} for name in schemes]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A part of the API; its schema is at `/openapi/<name>.json` and its documentation at `/docs/<name>`."""

    name: str
    prefix: str  # where its routes are mounted
    routes: Sequence[URLPattern | URLResolver] = field(repr=False)
    paths: re.Pattern[str]  # the paths below which errors have its shape, even if no route matches
    error_response: ErrorResponse
    title: str
    description: str
    schemes: Mapping[str, Any] = field(default_factory=lambda: {"token": TOKEN})
    open: bool = True  # whether a server can be configured to need no key
    challenge: Callable[[HttpRequest], str] = field(default=lambda request: CHALLENGE, repr=False)  # of a 401
    headers: tuple[str, ...] = ()  # request headers that browsers must be allowed to send

    @property
    def mount(self) -> Any:
        return path(self.prefix, include(self.routes))

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "TITLE": self.title,
            "DESCRIPTION": self.description,
            "VERSION": "1",
            "LICENSE": LICENSE,
            "OAS_VERSION": OPENAPI,
            "SERVERS": SERVERS,
            "APPEND_COMPONENTS": {"securitySchemes": dict(self.schemes)},
            "SECURITY": self.security,
        }

    @property
    def security(self) -> list[dict[str, list[str]]]:
        return any_caller(self.schemes, self.open)

    def pages(self) -> list[URLPattern]:
        schema = document(self._schema)
        page = SpectacularSwaggerSplitView.as_view(url_name=self._schema_name, title=self.title)
        return [
            path(f"openapi/{self.name}.json", schema, name=self._schema_name),
            path(f"docs/{self.name}", local_assets_only(page)),
        ]

    def _schema(self) -> bytes:
        with patched_settings(self.settings):
            schema = self._generator(patterns=[self.mount]).get_schema(request=None, public=True)
        rendered: bytes = OpenApiJsonRenderer().render(schema)
        return rendered

    @property
    def _generator(self) -> type[SchemaGenerator]:
        dialect = self

        class Generator(SchemaGenerator):
            def get_schema(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
                schema = super().get_schema(*args, **kwargs)
                return complete(schema, dialect.error_response, examples.load_steps(dialect.name))

        return Generator

    @property
    def _schema_name(self) -> str:
        return f"openapi-{self.name}"
