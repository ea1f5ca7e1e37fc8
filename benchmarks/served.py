"""A server of its own for a measurement: started on a memory root, asked over HTTP, weighed in /proc."""

import http.client
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
MANAGE = PROJECT / "manage.py"


class Connection:
    """Keep-alive, one for a thread."""

    def __init__(self, port: int) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def request(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        payload = None if body is None else json.dumps(body).encode()
        self.http.request(method, path, payload, {"Content-Type": "application/json"})
        response = self.http.getresponse()
        return response.status, json.loads(response.read())

    def call(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        status, answer = self.request("POST", f"/api/v1/memory/{action}", body)
        if status != 200:
            raise RuntimeError(f"{action}: {status} {answer}")
        data: dict[str, Any] = answer["data"]
        return data

    def timed(self, action: str, body: dict[str, Any]) -> float:
        """Milliseconds until the whole answer is there."""
        started = time.perf_counter()
        self.call(action, body)
        return 1000 * (time.perf_counter() - started)


class Served:
    """`with Served(root) as server:` starts the server and ends it."""

    def __init__(self, root: Path, **settings: str) -> None:
        self.root = root
        self.log = root.parent / "server.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("EVEROS_")}
        own = {
            "HOME": str(root.parent),
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": str(root),
            "EVEROS_API__PORT": str(self.port),
            "EVEROS_LOG__LEVEL": "WARNING",
        }
        self.env = kept | own | settings
        self.command = [sys.executable, str(MANAGE), "serve"]

    def __enter__(self) -> "Served":
        log = self.log.open("ab")
        self.process = subprocess.Popen(
            self.command, env=self.env, cwd=PROJECT, stdout=log, stderr=log, start_new_session=True
        )
        log.close()
        try:
            self.health()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)

    def connect(self) -> Connection:
        return Connection(self.port)

    def health(self) -> dict[str, Any]:
        """Waits for the first answer."""
        for _ in range(600):
            if self.process.poll() is not None:
                raise SystemExit(f"the server ended; see {self.log}")
            try:
                return self.connect().request("GET", "/health")[1]
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def wait_until_ready(self) -> float:
        """Until all is indexed and derived; the seconds that it took."""
        started = time.perf_counter()
        while not (health := self.health())["ready"] or health["ome"]["pending"]:
            time.sleep(0.1)
        return time.perf_counter() - started

    def manage(self, *arguments: str) -> float:
        """A management command in a process of its own; the seconds that it took."""
        started = time.perf_counter()
        with self.log.open("ab") as log:
            command = [sys.executable, str(MANAGE), *arguments]
            subprocess.run(command, env=self.env, cwd=PROJECT, check=True, stdout=log, stderr=log)
        return time.perf_counter() - started

    def processes(self) -> list[int]:
        """The server's own, and all that they have started, sessions of their own included."""
        return _tree(self.process.pid)

    def processor_seconds(self) -> float:
        """What all processes of the server have used so far."""
        return sum(while_alive(processor_seconds, pid) for pid in self.processes())

    def memory_mb(self) -> float:
        """Resident memory of all processes of the server; pages that they share count once (PSS)."""
        return sum(while_alive(pss_mb, pid) for pid in self.processes())


def _tree(pid: int) -> list[int]:
    try:
        started = [task.joinpath("children").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return []
    return [pid, *(each for children in started for child in children.split() for each in _tree(int(child)))]


def while_alive(figure: Callable[[int], float], pid: int) -> float:
    """0 for a process that has ended meanwhile."""
    try:
        return figure(pid)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pss_mb(pid: int | str) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def fresh_root(folder: Path, name: str) -> Path:
    root = folder / name / "memory"
    shutil.rmtree(root.parent, ignore_errors=True)
    root.mkdir(parents=True)
    return root


def median(times: list[float]) -> float:
    return round(statistics.median(times), 1)


def percentile95(times: list[float]) -> float:
    return round(sorted(times)[int(len(times) * 0.95)], 1)
