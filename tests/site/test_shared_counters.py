"""The folder in which several web processes count: theirs alone, and gone with them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.server import PROJECT

SERVE = """
import sys
from everos_site import shared_counters
shared_counters.prepare()
print(shared_counters.folder(), flush=True)
sys.stdin.read()
shared_counters.remove()
"""


@contextmanager
def serving(temporary: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process with a folder of its own, until its input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        cwd=PROJECT, env={**os.environ, "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    yield process, Path(process.stdout.readline().strip())
    process.communicate(timeout=60)


def test_each_server_has_its_own_and_takes_it_away(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, one), serving(tmp_path) as (_, other):
        assert one != other
        assert sorted(tmp_path.iterdir()) == sorted([one, other])
    assert not list(tmp_path.iterdir())


def test_what_a_killed_server_left_goes_with_the_next_start(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, abandoned):
        (abandoned / "counter_1.db").write_bytes(b"")
        process.kill()
        process.wait(10)
    assert abandoned.exists()
    with serving(tmp_path) as (_, following):
        assert list(tmp_path.iterdir()) == [following]


def test_one_process_alone_needs_none() -> None:
    from everos_site import shared_counters

    assert shared_counters.folder() is None
