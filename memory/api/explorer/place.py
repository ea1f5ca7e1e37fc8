"""Whose memory an address of the explorer is about, and the addresses of its pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from pydantic import TypeAdapter, ValidationError

from memory.api.everos_v1.fields import OwnerId, ScopeId
from memory.api.explorer.visitor import Visitor
from memory.kinds.ids import wire_id
from memory.markdown.root import current_root
from memory.retrieval.types import Hit
from memory.scope import Owner, OwnerType, Scope

SHOWN_TYPES = (OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP)
_SCOPE_ID: TypeAdapter[str] = TypeAdapter(ScopeId)
_OWNER_ID: TypeAdapter[str] = TypeAdapter(OwnerId)


@dataclass(frozen=True, slots=True)
class Place:
    """A scope, and an owner in it if the address names one."""

    scope: Scope
    owner: Owner | None = None

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> "Place":
        """From the parameters of an address or a form. Raises Http404 for what can be nobody's id."""
        try:
            ids = [_SCOPE_ID.validate_python(asked.get(name) or "default") for name in ("app", "project")]
            named = [(type, asked[type]) for type in SHOWN_TYPES if asked.get(type)]
            owner = Owner(named[0][0], _OWNER_ID.validate_python(named[0][1])) if named else None
        except ValidationError:
            raise Http404 from None
        return cls(Scope(*ids), owner)

    @property
    def fields(self) -> dict[str, str]:
        """Parameters of addresses and hidden fields of forms. The default scope is not mentioned."""
        given = {"app": self.scope.app_id, "project": self.scope.project_id}
        named = {name: value for name, value in given.items() if value != "default"}
        return named | ({str(self.owner.type): self.owner.id} if self.owner else {})

    def of_owner(self, owner: Owner) -> "Place":
        return Place(self.scope, owner)

    def url(self, page: str, /, **more: Any) -> str:
        given = {name: value for name, value in more.items() if value not in (None, "")}
        query = urlencode({**self.fields, **given})
        return reverse(f"explorer-{page}") + (f"?{query}" if query else "")

    def memory_url(self, identifier: str, page: str = "memory") -> str:
        """Of a memory by the id that clients know; the page says itself whose it is."""
        return Place(self.scope).url(page, id=identifier)


def shown_path(visitor: Visitor, path: PurePosixPath) -> str:
    """In full for the person at this machine; others learn nothing of its folders."""
    at_this_machine = settings.EVEROS.api.on_loopback and not visitor.caller.has_limits
    return str(current_root().absolute(path)) if at_this_machine else str(path)


def id_of(hit: Hit) -> str:
    """As clients know it. The id of a profile names its owner already."""
    return hit.entry_id if hit.kind == "profile" else wire_id(hit.owner, hit.entry_id)
