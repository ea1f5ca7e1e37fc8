"""Authentication of operators: members of the staff, by a key or a session of the admin, with Django's permissions.

It does not depend on the settings for other callers.
"""

from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from memory.api.rest.authentication import CHALLENGE, credential
from memory.grants import may

if TYPE_CHECKING:
    from rest_framework.views import APIView

MISSING = (
    "This needs the token of a member of the staff: send the header `Authorization: Token <key>`; "
    "`everos token NAME --staff` makes one"
)
STAFF_ONLY = "This is for members of the staff; `everos token NAME --staff` makes the user one"
LIMITED = (
    "This key has limits; operators' calls are for keys that may `admin` and name no apps, projects or owners"
)
NOT_PERMITTED = (
    "This needs the permission {}. Superusers have it, and give it to users and groups in the admin"
)
UNDECLARED = "This call declares no permission, so nobody may make it"


class StaffAuthentication(SessionAuthentication):
    """Requires a key, or a session with a CSRF token in calls that change something."""

    def authenticate(self, request: Request) -> tuple[User, None]:
        presented = credential(request)
        user = presented.user if presented is not None else self._session_user(request)
        if user is None:
            raise NotAuthenticated(MISSING)
        if not user.is_staff:
            raise PermissionDenied(STAFF_ONLY)
        if presented is not None and not may(presented.caller, "admin", None):
            raise PermissionDenied(LIMITED)
        return user, None

    def _session_user(self, request: Request) -> User | None:
        authenticated = super().authenticate(request)
        return None if authenticated is None else authenticated[0]

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class Permitted(BasePermission):
    """Requires the permission that the view declares; refuses everybody if it declares none."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        needed: str = getattr(view, "permission", "")
        if not needed:
            raise PermissionDenied(UNDECLARED)
        if not request.user.has_perm(needed):
            raise PermissionDenied(NOT_PERMITTED.format(needed))
        return True
