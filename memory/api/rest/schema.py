"""The OpenAPI schema of a dialect, and a page made from it: both with ENV=DEV only."""

from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerView

from memory.api.local_pages import local_assets_only


@dataclass(frozen=True, slots=True)
class Dialect:
    """A part of the API with a schema of its own: at `/openapi/<name>.json` and `/docs/<name>`."""

    name: str
    prefix: str  # where its urls are mounted
    urls: str  # the module that has them
    title: str
    description: str

    @property
    def mount(self) -> Any:
        return path(self.prefix, include(self.urls))

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "TITLE": self.title,
            "DESCRIPTION": self.description,
            "VERSION": "1",
            "APPEND_COMPONENTS": {"securitySchemes": {"token": TOKEN}},
            "SECURITY": [{}, {"token": []}],
        }

    def pages(self) -> list[URLPattern]:
        schema = SpectacularJSONAPIView.as_view(urlconf=[self.mount], custom_settings=self.settings)
        page = SpectacularSwaggerView.as_view(url_name=self._schema_name, title=self.title)
        return [
            path(f"openapi/{self.name}.json", schema, name=self._schema_name),
            path(f"docs/{self.name}", local_assets_only(page)),
        ]

    @property
    def _schema_name(self) -> str:
        return f"openapi-{self.name}"


TOKEN = {
    "type": "apiKey",
    "in": "header",
    "name": "Authorization",
    "description": "`Token <key>` or `Bearer <key>`; `everos token NAME` makes a key.",
}

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
DIALECTS = (AGENTIC_V3, AGENT_KV, MAAS)
