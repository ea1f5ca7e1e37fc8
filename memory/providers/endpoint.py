"""One OpenAI-compatible server: its client, bounded calls with retries, and its failures in words."""

import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Protocol

import httpx2
import openai
from pydantic import SecretStr, ValidationError

from memory.coordination.backoff import Backoff
from memory.errors import ModelMisconfigured, ModelUnavailable, ModelUnreachable
from memory.providers.deadline import Deadline, Overdue, within
from memory.providers.usage import Spending

logger = logging.getLogger(__name__)

OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"  # the client insists on a key; endpoints that need none ignore it
PAUSES = Backoff(first=timedelta(seconds=0.5), longest=timedelta(seconds=8))
MAX_ANSWER_BYTES = 64 * 1024 * 1024
RETRIED_STATUS = frozenset({408, 409, 425, 429})  # and all 5xx
REFUSING_STATUS = frozenset({400, 413, 422})
# What is sent besides the key. The client would add what it finds in the environment: OPENAI_ORG_ID,
# OPENAI_PROJECT_ID, and anything in OPENAI_CUSTOM_HEADERS, including keys of other services.
SENT_HEADERS = frozenset(
    {
        *("host", "connection", "accept", "authorization", "content-type", "content-length"),
        "x-stainless-raw-response",  # by which the client recognises its own request
    }
)

Send = Callable[[openai.OpenAI, float], bytes]


class RequestRefused(ModelUnavailable):
    """The endpoint refuses this request, and will refuse it again."""

    def __init__(self, message: str, detail: str) -> None:
        super().__init__(message)
        self.detail = detail  # the endpoint's own words, perhaps with contents: to be searched, never shown


class EndpointSettings(Protocol):
    """A section of the settings that names an endpoint."""

    @property
    def base_url(self) -> str | None: ...
    @property
    def api_key(self) -> SecretStr | None: ...
    @property
    def model(self) -> str | None: ...
    @property
    def timeout_seconds(self) -> float: ...


class RetryingSettings(EndpointSettings, Protocol):
    """One that also says how often a call is repeated."""

    @property
    def max_retries(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an attempt failed. `pause` is the delay that the endpoint asked for, in seconds."""

    error: ModelUnavailable
    retry: bool = False
    pause: float | None = None


class Endpoint:
    """Calls to one server.

    Error messages point to the settings of `section`, such as EVEROS_LLM, or to the fields of a request if its name is
    lower-case. `transport` restricts where connections may go. The key is sent to this server only: redirects are not
    followed, and nothing is added from the environment.
    """

    def __init__(
        self,
        section: str,
        config: EndpointSettings,
        max_retries: int,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.section = section
        self.model = config.model or ""
        self.timeout_seconds = config.timeout_seconds
        self._base_url = config.base_url or OPENAI_URL
        self._max_retries = max_retries
        self._transport = transport
        self._api_key = config.api_key.get_secret_value() if config.api_key else ""
        self._client: openai.OpenAI | None = None
        self._client_lock = threading.Lock()

    def close(self) -> None:
        with self._client_lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def call(self, send: Send, deadline: Deadline, spent: Spending) -> bytes:
        """The body of a successful answer. `send` gets the client and the remaining seconds."""
        client = self._shared_client()
        attempt = 0
        while True:
            spent.calls += 1
            try:
                return within(deadline, lambda: send(client, deadline.remaining()))
            except (openai.APIError, httpx2.HTTPError, Overdue) as error:
                failure = self._explain(error)
            spent.failed(str(failure.error))
            pause = failure.pause if failure.pause is not None else PAUSES.after(attempt + 1).total_seconds()
            if not failure.retry or attempt >= self._max_retries or not _fits(pause, deadline):
                raise failure.error  # without the client's own error, which may contain key and prompt
            logger.info("%s Trying again in %.1f s.", failure.error, pause)
            time.sleep(pause)
            attempt += 1

    @contextmanager
    def reading(self, what: str, spent: Spending) -> Iterator[None]:
        """Around the parsing of an answer that should be `what`. Raises ModelUnreachable instead of ValueError."""
        try:
            yield
        except ValueError as error:
            problem = "" if isinstance(error, ValidationError) else f" ({error})"
            failure = self.misbehaved(f"answered something that is not {what}{problem}")
            spent.failed(str(failure))
            raise failure from None  # that holds what was answered

    def misbehaved(self, what: str) -> ModelUnreachable:
        """For an answer that is not OpenAI-compatible."""
        return self._unreachable(f"{what}; check {self._setting('BASE_URL')}.")

    def _unreachable(self, what: str) -> ModelUnreachable:
        return ModelUnreachable(f"{self._name} {what}")

    def _shared_client(self) -> openai.OpenAI:
        """Created at the first call, so that a wrong setting fails the calls and not the start."""
        with self._client_lock:
            if self._client is None:
                self._client = self._new_client(self._api_key)
            return self._client

    def _new_client(self, key: str) -> openai.OpenAI:
        if not (key.isascii() and key.isprintable()) or key != key.strip():
            raise ModelMisconfigured(
                f"{self._setting('API_KEY')} holds characters that no key has: copy it again."
            )
        try:
            return openai.OpenAI(
                base_url=self._base_url,
                api_key=key or NO_KEY,
                max_retries=0,
                http_client=self._new_http_client(key or NO_KEY),
            )
        except (httpx2.InvalidURL, ValueError) as error:
            raise ModelMisconfigured(
                f"{self._setting('BASE_URL')} is not an address that can be called."
            ) from error

    def _new_http_client(self, key: str) -> httpx2.Client:
        """A proxy from the environment is used for https only: through that tunnel it sees neither key nor prompt."""

        def only_ours(request: httpx2.Request) -> None:
            for name in request.headers.keys() - SENT_HEADERS:
                del request.headers[name]
            request.headers.update({"User-Agent": "everos", "Accept-Encoding": "identity"})
            if not request.url.userinfo:  # which has already become a header
                request.headers["authorization"] = f"Bearer {key}"

        def bounded(response: httpx2.Response) -> None:
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise httpx2.DecodingError("packed, which was not asked for")
            assert isinstance(response.stream, httpx2.SyncByteStream)
            response.stream = _Bounded(response.stream, Deadline.after(self.timeout_seconds))

        return openai.DefaultHttpxClient(
            follow_redirects=False,
            transport=self._transport,
            trust_env=self._transport is None and self._base_url.lower().startswith("https:"),
            event_hooks={"request": [only_ours], "response": [bounded]},
        )

    def _setting(self, name: str) -> str:
        return f"{self.section}__{name}" if self.section.isupper() else f"{self.section}.{name.lower()}"

    @property
    def _name(self) -> str:
        return f"The model endpoint {_without_credentials(self._base_url)}"

    def _explain(self, error: Exception) -> Failure:
        if isinstance(error, openai.APIStatusError):
            return self._explain_status(error)
        if isinstance(error, Overdue | openai.APITimeoutError | httpx2.TimeoutException):
            return Failure(self._unreachable(f"did not answer within {self.timeout_seconds:g} s."))
        if _has_no_address(error):
            what = (
                f"has no address: its host name is not known; check {self._setting('BASE_URL')} and the DNS."
            )
            return Failure(self._unreachable(what), retry=True)
        if isinstance(error, openai.APIConnectionError | httpx2.TransportError):
            return Failure(self._unreachable("cannot be reached or broke the connection."), retry=True)
        return Failure(self.misbehaved("does not answer in the way of the OpenAI protocol"))

    def _explain_status(self, error: openai.APIStatusError) -> Failure:
        status, code = error.status_code, _harmless_code(error, self._api_key)
        url, key, model = map(self._setting, ("BASE_URL", "API_KEY", "MODEL"))
        misconfigured = {
            401: f"refused the key (401): check {key}.",
            403: f"does not let this key use the model {self.model!r} (403): check {key}.",
            404: f"does not know the model {self.model!r} or the address (404): check {model} and {url}.",
        }
        if status < 400:
            misconfigured[status] = f"redirects elsewhere ({status}), where the key must not go: check {url}."
        if status in misconfigured:
            return Failure(ModelMisconfigured(f"{self._name} {misconfigured[status]}"))
        if status in REFUSING_STATUS:
            return Failure(
                RequestRefused(f"{self._name} refused the request ({status}{code}).", error.message)
            )
        message = f"{self._name} answered {status}{code}."
        if error.code == "insufficient_quota":
            return Failure(ModelUnavailable(message + " Its quota is used up."))
        retry = status in RETRIED_STATUS or status >= 500
        return Failure(ModelUnavailable(message), retry, _retry_after(error.response))


class _Bounded(httpx2.SyncByteStream):
    """The bytes of an answer, bounded in number and time, whoever reads them."""

    def __init__(self, stream: httpx2.SyncByteStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        count = 0
        for chunk in self._stream:
            self._deadline.remaining()
            count += len(chunk)
            if count > MAX_ANSWER_BYTES:
                raise httpx2.DecodingError(f"more than {MAX_ANSWER_BYTES} bytes")
            yield chunk

    def close(self) -> None:
        self._stream.close()


def _harmless_code(error: openai.APIStatusError, key: str) -> str:
    """The error's short code, like `context_length_exceeded`; its message may repeat the key or the prompt."""
    code = error.code or ""
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", code) or (key and (key in code or code in key)):
        return ""
    return f" {code}"


def _has_no_address(error: BaseException | None) -> bool:
    """Whether the failure was a DNS lookup; libraries keep it as the cause of their own error."""
    while error is not None and not isinstance(error, socket.gaierror):
        error = error.__cause__ or error.__context__
    return error is not None


def _without_credentials(url: str) -> str:
    parts = httpx2.URL(url)
    return str(parts.copy_with(userinfo=b"", query=None, fragment=None))


def _fits(pause: float, deadline: Deadline) -> bool:
    try:
        return pause < deadline.remaining()
    except Overdue:
        return False


def _retry_after(response: httpx2.Response) -> float | None:
    """The delay that the endpoint asks for: a number or an HTTP date; None if neither is given."""
    value = response.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
