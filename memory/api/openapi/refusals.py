"""What the server answers around any call of any dialect: its headers, and why it refuses."""

from dataclasses import dataclass
from typing import Any

from memory.api.failures import INTERNAL
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
        "The call's own id, which each line of the server's log that it caused has, too.",
        {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        REQUEST_ID,
    ),
    "RateLimit-Limit": _header(
        "How many calls of this sort the caller has in a minute. Absent where calls are not limited.",
        _COUNT,
        300,
    ),
    "RateLimit-Remaining": _header("How many of them are left.", _COUNT, 287),
    "RateLimit-Reset": _header("Seconds until the next minute begins.", _COUNT, 17),
    "Retry-After": _header("Seconds after which it is worth trying again, where that is known.", _COUNT, 17),
    "WWW-Authenticate": _header("How to authenticate.", {"type": "string"}, "Token"),
    "Allow": _header("The methods that the path takes, of a 405.", {"type": "string"}, "POST, OPTIONS"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """`status` is that of most dialects: one may write another (Agentic Layer V3 knows no 503)."""

    status: int
    name: str  # in the schema's components
    when: str
    message: str  # of the example
    headers: tuple[str, ...] = ()
    of_bodies: bool = False  # only calls that take one


REFUSALS = (
    Refusal(
        400,
        "BadRequest",
        "The Host is none of this server's, or what was sent is no HTTP request.",
        "This server does not answer to that Host; see EVEROS_API__ALLOWED_HOSTS",
    ),
    Refusal(
        401,
        "Unauthorized",
        "The server asks for a key, and there is none, or one that is not valid.",
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
        500, "ServerError", "A fault of the server; its log has the details under the request id.", INTERNAL
    ),
    Refusal(
        503,
        "Unavailable",
        "Something that the call needs cannot answer just now: a database, the index, a model, a lock; or too much is"
        " under way.",
        IndexUnavailable.__doc__ or "",
        ("Retry-After",),
    ),
)

OTHERWISE = "OtherRefusal"  # the answer that OpenAPI calls the default one
OTHERWISE_WHEN = (
    "Any other refusal has the same shape: 404 for a path that is not there, 405 for a method that the path does not"
    " take, 414 for an address over 32 KiB, 431 for headers over 64 KiB."
)
OTHERWISE_MESSAGE = "Method Not Allowed"

# Of the calls themselves, where a dialect does not say it in words of its own.
WHEN = {
    400: "The body or the query is not what the call takes.",
    404: "There is nothing of that name, or nothing that the caller may see.",
    409: "It is not as the call expects: somebody has changed it, or the id is taken.",
    410: "It was there, and has expired.",
    412: "The condition that the call names does not hold.",
    415: "The server cannot read this sort of content.",
    422: "The body or the query is not what the call takes.",
}
