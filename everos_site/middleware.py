"""What every request passes through: whom it is from where a proxy passed it on, its id and log line, admission (host,
origin, size), and authentication.
"""

import ipaddress
import logging
import time
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from structlog.contextvars import bound_contextvars

from everos_site import metrics, tracing
from everos_site.dashboard import samples
from everos_site.health import health
from everos_site.http_server import PROBES, REFUSAL
from memory.api import failures
from memory.api.dialects import challenge, documentation, error_response, extra_headers
from memory.api.local_pages import OWN_FILES_ONLY
from memory.api.permission import needs_key
from memory.api.request_meta import assign_request_id, note_forwarded
from memory.api.rest.authentication import KEY_HEADER, MISSING, SignedTokenRefused, credential
from memory.api.suggestions import not_allowed, nothing_at
from memory.providers.attribution import attributed, set_requester

log = logging.getLogger("everos.request")

Handler = Callable[[HttpRequest], HttpResponseBase]
# For people: errors there are HTML.
OWN_PAGES = ("/admin/", "/explorer/", "/oauth/authorize", "/oauth/login", "/oauth/logout")
NOTHING = "default-src 'none'; frame-ancestors 'none'"  # data: if displayed as a page, it can do nothing
POLICY = "Content-Security-Policy"
ENCODED = "The Content-Encoding {} is not supported: send the body as it is"
RETRY_SECONDS = 1  # in the server's own 503
# What a proxy may say about a request. From anybody else it is only a claim, and no code behind TrustedProxies sees it.
FORWARDED_HEADERS = (
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED_PREFIX", "HTTP_X_FORWARDED_SERVER", "HTTP_X_FORWARDED_SSL",
    "HTTP_X_REAL_IP", "HTTP_X_ORIGINAL_URL", "HTTP_X_REWRITE_URL", "HTTP_X_SCRIPT_NAME", "HTTP_PROXY",
)  # fmt: skip


class Middleware:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response


class TrustedProxies(Middleware):
    """Trusts X-Forwarded-For and X-Forwarded-Proto of the proxies named in `api.trusted_proxies`.

    The client is the last address of X-Forwarded-For that is not a trusted proxy: everything before it is the client's
    own claim.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        headers = {name: request.META.pop(name, "") for name in FORWARDED_HEADERS}
        if any(headers.values()) or "HTTP_VIA" in request.META:
            note_forwarded(request)
        if _is_trusted(request.META.get("REMOTE_ADDR", "")):
            _apply_forwarded(request, headers["HTTP_X_FORWARDED_FOR"], headers["HTTP_X_FORWARDED_PROTO"])
        return self.get_response(request)


def _apply_forwarded(request: HttpRequest, addresses: str, schemes: str) -> None:
    for text in reversed(addresses.split(",")):
        address = _address(text.strip())
        if address is None:
            break
        request.META["REMOTE_ADDR"] = str(address)
        if not _is_trusted(str(address)):
            break
    if schemes.rpartition(",")[2].strip().lower() == "https":
        request.META["wsgi.url_scheme"] = "https"


def _is_trusted(text: str) -> bool:
    networks = settings.EVEROS.api.trusted_proxies
    address = _address(text) if networks else None
    return address is not None and any(address in network for network in _networks(tuple(networks)))


@lru_cache(maxsize=1)
def _networks(texts: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(text) for text in texts]


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class RequestAccount(Middleware):
    """Assigns the request's id, and makes sure that every failure is answered in the envelope, counted and logged.

    The outermost middleware, so that it also handles refusals of the others.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        identifier = assign_request_id(request)
        started = time.perf_counter()
        with bound_contextvars(request_id=identifier):
            if request.path_info in PROBES:
                response = self._answer(request)
            else:
                response = tracing.answered(request, identifier, self._answer)
            seconds = time.perf_counter() - started
            outcome = {"method": request.method, "path": request.path, "status": response.status_code}
            log.log(_level(request), "request", extra={**outcome, "ms": round(seconds * 1000, 1)})
        metrics.observe(request, response.status_code, seconds)
        if not _is_noise(request):
            samples.count_request(response.status_code)
        response["X-Request-Id"] = identifier
        return response

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        return _sized(request, _enveloped(request, self.get_response(request)))


class Admission(Middleware):
    """Refuses inadmissible requests: those that the HTTP server has refused, foreign host names (DNS rebinding), and
    bodies over the limit.

    Pages of other origins are answered only if `api.cors_origins` names them.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        refusal = request.META.get(REFUSAL)
        if refusal is not None:
            return _refused(request, *refusal)
        try:
            request.get_host()
        except DisallowedHost:
            return error_response(
                request, 400, "This server does not answer to that Host; see EVEROS_API__ALLOWED_HOSTS"
            )
        limit = settings.EVEROS.api.max_body_bytes
        if int(request.META.get("CONTENT_LENGTH") or 0) > limit:
            return error_response(request, 413, f"The request body is larger than {limit} bytes")
        encoding = request.headers.get("Content-Encoding", "").strip().lower()
        if encoding not in ("", "identity"):
            return error_response(request, 415, ENCODED.format(encoding[:40]))
        if _is_preflight(request) and _allowed_origin(request):
            return _with_cors(request, HttpResponse(status=204))
        return _with_cors(request, self.get_response(request))


class Tokens(Middleware):
    """Checks the key or token; where `auth.required` is set, refuses calls without one.

    The view that answers declares exceptions, never the text of the path; and it checks what the caller may do
    (`memory.api.permission`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with attributed(requester=""):
            response = self.get_response(request)
            if request.resolver_match is None:  # strangers do not learn which routes exist
                response = _identify(request, guarded=True) or response
        # Shared caches know only from `Authorization` that an answer is for one caller.
        if KEY_HEADER in request.headers:
            response.setdefault("Cache-Control", "private")
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        return _identify(request, needs_key(view), view)


def _identify(
    request: HttpRequest, guarded: bool, view: Callable[..., Any] | None = None
) -> HttpResponse | None:
    """The refusal if a required key is missing or wrong; an invalid signed token is refused everywhere."""
    required = guarded and settings.EVEROS.auth.required
    try:
        found = credential(request)
    except SignedTokenRefused as failure:
        return _unauthorized(request, str(failure.detail)) if guarded else None
    except AuthenticationFailed as failure:
        return _unauthorized(request, str(failure.detail)) if required else None
    except DatabaseError as error:
        if view is health:  # which is there to say what is wrong
            return None
        status, message = failures.status_and_message(error)
        failures.log_failure(request, error, status)
        return error_response(request, status, message)
    if found is not None:
        set_requester(found.name)
    return _unauthorized(request, MISSING) if required and found is None else None


def _refused(request: HttpRequest, status: int, message: str) -> HttpResponse:
    if status == 401:
        return _unauthorized(request, message)
    answer = error_response(request, status, message)
    if status == 503:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _unauthorized(request: HttpRequest, message: str) -> HttpResponse:
    answer = error_response(request, 401, message)
    answer["WWW-Authenticate"] = challenge(request)
    return answer


def _level(request: HttpRequest) -> int:
    """Probes arrive every few seconds, and styles with each page: they say nothing about what the server does."""
    return logging.DEBUG if _is_noise(request) else logging.INFO


def _is_noise(request: HttpRequest) -> bool:
    return request.path_info in PROBES or request.path_info.startswith(settings.STATIC_URL)


def _enveloped(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Django's own refusals are HTML or text: no such route, method not allowed, a crash elsewhere."""
    is_json = response.get("Content-Type", "").startswith("application/json")
    if response.status_code < 400 or is_json or request.path_info.startswith(OWN_PAGES):
        return response
    status = response.status_code
    answer = error_response(request, status, _reason(request, response))
    if "Allow" in response:
        answer["Allow"] = response["Allow"]
    return answer


def _reason(request: HttpRequest, response: HttpResponseBase) -> str:
    status = response.status_code
    if status == 404:
        return nothing_at(request.path_info, documentation(request))
    if "Allow" in response:
        return not_allowed(request.method, [response["Allow"]])
    return failures.INTERNAL if status >= 500 else HTTPStatus(status).phrase


def _sized(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Without a length the connection would have to be closed after each answer. HEAD is answered without the body."""
    if isinstance(response, HttpResponse):
        response.setdefault("Content-Length", str(len(response.content)))
        if request.method == "HEAD":
            response.content = b""
    return response


def _is_preflight(request: HttpRequest) -> bool:
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _allowed_origin(request: HttpRequest) -> str | None:
    origin = request.headers.get("Origin", "")
    is_open = origin in settings.EVEROS.api.cors_origins and not request.path_info.startswith(OWN_PAGES)
    return origin if is_open else None


def _with_cors(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not settings.EVEROS.api.cors_origins:
        return response
    patch_vary_headers(response, ["Origin"])
    origin = _allowed_origin(request)
    if origin:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = "X-Request-Id"
        response["Access-Control-Allow-Methods"] = "GET, POST, PUT, PATCH, DELETE"
        headers = ("Authorization", "Content-Type", *extra_headers(request))
        response["Access-Control-Allow-Headers"] = ", ".join(headers)
        response["Access-Control-Max-Age"] = "600"
    return response


class ContentPolicy(Middleware):
    """Tells browsers which scripts and styles an answer may use, and that no page may frame it.

    A view whose page needs more sets the header itself.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        response.setdefault(POLICY, OWN_FILES_ONLY if is_page else NOTHING)
        return response
