"""What every request passes: its id and its account, the doors (host, origin, size), and who calls."""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from structlog.contextvars import bound_contextvars

from everos_site import metrics, tracing
from memory.api.envelopes import error_response
from memory.api.failures import INTERNAL
from memory.api.request_id import assign_request_id
from memory.api.rest.authentication import CHALLENGE, MISSING, token_user

log = logging.getLogger("everos.request")

Handler = Callable[[HttpRequest], HttpResponseBase]
OWN_PAGES = "/admin/"  # people's pages: these answer in HTML
OPERATIONS = "/api/ops/"  # lets nobody in but staff, who may come from the admin
PROBES = frozenset({"/health", "/metrics"})
DOCUMENTATION = ("/docs", "/redoc", "/openapi")  # with ENV=DEV


class RequestAccount:
    """Gives the request its id, and sees to it that every failure leaves in the envelope, counted and logged.

    The outermost middleware: what the others refuse passes here too.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        identifier = assign_request_id(request)
        started = time.perf_counter()
        with bound_contextvars(request_id=identifier):
            if request.path in PROBES:
                response = self._answer(request)
            else:
                response = tracing.answered(request, identifier, self._answer)
            seconds = time.perf_counter() - started
            outcome = {"method": request.method, "path": request.path, "status": response.status_code}
            log.log(_level(request), "request", extra={**outcome, "ms": round(seconds * 1000, 1)})
        metrics.observe(request, response.status_code, seconds)
        response["X-Request-Id"] = identifier
        return response

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        return _enveloped(request, self.get_response(request))


class Doors:
    """Refuses what must not come in: other host names (DNS rebinding) and bodies over the limit.

    Pages of other origins are answered only if they are named in `api.cors_origins`.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            request.get_host()
        except DisallowedHost:
            return error_response(
                request, 400, "This server does not answer to that Host; see EVEROS_API__ALLOWED_HOSTS"
            )
        limit = settings.EVEROS.api.max_body_bytes
        if int(request.META.get("CONTENT_LENGTH") or 0) > limit:
            return error_response(request, 413, f"The request body is larger than {limit} bytes")
        if _is_preflight(request) and _allowed_origin(request):
            return _with_cors(request, HttpResponse(status=204))
        return _with_cors(request, self.get_response(request))


class Tokens:
    """Where `auth.required` is set, lets nobody call without a token, whatever the path.

    Open are the probes, the documentation, the admin, which asks for a password, and what asks for staff by itself.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.EVEROS.auth.required and not _is_open(request.path):
            try:
                if token_user(request) is None:
                    return _unauthorized(request, MISSING)
            except AuthenticationFailed as refusal:
                return _unauthorized(request, str(refusal.detail))
        return self.get_response(request)


def _is_open(path: str) -> bool:
    return path in PROBES or path == "/admin" or path.startswith((OWN_PAGES, OPERATIONS, *DOCUMENTATION))


def _unauthorized(request: HttpRequest, message: str) -> HttpResponse:
    answer = error_response(request, 401, message)
    answer["WWW-Authenticate"] = CHALLENGE
    return answer


def _level(request: HttpRequest) -> int:
    """Probes come every few seconds, and say nothing of what the server does."""
    return logging.DEBUG if request.path in PROBES else logging.INFO


def _enveloped(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Django's own refusals are HTML or text: no such route, method not allowed, a crash elsewhere."""
    is_json = response.get("Content-Type", "").startswith("application/json")
    if response.status_code < 400 or is_json or request.path.startswith(OWN_PAGES):
        return response
    status = response.status_code
    message = INTERNAL if status >= 500 else HTTPStatus(status).phrase
    answer = error_response(request, status, message)
    if "Allow" in response:
        answer["Allow"] = response["Allow"]
    return answer


def _is_preflight(request: HttpRequest) -> bool:
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _allowed_origin(request: HttpRequest) -> str | None:
    origin = request.headers.get("Origin", "")
    is_open = origin in settings.EVEROS.api.cors_origins and not request.path.startswith(OWN_PAGES)
    return origin if is_open else None


def _with_cors(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not settings.EVEROS.api.cors_origins:
        return response
    patch_vary_headers(response, ["Origin"])
    origin = _allowed_origin(request)
    if origin:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = "X-Request-Id"
        response["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE"
        response["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response["Access-Control-Max-Age"] = "600"
    return response
