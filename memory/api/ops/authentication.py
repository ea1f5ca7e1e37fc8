"""Who may operate the server: staff, by a token or by a session of the admin, whatever the settings say of others."""

from django.contrib.auth.models import User
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from memory.api.rest.authentication import CHALLENGE, token_user

MISSING = (
    "This needs the token of a member of the staff: send the header `Authorization: Token <key>`; "
    "`everos token NAME --staff` makes one"
)
STAFF_ONLY = "This is for members of the staff; `everos token NAME --staff` makes the user one"


class StaffAuthentication(SessionAuthentication):
    """A session comes with a CSRF token in whatever is no reading: other pages send its cookie, too."""

    def authenticate(self, request: Request) -> tuple[User, None]:
        user = token_user(request._request)
        by_session = None if user is not None else super().authenticate(request)
        if by_session is not None:
            user = by_session[0]
        if user is None:
            raise NotAuthenticated(MISSING)
        if not user.is_staff:
            raise PermissionDenied(STAFF_ONLY)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE
