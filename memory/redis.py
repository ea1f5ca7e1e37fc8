"""Redis, if configured: for session buffers and group histories, and as the broker of several processes.

Its library is loaded on first use: most servers run without it, and importing it takes a while.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog
from django.conf import settings

from memory.errors import RedisUnavailable

if TYPE_CHECKING:
    from redis import Redis

log = structlog.get_logger(__name__)

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0

_clients: dict[str, "Redis"] = {}
_making = threading.Lock()


def configured() -> bool:
    return settings.EVEROS.redis.url is not None


def client() -> "Redis":
    """This process's client for buffers and histories. Use it inside `answering()`."""
    url = settings.EVEROS.redis.url
    assert url is not None, "ask configured() first"
    return client_of(url.get_secret_value())


def client_of(url: str) -> "Redis":
    """This process's client for the server; it connects on use, and reconnects when necessary.

    No command is repeated: a write whose answer was lost may have been executed.
    """
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    with _making:
        if url not in _clients:
            _clients[url] = Redis.from_url(
                url,
                socket_connect_timeout=CONNECT_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
        return _clients[url]


@contextmanager
def answering() -> Iterator[None]:
    """Raises RedisUnavailable if the server is unreachable, refuses or takes too long."""
    from redis.exceptions import RedisError

    try:
        yield
    except RedisError as error:
        log.warning("Redis does not answer", error=str(error))
        raise RedisUnavailable from error


def trouble(url: str) -> str | None:
    """Why this server cannot be used right now; None if it can."""
    from redis.exceptions import RedisError

    try:
        client_of(url).ping()
    except RedisError as error:
        return str(error)
    return None
