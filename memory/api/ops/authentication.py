"""Who may operate the server: staff, by a token or by a session of the admin, whatever the settings say of others.

And of the staff each as far as Django's permissions go.
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
LIMITED = "This key has limits: what operators see is of all apps and owners, and for keys that may admin and name none"
NOT_PERMITTED = "This needs the permission {}; the groups of operators have it, or it is given in the admin"
FOR_NOBODY = "This call declares no permission, and so it is for nobody"


class StaffAuthentication(SessionAuthentication):
    """A session comes with a CSRF token in whatever is no reading: other pages send its cookie, too."""

    def authenticate(self, request: Request) -> tuple[User, None]:
        found = credential(request)
        user = found.user if found is not None else self._of_session(request)
        if user is None:
            raise NotAuthenticated(MISSING)
        if not user.is_staff:
            raise PermissionDenied(STAFF_ONLY)
        if found is not None and not may(found.caller, "admin", None):
            raise PermissionDenied(LIMITED)
        return user, None

    def _of_session(self, request: Request) -> User | None:
        by_session = super().authenticate(request)
        return None if by_session is None else by_session[0]

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class Permitted(BasePermission):
    """The caller has the permission that the view declares. Superusers have all; what declares none is closed."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        needed: str = getattr(view, "permission", "")
        if not needed:
            raise PermissionDenied(FOR_NOBODY)
        if not request.user.has_perm(needed):
            raise PermissionDenied(NOT_PERMITTED.format(needed))
        return True
