"""Where calls are counted: in this process, or for several processes in the Redis that they share."""

from typing import Any

from pydantic import SecretStr

MOST_COUNTERS = 20_000  # of callers in this process; a counter is forgotten a minute after its minute


def rates_cache(broker: SecretStr | None) -> dict[str, Any]:
    """Several processes have a broker, or do not start."""
    if broker is None:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "rates",
            "OPTIONS": {"MAX_ENTRIES": MOST_COUNTERS},
        }
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": broker.get_secret_value(),
        "KEY_PREFIX": "everos-rates",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
