"""The Redis server that holds session buffers and group histories, where one is configured.

Its library is loaded with the first use: most servers run without it, and it takes a while.
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
    """The process's client of the configured server; it connects when it is used, and again when it has to.

    Use it inside `answering()`. No command is sent a second time: a write whose answer was lost may have been done.
    """
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    url = settings.EVEROS.redis.url
    assert url is not None, "ask configured() first"
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
    """Raises RedisUnavailable when the server is away, refuses or takes too long."""
    from redis.exceptions import RedisError

    try:
        yield
    except RedisError as error:
        log.warning("Redis does not answer", error=str(error))
        raise RedisUnavailable from error


def trouble() -> str | None:
    """Why the configured server cannot be used just now; None when it can, or when there is none."""
    if not configured():
        return None
    from redis.exceptions import RedisError

    try:
        client().ping()
    except RedisError as error:
        return f"Redis does not answer, and with it the session buffers: {error}"
    return None
