"""What both clients share about sending: settings, headers, errors and retries."""

import os
import platform
import random
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, TypeVar

import httpx

from everos._call import Call
from everos.errors import (
    APIError,
    EverOSError,
    RateLimited,
    TimedOut,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
    error_of_status,
)

T = TypeVar("T")
DEFAULT_URL = "http://127.0.0.1:8000"
DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 3
FIRST_PAUSE = 0.2  # seconds; each pause is twice the previous one
LONGEST_PAUSE = 30.0  # seconds; if Retry-After asks for more, the error is raised
SHOWN = 200  # characters of an unexpected answer in an error

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def settings_of(url: str | None, key: str | None) -> tuple[str, dict[str, str]]:
    """The server's address, and the headers of every call. Raises ValueError, which never quotes the key."""
    base = (url or os.environ.get("EVEROS_URL") or DEFAULT_URL).rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise ValueError(f"url must begin with http:// or https://, not {base!r}")
    key = key if key is not None else os.environ.get("EVEROS_TOKEN")
    headers = {"Accept": "application/json", "User-Agent": _user_agent()}
    if key:
        if not (key.isascii() and key.isprintable()):
            raise ValueError("key must be printable ASCII: is a line break at its end?")
        headers["Authorization"] = f"Bearer {key}"
    return base, headers


def request_of(call: Call[Any]) -> dict[str, Any]:
    """Arguments for httpx' `request`. Raises ValueError for a body that is not JSON."""
    request: dict[str, Any] = {"method": call.method, "url": call.path}
    if call.params:
        request["params"] = dict(call.params)
    if call.body is not None:
        request["json"] = call.body
    return request


def read_answer(call: Call[T], response: httpx.Response) -> T:
    """The result of the call. Raises EverOSError for an error."""
    if not response.is_success:
        raise refusal(response)
    try:
        return call.read(response.json())
    except (ValueError, LookupError, TypeError) as error:
        raise _unexpected(response) from error


def refusal(response: httpx.Response) -> EverOSError:
    """The exception for an error answer."""
    if not response.is_error:
        return _unexpected(response)
    body: Any = None
    try:
        body = response.json()
    except ValueError:  # a proxy's page, shown unchanged
        body = response.text
    message, code = _message_and_code(body)
    status = response.status_code
    return error_of_status(status)(
        status,
        message or response.reason_phrase,
        code=code,
        request_id=response.headers.get("X-Request-Id"),
        retry_after=_seconds(response.headers.get("Retry-After")),
        body=body,
    )


def unreachable(error: httpx.HTTPError, base: str) -> Unreachable:
    sent = not isinstance(error, _NOT_SENT)
    if isinstance(error, httpx.TimeoutException) and sent:
        return TimedOut(f"{base} did not answer in time", sent=True)
    why = str(error) or type(error).__name__
    return Unreachable(f"no answer from {base}: {why}. Is the server running there?", sent=sent)


class Attempts:
    """Counts the attempts of one call, and determines the pauses between them."""

    def __init__(self, retries: int, *, repeatable: bool) -> None:
        self.left = retries
        self.repeatable = repeatable
        self.pause = FIRST_PAUSE

    def wait_after(self, failure: EverOSError) -> float:
        """Seconds until the next attempt. Raises the failure if there will be none."""
        if self.left <= 0 or not self._may_retry(failure):
            raise failure
        asked = failure.retry_after if isinstance(failure, APIError) else None
        if asked is not None and asked > LONGEST_PAUSE:
            raise failure
        self.left -= 1
        pause = random.uniform(
            self.pause / 2, self.pause
        )  # so that many clients do not retry at the same time
        self.pause = min(2 * self.pause, LONGEST_PAUSE)
        return pause if asked is None else asked + pause

    def _may_retry(self, failure: EverOSError) -> bool:
        match failure:
            case RateLimited():
                return True  # the server has done nothing
            case TimedOut():
                return False  # the server may still be working, and the caller waits no longer than `timeout`
            case Unreachable():
                return self.repeatable or not failure.sent
            case Unavailable():
                return self.repeatable
            case _:
                return False


def _user_agent() -> str:
    return f"everos-python/{version('everos')} python/{platform.python_version()}"


def _seconds(text: str | None) -> float | None:
    """The seconds in a Retry-After header; None for a date, which this server never sends."""
    return float(text) if text is not None and text.isascii() and text.isdigit() else None


def _message_and_code(body: Any) -> tuple[str, str | None]:
    """Message and code of an error in any of the server's dialects."""
    if not isinstance(body, Mapping):
        return (str(body).strip()[:SHOWN] if body else ""), None
    error = body.get("error", body.get("detail", body.get("message")))
    if isinstance(error, Mapping):
        code = error.get("code")
        return str(error.get("message", "")), None if code is None else str(code)
    if isinstance(error, list) and error and isinstance(error[0], Mapping):
        where = ".".join(map(str, error[0].get("loc", ())))
        return f"{error[0].get('msg', '')}: {where}", None
    return str(error or ""), None


def _unexpected(response: httpx.Response) -> UnexpectedAnswer:
    return UnexpectedAnswer(
        f"{response.url.host} answered {response.status_code} with what is no answer of EverOS: "
        f"{response.text[:SHOWN]!r}. Is url the address of the server?"
    )
