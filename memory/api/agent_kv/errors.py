"""Error responses of the agent memory API."""

from django.http import HttpRequest, JsonResponse
from rest_framework.exceptions import APIException

from memory.api.rest import errors
from memory.errors import DamagedDocument, DocumentChanged, EntryExpired, NoSuchEntry, NotYours


class ServiceDisabled(APIException):
    """The settings turn the agent memory off."""

    status_code = 503
    default_detail = "The memory service is disabled (EVEROS_AGENT_MEMORY__ENABLED=false)"


class AdminOnly(APIException):
    """Statistics, decay and sharing are for administrators, since they concern everybody's entries."""

    status_code = 403
    default_detail = "Only an administrator may do this"


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"status": "error", "error": message}, status=status)


exception_handler = errors.exception_handler(
    error_response,
    bad_input=400,
    shown={NoSuchEntry: 404, EntryExpired: 410, NotYours: 403, DamagedDocument: 503, DocumentChanged: 503},
)
