"""Another process that takes locks as it is told, over its standard input.

`python -m tests.postgresql.other` is the process itself.
"""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

PROJECT = Path(__file__).parents[2]
LOCK = "a-lock"
WAIT_SECONDS = 0.1  # for a lock that somebody else has


class Other:
    """Its handle. What it answers is "yes", or the name of the error."""

    def __init__(self, root: Path, database: str) -> None:
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": str(root),
            "EVEROS_DATABASE__URL": database,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.postgresql.other"], cwd=PROJECT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def ask(self, *order: str) -> str:
        self.tell(*order)
        return self.answer()

    def tell(self, *order: str) -> None:
        assert self._process.stdin is not None
        print(*order, file=self._process.stdin, flush=True)

    def answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def main() -> None:
    import django

    django.setup()
    from memory.coordination import locks, processes
    from memory.errors import LockTimeout

    holding = contextlib.ExitStack()
    for line in sys.stdin:
        order, *words = line.split()
        answer = "yes"
        try:
            if order == "token":
                answer = processes.current().token
            elif order == "take":
                holding.enter_context(locks.held(LOCK, timeout=WAIT_SECONDS))
            elif order == "verify":
                locks.verify()
            elif order == "drop":
                holding.close()
            elif order == "rest":
                holding.close()
                processes.leave()
            elif order == "begin":
                holding.close()
                holding.enter_context(locks.held(LOCK, timeout=WAIT_SECONDS))
                locks.verify()
            elif order == "count":
                count(Path(words[0]), int(words[1]))
        except LockTimeout as error:
            answer = type(error).__name__
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def count(path: Path, times: int) -> None:
    """Raises the number in the file so often, by a step that only a lock makes safe."""
    from memory.coordination import locks

    for _ in range(times):
        with locks.held(LOCK):
            number = int(path.read_text())
            path.write_text(str(number + 1))


def eventually(other: Other, *order: str, seconds: float = 10.0) -> bool:
    """Whether it says yes within so many seconds."""
    deadline = monotonic() + seconds
    while monotonic() < deadline:
        if other.ask(*order) == "yes":
            return True
        sleep(0.05)
    return False


if __name__ == "__main__":
    main()
