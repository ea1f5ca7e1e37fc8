"""A limit on what a server may watch with inotify, and no limit on others: in a user namespace of its own."""

import subprocess

import pytest

from tests.system.server import Server

SET = 'echo "$1" > /proc/sys/user/$0'


class Limit:
    """Of `max_inotify_watches` (folders) or `max_inotify_instances`."""

    def __init__(self, name: str, number: int) -> None:
        self._name = name
        self.wrapper = (
            *("unshare", "--user", "--map-root-user", "sh", "-c"),
            f'echo {number} > /proc/sys/user/{name}; exec "$@"',
            "sh",
        )
        try:
            done = subprocess.run([*self.wrapper, "true"], capture_output=True, text=True, timeout=20)
        except FileNotFoundError:
            pytest.skip("there is no unshare here")
        if done.returncode != 0 or done.stderr:
            pytest.skip(f"no user namespace with a limit of its own: {done.stderr.strip()}")

    def set(self, server: Server, number: int) -> None:
        """While the server runs."""
        assert server.process is not None
        enter = ["nsenter", "--user", "--target", str(server.process.pid)]
        subprocess.run([*enter, "sh", "-c", SET, self._name, str(number)], check=True, timeout=20)
