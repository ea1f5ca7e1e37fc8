"""The first account of the admin is one command, also before any server was started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROJECT = Path(__file__).resolve().parents[2]


def everos(root: Path, *words: str, password: str = "correct horse") -> subprocess.CompletedProcess[str]:
    own = {"DJANGO_SETTINGS_MODULE": "everos_site.settings", "EVEROS_MEMORY__ROOT": str(root)}
    return subprocess.run(
        [sys.executable, "-m", "everos_site.cli", *words],
        env={**os.environ, **own, "DJANGO_SUPERUSER_PASSWORD": password},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_an_account_on_an_empty_root(tmp_path: Path) -> None:
    named = ["--noinput", "--username", "operator", "--email", "operator@example.org"]
    first = everos(tmp_path / "memory", "createsuperuser", *named)
    assert (first.returncode, first.stderr) == (0, "")
    assert "Superuser created" in first.stdout
    again = everos(tmp_path / "memory", "createsuperuser", *named)
    assert again.returncode != 0
    assert "already taken" in again.stderr


def test_a_password_of_the_environment_is_held_to_the_same_rules(tmp_path: Path) -> None:
    named = ["--noinput", "--username", "operator", "--email", "operator@example.org"]
    done = everos(tmp_path / "memory", "createsuperuser", *named, password="short")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "everos createsuperuser: DJANGO_SUPERUSER_PASSWORD: This password is too short."
    )
