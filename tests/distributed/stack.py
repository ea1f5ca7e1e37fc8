"""Everything that docker-compose.yml starts, as processes of this machine over real services."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any, LiteralString

import psycopg

from tests.distributed import compose
from tests.redis_server import RedisServer
from tests.services.postgres import PASSWORD, PostgresServer
from tests.services.s3 import S3Server
from tests.system.client import NoAnswer, connected
from tests.system.server import PROJECT, STARTUP_SECONDS, Served, free_port

HEALTH_NAMES = {"watch": "watcher"}
CLAIMED = """
SELECT 1 FROM md_change_state AS change JOIN memory_serverprocess AS process ON starts_with(claimed_by, token)
WHERE pid = %s AND change.status = 'pending' AND lease_until > now()
UNION ALL
SELECT 1 FROM ome_lanelease JOIN memory_serverprocess ON starts_with(claimed_by, token) WHERE pid = %s
"""


def in_bucket(s3: S3Server) -> dict[str, str]:
    """What docs/distributed.md says to write into `.env` for an object store."""
    return {
        "EVEROS_LANCEDB__URI": s3.prefix(),
        "EVEROS_LANCEDB__STORAGE_OPTIONS": json.dumps(s3.options),
    }


@dataclass
class Member:
    """One of the processes: what a container would be."""

    role: str
    env: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                compose.command(self.role), env=self.env, cwd=PROJECT, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def port(self) -> int:
        return int(self.env["EVEROS_API__PORT"])

    def kill(self) -> None:
        """SIGKILL for the process and all that it has started."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait(30)

    def signal(self, number: int) -> None:
        if self.process is not None:
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                return

    def stop(self) -> None:
        if self.running:
            assert self.process is not None
            self.process.terminate()
            self.process.wait(30)

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-4_000:] if self.log.exists() else ""


class Stack(Served):
    """Web processes with a port each, workers, one beat and one watcher, on a root and a database of its own.

    `s3` takes the index out of the root and into a bucket. `env` holds further settings, as `.env` would.
    """

    def __init__(
        self,
        root: Path,
        postgres: PostgresServer,
        s3: S3Server | None = None,
        webs: int = 2,
        workers: int = 2,
        **env: str,
    ) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.postgres = postgres
        self.redis = RedisServer(root.parent)
        self.database = postgres.database()
        self._places = self._replaced()
        own = {"POSTGRES_PASSWORD": PASSWORD, "EVEROS_MEMORY__FLUSH_IDLE_MINUTES": "0"}
        self._dotenv = {**own, **(in_bucket(s3) if s3 else {}), **env}
        self.members = {
            "web": [self._member("web", n) for n in range(webs)],
            "worker": [self._member("worker", n) for n in range(workers)],
            "beat": [self._member("beat")],
            "watch": [self._member("watch")],
        }
        self.port = self.web().port

    def web(self, number: int = 0) -> Member:
        return self.members["web"][number]

    def start(self) -> "Stack":
        self.redis.start()
        for member in self.all():
            member.start()
        for web in self.members["web"]:
            self.wait_until_up(web)
        return self

    def wait_until_up(self, web: Member) -> None:
        deadline = monotonic() + STARTUP_SECONDS
        while True:
            assert web.running, web.last_words()
            assert monotonic() < deadline, web.last_words()
            try:
                with connected(web.port, timeout=5) as client:
                    client.health()
                    return
            except NoAnswer:
                sleep(0.03)

    @property
    def ports(self) -> list[int]:
        return [web.port for web in self.members["web"]]

    def revive(self) -> "Stack":
        """Starts what a test has killed, and lets go on what it has stopped."""
        for member in self.all():
            member.signal(signal.SIGCONT)
            if not member.running:
                member.start()
        for web in self.members["web"]:
            self.wait_until_up(web)
        return self

    def rows(self, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """What the database answers."""
        with psycopg.connect(self.postgres.url(self.database)) as connection:
            return connection.execute(query, values).fetchall()

    def wait_for_work(self, member: Member, within: float = 60) -> None:
        """Until this worker has claimed something, and has not done it yet."""
        deadline = monotonic() + within
        assert member.process is not None
        while not self.rows(CLAIMED, member.process.pid, member.process.pid):
            assert member.running, member.last_words()
            assert monotonic() < deadline, f"it has claimed nothing\n{member.last_words()}"
            sleep(0.01)

    def all(self) -> list[Member]:
        return [member for members in self.members.values() for member in members]

    def stop(self) -> None:
        """As `docker compose stop` does it; the services go on."""
        for member in self.all():
            member.stop()

    def kill(self) -> None:
        """Ends everything that is its own; nothing is tidied up."""
        for member in self.all():
            member.kill()
        self.redis.stop()

    def manage(self, *arguments: str, succeeds: bool = True) -> str:
        done = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), *arguments],
            env=self.web().env, cwd=PROJECT, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert (done.returncode == 0) == succeeds, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    def alive(self, role: str) -> bool:
        """What the health check of its container finds."""
        command = [sys.executable, "-m", "everos_site.alive", HEALTH_NAMES.get(role, role)]
        member = self.members[role][0]
        return subprocess.run(command, env=member.env, cwd=PROJECT, capture_output=True).returncode == 0

    def logs(self) -> str:
        return "\n".join(f"--- {member.log.name}\n{member.last_words()}" for member in self.all())

    def _member(self, role: str, number: int = 0) -> Member:
        settings = compose.environment(role, self._dotenv, self._places)
        if role == "web":
            settings["EVEROS_API__PORT"] = str(free_port())
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("EVEROS_")}
        env = {
            **inherited,
            "HOME": str(self.root.parent),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            **settings,
        }
        return Member(role, env, self.root.parent / f"{role}-{number}.log")

    def _replaced(self) -> dict[str, str]:
        """What stands in docker-compose.yml, and what is meant by it here."""
        return {
            "@postgres:5432/everos": f"@127.0.0.1:{self.postgres.port}/{self.database}",
            "//redis:6379/": f"//127.0.0.1:{self.redis.port}/",
            "/data": str(self.root),
            "0.0.0.0": "127.0.0.1",
        }
