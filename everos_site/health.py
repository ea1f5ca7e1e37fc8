"""`/health`: alive, and if so, whether all that was written can be found, and what needs somebody's attention."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from memory.api.report import report


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer; whoever wants more than that reads `ready` and `reasons`."""
    return JsonResponse(report())
