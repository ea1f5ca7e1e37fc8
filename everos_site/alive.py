"""The health check of a container: `python -m everos_site.alive ROLE` exits with 0 if that process is alive.

Does not load Django, whose start would cost more than everything else an idle worker does.
"""

import http.client
import socket
import sys

import psycopg

from everos_site import config
from everos_site.sections import Config

TIMEOUT_SECONDS = 4
ROLES = ("web", "worker", "beat", "watcher")
_ALIVE_QUERY = (
    "SELECT 1 FROM memory_serverprocess WHERE role = %s AND host = %s AND alive_until > clock_timestamp()"
)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in ROLES:
        sys.stderr.write(f"usage: python -m everos_site.alive {'|'.join(ROLES)}\n")
        return 2
    [role] = arguments
    settings, _ = config.load()
    try:
        alive = answers(settings) if role == "web" else is_alive(settings, role)
    except (OSError, http.client.HTTPException, psycopg.Error) as error:
        sys.stderr.write(f"{role}: {error}\n")
        return 1
    return 0 if alive else 1


def answers(settings: Config) -> bool:
    """Whether requests are answered; /health answers 200 even if something is wrong."""
    connection = http.client.HTTPConnection("127.0.0.1", settings.api.port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    finally:
        connection.close()


def is_alive(settings: Config, role: str) -> bool:
    """Whether it has updated its row in the database within the last seconds."""
    if settings.database.url is None:
        raise OSError("EVEROS_DATABASE__URL is not set: only web runs by itself")
    address = settings.database.url.get_secret_value()
    with psycopg.connect(address, connect_timeout=TIMEOUT_SECONDS) as connection:
        return connection.execute(_ALIVE_QUERY, [role, socket.gethostname()[:255]]).fetchone() is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
