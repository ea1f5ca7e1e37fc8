"""A real S3 interface on loopback, with one bucket, which a test may take away or make unreliable for a while."""

import http.client
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.system.server import free_port

PROCESS = Path(__file__).with_name("s3_process.py")
BUCKET = "memories"


class S3Server:
    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self._prefixes = count(1)

    def start(self) -> "S3Server":
        command = [sys.executable, str(PROCESS), str(self.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._wait()
        self._make_bucket()
        return self

    def away(self) -> None:
        """Connections are refused from now on; what was stored stays."""
        self._order("away")

    def back(self) -> None:
        self._order("back")

    @contextmanager
    def refusing(self, share: float) -> Iterator[None]:
        """So many of all calls, from 0 to 1, are answered with a 503 meanwhile."""
        self._order(f"refuse {share}")
        try:
            yield
        finally:
            self._order("refuse 0")

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Every call is carried out at once and answered so much later."""
        self._order(f"delay {seconds}")
        try:
            yield
        finally:
            self._order("delay 0")

    def remove(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)

    def prefix(self) -> str:
        """A place for one index, for EVEROS_LANCEDB__URI."""
        return f"s3://{BUCKET}/index-{next(self._prefixes)}"

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def options(self) -> dict[str, str]:
        """What belongs into EVEROS_LANCEDB__STORAGE_OPTIONS, as JSON; any key will do."""
        return {
            "endpoint": self.endpoint,
            "region": "us-east-1",
            "allow_http": "true",
            "aws_access_key_id": "test",
            "aws_secret_access_key": "test-secret",
        }

    def _make_bucket(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("PUT", f"/{BUCKET}")
        assert connection.getresponse().status == 200
        connection.close()

    def _order(self, order: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n", "the S3 server has ended"
