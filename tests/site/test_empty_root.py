"""Operators' commands on a memory root on which no server was ever started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from memory.command import RootCommand

PROJECT = Path(__file__).resolve().parents[2]


def start(root: Path, *command: str) -> subprocess.Popen[str]:
    environ = {"DJANGO_SETTINGS_MODULE": "everos_site.settings", "EVEROS_MEMORY__ROOT": str(root)}
    return subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, **environ},
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def everos(root: Path, *words: str) -> subprocess.Popen[str]:
    return start(root, "-m", "everos_site.cli", *words)


@pytest.mark.long
def test_two_that_come_at_the_same_time_find_nothing_to_tell(tmp_path: Path) -> None:
    both = [everos(tmp_path / "memory", of, "status") for of in ("cascade", "ome")]
    told = [command.communicate(timeout=120) for command in both]
    assert [command.returncode for command in both] == [0, 0], told
    assert "queue: 0 pending" in told[0][0]
    assert "runs: 0 pending" in told[1][0]


@pytest.mark.parametrize(
    "command",
    [
        ["cascade_sync"],
        *(pytest.param(c, marks=pytest.mark.long) for c in (["cascade_fix", "--retry"], ["ome_run"])),
    ],
)
def test_there_is_nothing_to_do(command: list[str], tmp_path: Path) -> None:
    done = start(tmp_path / "memory", "manage.py", *command)
    told, complaints = done.communicate(timeout=120)
    assert (done.returncode, complaints) == (0, "")
    assert "0 " in told


def test_every_command_makes_the_databases_first() -> None:
    ours = {name: app for name, app in get_commands().items() if app in ("cascade", "ome")}
    assert len(ours) >= 6
    for name, app in ours.items():
        assert isinstance(load_command_class(str(app), name), RootCommand), name
