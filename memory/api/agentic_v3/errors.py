"""Every answer that is not a success, as Agentic Layer V3 writes it."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from memory.api import times
from memory.api.rest import errors


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """What other dialects answer with 503 is a 500 here: a downstream service that fails, with its reason."""
    status = 500 if status == 503 else status
    content = {
        "status": "failed",
        "code": HTTPStatus(status).name,
        "message": message,
        "timestamp": times.now(),
        "path": request.path,
        "detail": message,  # where other readers of this API look
    }
    return JsonResponse(content, status=status)


exception_handler = errors.exception_handler(error_response, bad_input=400)
