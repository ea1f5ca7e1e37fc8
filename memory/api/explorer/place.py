"""The scope and owner that a URL of the explorer names, and the URLs of its pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import TypeAdapter, ValidationError

from memory import command_options
from memory.api.everos_v1.fields import OwnerId, ScopeId
from memory.api.explorer.visitor import Visitor
from memory.api.request_meta import was_forwarded
from memory.conversation.messages import roles_of
from memory.grants import may
from memory.markdown.root import current_root
from memory.models import BufferedMessage
from memory.scope import Owner, OwnerType, Scope

SHOWN_TYPES = (OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP)
_SCOPE_ID: TypeAdapter[str] = TypeAdapter(ScopeId)
_OWNER_ID: TypeAdapter[str] = TypeAdapter(OwnerId)


class NothingRemembered(Http404):
    """Its message is for the visitor."""


@dataclass(frozen=True, slots=True)
class Place:
    """A scope, and an owner in it if the URL names one."""

    scope: Scope
    owner: Owner | None = None

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> "Place":
        """From the parameters of a URL or form. Raises Http404 for an invalid id."""
        try:
            ids = [_SCOPE_ID.validate_python(asked.get(name) or "default") for name in ("app", "project")]
            named = [(type, asked[type]) for type in SHOWN_TYPES if asked.get(type)]
            owner = Owner(named[0][0], _OWNER_ID.validate_python(named[0][1])) if named else None
        except ValidationError:
            raise Http404 from None
        return cls(Scope(*ids), owner)

    @property
    def fields(self) -> dict[str, str]:
        """Parameters of URLs and hidden fields of forms, without the default scope."""
        given = {"app": self.scope.app_id, "project": self.scope.project_id}
        named = {name: value for name, value in given.items() if value != "default"}
        return named | ({str(self.owner.type): self.owner.id} if self.owner else {})

    def of_owner(self, owner: Owner) -> "Place":
        return Place(self.scope, owner)

    def query(self, **more: Any) -> str:
        """The place, and the others of these values that are not empty, as the query of a URL."""
        given = {name: value for name, value in more.items() if value not in (None, "")}
        return urlencode({**self.fields, **given})

    def url(self, page: str, /, **more: Any) -> str:
        query = self.query(**more)
        return reverse(f"explorer-{page}") + (f"?{query}" if query else "")

    def memory_url(self, identifier: str, page: str = "memory") -> str:
        """The URL of a memory's page. The id that clients know names the owner, so the URL need not."""
        return Place(self.scope).url(page, id=identifier)


def readable_place(request: HttpRequest, visitor: Visitor) -> Place:
    """The place that the URL names. Raises Http404 if the visitor may not read its owner."""
    place = Place.of(request.GET)
    if place.owner is not None and not may(visitor.caller, "read", place.scope, place.owner):
        raise Http404
    return place


def known_place(request: HttpRequest, visitor: Visitor) -> Place:
    """Like `readable_place`. Raises NothingRemembered if there is nothing of its owner, not even waiting messages."""
    place = readable_place(request, visitor)
    if place.owner is not None and not is_known(place.scope, place.owner):
        told = _("Nothing is remembered of “%(id)s” in %(app)s / %(project)s.")
        scope = {"app": place.scope.app_id, "project": place.scope.project_id}
        raise NothingRemembered(told % {"id": place.owner.id, **scope})
    return place


def is_known(scope: Scope, owner: Owner) -> bool:
    """Whether there is a memory of the owner, or a message from which one may be made."""
    if command_options.is_known(scope, owner):
        return True
    if owner.type is OwnerType.GROUP:
        said = BufferedMessage.objects.filter(group_id=owner.id)
    else:
        said = BufferedMessage.objects.filter(sender_id=owner.id, role__in=roles_of(owner.type))
    return said.filter(**scope.columns).exists()


def is_at_this_machine(request: HttpRequest, visitor: Visitor) -> bool:
    """Whether the visitor uses a browser on the server's own machine, without a proxy, and with a key without limits.

    A proxy is recognised by its headers, and by the host name that it passes on.
    """
    if not settings.EVEROS.api.on_loopback or visitor.caller.has_limits or was_forwarded(request):
        return False
    hosts = (split_domain_port(request.get_host())[0], request.META.get("REMOTE_ADDR", ""))
    return all(map(settings.EVEROS.api.is_this_machine, hosts))


def shown_path(request: HttpRequest, visitor: Visitor, path: PurePosixPath) -> str:
    """The absolute path for the person at this machine; for others the path below the memory root."""
    return str(current_root().absolute(path)) if is_at_this_machine(request, visitor) else str(path)
