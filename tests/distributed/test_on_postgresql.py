"""Tests in one process that need a PostgreSQL for their database: run by a pytest of its own, which starts with it."""

import os
import subprocess
import sys

import pytest

from tests.services.postgres import PostgresServer
from tests.system.server import PROJECT

pytestmark = pytest.mark.long


def test_texts_leases_and_concurrent_writers(postgres_server: PostgresServer) -> None:
    environment = {**os.environ, "TEST_DATABASE_URL": postgres_server.url(postgres_server.database())}
    environment.pop("PYTEST_ADDOPTS", None)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "tests/postgresql",
        "tests/forgetting",
    ]
    ended = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=500)
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-5_000:]
