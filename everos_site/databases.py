"""Where rows and counters are stored: SQLite files or a PostgreSQL server; this process or a shared Redis."""

import os
import time
from pathlib import Path
from typing import Any

import dj_database_url
from pydantic import SecretStr

from everos_site import state
from everos_site.sections import DatabaseSection
from everos_site.sqlite import base

SQLITE = {
    "ENGINE": "everos_site.sqlite",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        # A transaction that reads and then writes fails at once with "database is locked" if another
        # writer came in between; IMMEDIATE takes the write lock first, and waits for it (everos_site/sqlite).
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: in WAL mode only this makes a commit survive a power failure. secure_delete: deleted content, above
        # all messages, is overwritten with zeros.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
    },
}
CONNECT_SECONDS = 5
SILENCE_SECONDS = (
    10  # after which a connection that drops packets counts as broken, and no longer hangs for minutes
)

MOST_COUNTERS = 20_000  # of callers in this process; a counter is dropped a minute after its minute


def databases(section: DatabaseSection, root: Path) -> dict[str, dict[str, Any]]:
    """For Django's settings. On SQLite, `everos_site.sqlite.base` decides which file holds which table."""
    if section.url is None:
        return {
            "default": SQLITE | {"NAME": state.database_path(root, "system")},
            "ome": SQLITE | {"NAME": state.database_path(root, "ome")},
            base.ACCOUNTS: SQLITE | {"NAME": state.accounts_path(root)},
        }
    server: dict[str, Any] = dict(
        dj_database_url.parse(section.url.get_secret_value(), conn_max_age=None, conn_health_checks=True)
    )
    server["OPTIONS"] = {
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": SILENCE_SECONDS * 1000,
        "keepalives_idle": SILENCE_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": SILENCE_SECONDS,
        **server.get("OPTIONS", {}),
    }
    return {"default": server}


def keep_no_read_only(connection: Any, **_: object) -> None:
    """A connection that SQLite opened on a read-only disk stays read-only afterwards, so each request opens a new one
    until then.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    if file.exists() and not os.access(file, os.W_OK):
        connection.close_at = time.monotonic()


def rates_cache(broker: SecretStr | None) -> dict[str, Any]:
    """Django's cache settings for rate limits: shared by all processes through the broker, or in this process."""
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
