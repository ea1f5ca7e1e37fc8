"""The exceptions of the clients. Every failed call raises an `EverOSError`."""

from collections.abc import Mapping
from typing import Any


class EverOSError(Exception):
    """A call has failed."""


class Unreachable(EverOSError):
    """There was no answer. `sent` says whether the server may have received and executed the request."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


class TimedOut(Unreachable):
    """The answer did not come within `timeout` seconds; the server may still be working."""


class UnexpectedAnswer(EverOSError):
    """The answer did not come from an EverOS server, but from a proxy, a login page or another program."""


class APIError(EverOSError):
    """The server refused the call, or could not carry it out."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(f"{status}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.status = status
        self.message = message  # the server's message
        self.code = code  # `HTTP_ERROR`, `SYSTEM_ERROR`; None if the dialect has no codes
        self.request_id = request_id  # identifies the request in the server's log
        self.retry_after = retry_after  # seconds
        self.body = body


class InvalidRequest(APIError):
    """The call is invalid: its fields, its size or its path. A retry gets the same answer."""


class Unauthorized(APIError):
    """The server requires a key, and the key is missing or wrong."""


class Forbidden(APIError):
    """The key may not do this."""


class NotFound(APIError):
    """There is no such memory, or the key may not see it."""


class Conflict(APIError):
    """The memory has changed since it was read, or the message id is already used for another message."""


class RateLimited(APIError):
    """Too many calls, or a quota is used up; `retry_after` says when to try again."""


class ServerError(APIError):
    """An error of the server; its log has the details under `request_id`."""


class Unavailable(ServerError):
    """Temporarily unavailable: a model does not answer, the index is being repaired, or a proxy has no server."""


_BY_STATUS: Mapping[int, type[APIError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: RateLimited,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def error_of_status(status: int) -> type[APIError]:
    return _BY_STATUS.get(status, ServerError if status >= 500 else InvalidRequest)
