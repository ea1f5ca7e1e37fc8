"""The real server as its own process group, on a root and a port of its own."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from time import monotonic, sleep

from tests.system.client import Client, Json, NoAnswer, connected, pause

PROJECT = Path(__file__).resolve().parents[2]
KILLER = Path(__file__).parent / "killer"
PYTHON = os.environ.get(
    "EVEROS_TEST_PYTHON", sys.executable
)  # where the tests run in an environment of their own
STARTUP_SECONDS = 120.0
READY_SECONDS = 240.0  # embedding is the slow part, and others may want the cores too


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@lru_cache(maxsize=1)
def migrated_root() -> Path:
    """An empty memory root with its databases, which take as long to be made as a server to start. Copied, not used."""
    root = Path(tempfile.mkdtemp(prefix="everos-migrated-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    code = "from memory.command import migrate_databases; migrate_databases()"
    command = [PYTHON, str(PROJECT / "manage.py"), "shell", "--no-imports", "--command", code]
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("EVEROS_")}
    settings = {
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
        "HOME": str(root),
        "EVEROS_MEMORY__ROOT": str(root),
    }
    subprocess.run(
        command, env=inherited | settings, cwd=PROJECT, check=True, capture_output=True, timeout=120
    )
    return root


class Served:
    """A memory root that somebody serves, in one process or in many."""

    root: Path
    port: int

    def client(self, timeout: float = 60) -> Client:
        return Client(self.port, timeout)

    def ready(self) -> Json:
        """Waits until nothing is left to be extracted, indexed or derived; the last /health."""
        with connected(self.port) as client:
            started = monotonic()
            while not idle(health := client.health()):
                waited = monotonic() - started
                assert waited < READY_SECONDS, f"not ready within {READY_SECONDS} s: {health}"
                pause(waited)
            return health


class Server(Served):
    """Start, stop, kill and start again. `env` holds further settings (EVEROS_SECTION__KEY).

    The worker of one that is `mortal` can be told to die at a point of killer/sitecustomize.py. One that is `first`
    makes its databases itself.
    """

    def __init__(
        self, root: Path, env: dict[str, str] | None = None, mortal: bool = False, first: bool = False
    ) -> None:
        self.root = root
        self.port = free_port()
        self.log = root.parent / f"{root.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.order = root.parent / f"{root.name}.order"
        self.wrapper: tuple[str, ...] = ()  # a program that starts it, and is it afterwards
        self._doomed = 0  # workers that had started when the last order was given
        root.mkdir(parents=True, exist_ok=True)
        if not first and not any(root.iterdir()):
            shutil.copytree(migrated_root(), root, dirs_exist_ok=True)
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("EVEROS_")}
        self.env = {
            **inherited,
            "HOME": str(root.parent),
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": str(root),
            "EVEROS_MEMORY__FLUSH_IDLE_MINUTES": "0",  # a slow machine must not end a test's conversation
            "EVEROS_API__PORT": str(self.port),
            **(env or {}),
        }
        if mortal:
            self.env |= {"PYTHONPATH": str(KILLER), "EVEROS_TEST_KILL_ORDER": str(self.order)}

    def start(self, wait: bool = True) -> "Server":
        self.order.write_text("")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.wrapper, PYTHON, "-m", "everos_site.cli", "server", "start"],
                env=self.env, cwd=PROJECT, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        if wait:
            self.wait_until_up()
        return self

    def wait_until_up(self) -> None:
        deadline = monotonic() + STARTUP_SECONDS
        while True:
            assert self.process is not None
            assert self.process.poll() is None, self.last_words()
            assert monotonic() < deadline, self.last_words()
            try:
                with connected(self.port, timeout=5) as client:
                    client.health()
                    return
            except NoAnswer:
                sleep(0.03)

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def worker(self) -> int:
        """The process that answers and works; the one that was started only watches over it."""
        assert self.process is not None
        master = self.process.pid
        (worker,) = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        return int(worker)

    @property
    def workers_started(self) -> int:
        """In the life of this object, the one that runs now included."""
        return self.log.read_text(errors="replace").count("EverOS listens")

    def die_at(self, point: str) -> None:
        """`point` is such as "after-rename:1", counted from now on; what was asked for before it is at rest."""
        self.ready()
        self._doomed = self.workers_started
        self.order.with_suffix(".new").write_text(point)
        self.order.with_suffix(".new").replace(self.order)

    def kill_worker(self) -> None:
        """SIGKILL, as the kernel does when memory is short: nothing can be tidied up."""
        self._doomed = self.workers_started
        os.kill(self.worker, signal.SIGKILL)

    def risen(self, within: float = 120) -> "Server":
        """Waits until the worker that was killed, or told to die, has done so, and the next one answers."""
        started = monotonic()
        while self.workers_started == self._doomed:
            waited = monotonic() - started
            assert waited < within, f"nobody died, or nobody took over\n{self.last_words()}"
            pause(waited)
        self.wait_until_up()
        return self

    def kill(self) -> None:
        """SIGKILL for all of it, as when somebody wants it gone."""
        self.sweep()
        if self.process is not None:
            self.process.wait(30)

    def files(self) -> list[Path]:
        """All files below the memory root, also while the server makes and removes folders (`rglob` would fail)."""
        return [Path(folder, name) for folder, _, names in os.walk(self.root) for name in names]

    def sweep(self) -> None:
        """No worker of the group outlives its master."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                return

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"did not stop within 20 s of SIGTERM\n{self.last_words()}") from None

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-4_000:]

    def manage(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        """A management command in a process of its own, beside the server; its output."""
        done = subprocess.run(
            [PYTHON, str(PROJECT / "manage.py"), *arguments],
            env={**self.env, **(env or {})}, cwd=PROJECT, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout


def idle(health: Json) -> bool:
    assert "ready" in health, health
    waiting = (health["buffer"]["pending_cells"], health["ome"]["pending"], health["forgetting"]["waiting"])
    return bool(health["ready"]) and not any(waiting)
