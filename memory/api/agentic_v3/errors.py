"""Error responses of Agentic Layer V3."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from memory import times
from memory.api.rest import errors


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """This API has no 503: a service that fails behind it is a 500, with the reason."""
    status = 500 if status == 503 else status
    content = {
        "status": "failed",
        "code": HTTPStatus(status).name,
        "message": message,
        "timestamp": times.now(),
        "path": request.path,
        "detail": message,  # some clients read this field instead
    }
    return JsonResponse(content, status=status)


exception_handler = errors.exception_handler(error_response, bad_input=400)
