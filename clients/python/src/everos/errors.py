"""What can go wrong, as classes. Each failure of a call is an `EverOSError`."""

from collections.abc import Mapping
from typing import Any


class EverOSError(Exception):
    """A call that had no success."""


class Unreachable(EverOSError):
    """No answer came. `sent` tells whether the server may have got the request, and may have done it."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


class TimedOut(Unreachable):
    """The answer did not come within `timeout` seconds; the server may still be at work."""


class UnexpectedAnswer(EverOSError):
    """Something answered that is no EverOS server: a proxy, a login page, another program."""


class APIError(EverOSError):
    """The server has refused the call, or could not do it."""

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
        self.message = message  # the server's words
        self.code = code  # `HTTP_ERROR`, `SYSTEM_ERROR`; None where the dialect has no codes
        self.request_id = request_id  # each line of the server's log that the request caused has it
        self.retry_after = retry_after  # seconds
        self.body = body


class InvalidRequest(APIError):
    """The call is wrong: its fields, its size, its path. Another try gets the same answer."""


class Unauthorized(APIError):
    """The server asks for a key, and there was none or a wrong one."""


class Forbidden(APIError):
    """The key may not do this."""


class NotFound(APIError):
    """There is no such memory, or the key may not see it."""


class Conflict(APIError):
    """Somebody else was first: the memory has changed since it was read, or the message id names other words."""


class RateLimited(APIError):
    """Too many calls, or a quota is used up; `retry_after` says when to come again."""


class ServerError(APIError):
    """A fault of the server; its log has the details under `request_id`."""


class Unavailable(ServerError):
    """Not now: a model that does not answer, an index under repair, a proxy without its server."""


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
