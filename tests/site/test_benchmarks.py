"""The documented commands of the benchmarks start: each is a program of its own, and nothing else imports it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.server import PROJECT

PROGRAMS = [path for path in sorted((PROJECT / "benchmarks").glob("*.py")) if "__main__" in path.read_text()]
IMPORT = "import runpy, sys; sys.path[0] = 'benchmarks'; runpy.run_path(sys.argv[1], run_name='imported')"


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_its_imports_can_be_found(program: Path) -> None:
    command = [sys.executable, "-P", "-c", IMPORT, str(program)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
