"""The OpenAPI schema of a dialect, and a page made from it: both only where documentation is served."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from memory.api.local_pages import local_assets_only

OPENAPI = "3.1.0"
SERVERS = [{"url": "/", "description": "The server that shows this schema."}]
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
    "description": "Of the admin. What is no GET needs the header `X-CSRFToken`, too.",
}


def any_caller(schemes: Iterable[str], open: bool = True) -> list[dict[str, list[str]]]:
    """Of a schema: any one of the schemes will do, and where a server may let everybody call, none as well."""
    nobody: list[dict[str, list[str]]] = [{}] if open else []
    return nobody + [{name: []} for name in schemes]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A part of the API with a schema of its own: at `/openapi/<name>.json` and `/docs/<name>`."""

    name: str
    prefix: str  # where its urls are mounted
    urls: str  # the module that has them
    title: str
    description: str
    schemes: Mapping[str, Any] = field(default_factory=lambda: {"token": TOKEN})
    open: bool = True  # whether there are servers that let everybody call

    @property
    def mount(self) -> Any:
        return path(self.prefix, include(self.urls))

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
        schema = SpectacularJSONAPIView.as_view(urlconf=[self.mount], custom_settings=self.settings)
        page = SpectacularSwaggerSplitView.as_view(url_name=self._schema_name, title=self.title)
        return [
            path(f"openapi/{self.name}.json", schema, name=self._schema_name),
            path(f"docs/{self.name}", local_assets_only(page)),
        ]

    @property
    def _schema_name(self) -> str:
        return f"openapi-{self.name}"


AGENTIC_V3 = Dialect(
    name="agentic-v3",
    prefix="api/v3/agentic/",
    urls="memory.api.agentic_v3.urls",
    title="Agentic Layer V3",
    description="Chat messages go in one at a time; memories of users and of groups come out.",
)
AGENT_KV = Dialect(
    name="agent-kv",
    prefix="api/v1/memory/",
    urls="memory.api.agent_kv.urls",
    title="Agent memory API",
    description="Entries under keys, of an agent and of the user who stored them.",
)
MAAS = Dialect(
    name="maas",
    prefix="",
    urls="memory.api.maas.urls",
    title="MaaS",
    description="Short-term buffers of sessions, and long-term memories with their history.",
)
OPS = Dialect(
    name="ops",
    prefix="api/ops/",
    urls="memory.api.ops.urls",
    title="Operations",
    description="For operators: what waits, what failed, what it costs; and doing something about it. Staff only.",
    schemes={"token": TOKEN, "session": SESSION},
    open=False,
)
DIALECTS = (AGENTIC_V3, AGENT_KV, MAAS, OPS)
