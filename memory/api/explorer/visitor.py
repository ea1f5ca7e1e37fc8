"""The person who uses the explorer: known by a key, by a login to the admin, or not at all if no key is required."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from memory.api.rest.authentication import SignedTokenRefused, credential
from memory.api_keys import ApiKey
from memory.grants import LOCAL, STRANGER, Action, Caller, Grant

KEY = "explorer_key"  # session entry with the id of the key that was used to sign in, never the key itself
# Permissions of the admin that together allow an action to a person who is logged in there.
PERMISSIONS: dict[Action, tuple[str, ...]] = {
    "read": ("cascade.view_mdchangestate",),
    "write": ("cascade.change_mdchangestate",),
    "forget": ("memory.add_forgetting",),
    "admin": ("cascade.change_mdchangestate", "ome.change_strategyrun", "memory.change_memcell"),
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """`name` identifies the visitor in histories and receipts; empty if no key is required."""

    caller: Caller
    name: str = ""


def visitor_of(request: HttpRequest) -> Visitor | None:
    """None if the person has to sign in first. A key in a header is accepted as it is by the API."""
    try:
        found = credential(request)
    except AuthenticationFailed as failure:
        if settings.EVEROS.auth.required or isinstance(failure, SignedTokenRefused):
            return None
        found = None
    if found is not None:
        return Visitor(replace(found.caller, is_staff=_may_admin(found.user)), found.name)
    return _of_key(request) or _of_login(request.user) or _not_asked()


def sign_in(request: HttpRequest, text: str) -> bool:
    """Signs in with a key, in a new session. Returns False if the text is not a valid key that may read."""
    try:
        key = ApiKey.objects.get_from_key(text.strip())
    except ApiKey.DoesNotExist:
        return False
    if not key.user.is_active or "read" not in key.grant.actions:
        return False
    request.session.flush()
    request.session[KEY] = key.pk
    key.record_use()
    return True


def _of_key(request: HttpRequest) -> Visitor | None:
    """The key is looked up at each request, so that a revoked key stops working at once."""
    identifier = request.session.get(KEY)
    if identifier is None:
        return None
    key = ApiKey.objects.filter(pk=identifier).select_related("user").first()
    if key is None or not key.usable or not key.user.is_active:
        return None
    key.record_use()
    return Visitor(Caller(key.user.username, _may_admin(key.user), (key.grant,)), f"key {key.prefix}")


def _of_login(user: User | AnonymousUser) -> Visitor | None:
    actions = frozenset(action for action, needed in PERMISSIONS.items() if user.has_perms(needed))
    if "read" not in actions:
        return None
    name = user.get_username()
    return Visitor(Caller(name, user.is_staff, (Grant(actions=actions),)), f"user {name}")


def _may_admin(user: User) -> bool:
    """Staff status alone allows nothing."""
    return user.is_staff and user.has_perms(PERMISSIONS["admin"])


def _not_asked() -> Visitor | None:
    if settings.EVEROS.auth.required:
        return None
    return Visitor(LOCAL if settings.EVEROS.api.on_loopback else STRANGER)
