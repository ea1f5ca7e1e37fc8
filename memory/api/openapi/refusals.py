"""Response headers and refusals that the calls of all dialects have in common."""

from dataclasses import dataclass
from typing import Any

from memory.api.failures import INTERNAL
from memory.api.suggestions import not_allowed
from memory.errors import IndexUnavailable

Json = dict[str, Any]

REQUEST_ID = "5f0c1d9e8b7a46f3a2d4c6b8e0f1a3c5"  # of the examples
REQUEST_ID_HEADER = "X-Request-Id"
RATE_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")

_COUNT = {"type": "integer", "minimum": 0}


def _header(description: str, schema: Json, example: Any) -> Json:
    return {"description": description, "schema": schema, "example": example}


HEADERS: dict[str, Json] = {
    REQUEST_ID_HEADER: _header(
        "The id of the call, which is also in every line of the server's log about it.",
        {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        REQUEST_ID,
    ),
    "RateLimit-Limit": _header(
        "How many calls of this sort the caller may make in a minute. Absent if calls are not limited.",
        _COUNT,
        300,
    ),
    "RateLimit-Remaining": _header("How many of them are left.", _COUNT, 287),
    "RateLimit-Reset": _header("Seconds until the next minute begins.", _COUNT, 17),
    "Retry-After": _header("Seconds until a new attempt may succeed, if known.", _COUNT, 17),
    "WWW-Authenticate": _header("How to authenticate.", {"type": "string"}, "Token"),
    "Allow": _header("With a 405: the methods of the path.", {"type": "string"}, "POST"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """`status` is that of most dialects; a dialect may use another one (Agentic Layer V3 has no 503)."""

    status: int
    name: str  # in the schema's components
    when: str
    message: str  # of the example
    headers: tuple[str, ...] = ()
    of_bodies: bool = False  # only for calls with a body


REFUSALS = (
    Refusal(
        400,
        "BadRequest",
        "The Host is not one of this server's, or the request is not valid HTTP.",
        "This server does not answer to that Host; see EVEROS_API__ALLOWED_HOSTS",
    ),
    Refusal(
        401,
        "Unauthorized",
        "The server requires a key, and the call has none or an invalid one.",
        "No such key is valid",
        ("WWW-Authenticate",),
    ),
    Refusal(
        403,
        "Forbidden",
        "The key that came with the call does not allow it.",
        "This key may not write; it may read",
    ),
    Refusal(
        413,
        "ContentTooLarge",
        "The body is larger than the server accepts.",
        "The request body is larger than 33554432 bytes",
        of_bodies=True,
    ),
    Refusal(
        429,
        "TooManyRequests",
        "The caller has made too many calls in this minute, or has used up a quota of the day. Nothing was done.",
        "More than 300 searches in a minute (EVEROS_RATES__SEARCHES_PER_MINUTE); try again in 17 seconds",
        ("Retry-After", *RATE_HEADERS),
    ),
    Refusal(
        500, "ServerError", "An error of the server; its log has the details under the request id.", INTERNAL
    ),
    Refusal(
        503,
        "Unavailable",
        "Something that the call needs is not available at the moment (a database, the index, a model or a lock), or"
        " the server is too busy.",
        IndexUnavailable.__doc__ or "",
        ("Retry-After",),
    ),
)

OTHERWISE = "OtherRefusal"  # OpenAPI's `default` response
OTHERWISE_WHEN = (
    "Any other refusal has the same shape: 404 for an unknown path, 405 for a method that the path does not"
    " support, 414 for a URL over 32 KiB, 431 for headers over 64 KiB."
)
OTHERWISE_MESSAGE = not_allowed("PUT", ["POST"])

# Errors of the calls themselves that a dialect does not describe in its own words.
WHEN = {
    400: "The body or the query is not valid.",
    404: "It does not exist, or the caller may not see it.",
    409: "Its state is not what the call expects: it has been changed, or the id is taken.",
    410: "It has expired.",
    412: "The condition of the call does not hold.",
    415: "The server cannot read this type of content.",
    422: "The body or the query is not valid.",
}
