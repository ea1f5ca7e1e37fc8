"""The stack that the tests here share: whoever kills one of its processes, the next test finds all of them at work."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributed.stack import Stack
from tests.services.postgres import PostgresServer
from tests.services.s3 import S3Server

# Calls are counted, and none is one too many.
COUNTING = {
    "EVEROS_RATES__ENABLED": "true",
    "EVEROS_RATES__READS_PER_MINUTE": "1000000",
    "EVEROS_RATES__WRITES_PER_MINUTE": "1000000",
    "EVEROS_RATES__SEARCHES_PER_MINUTE": "1000000",
    "EVEROS_RATES__MESSAGES_PER_DAY": "0",
    "EVEROS_RATES__BYTES_PER_DAY": "0",
}


@pytest.fixture(scope="package")
def standing_stack(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: PostgresServer
) -> Iterator[Stack]:
    """All that docker-compose.yml starts, with two web services and two workers. To start it costs ten seconds."""
    root = tmp_path_factory.mktemp("stack") / "memory"
    stack = Stack(root, postgres_server, EVEROS_LOG__FORMAT="json", **COUNTING)
    try:
        yield stack.start()
    finally:
        stack.kill()


@pytest.fixture
def stack(standing_stack: Stack) -> Stack:
    return standing_stack.revive()


@pytest.fixture(scope="module")
def served(standing_stack: Stack) -> Stack:
    """For tests that hold in one process without services, too."""
    return standing_stack.revive()


@pytest.fixture
def in_bucket(tmp_path: Path, postgres_server: PostgresServer, s3_server: S3Server) -> Iterator[Stack]:
    """One web service and one worker; the index is in an object store, and its tables are looked at all the time."""
    often = {"EVEROS_CASCADE__SCAN_INTERVAL_SECONDS": "2"}
    stack = Stack(tmp_path / "memory", postgres_server, s3_server, webs=1, workers=1, **often)
    try:
        yield stack.start()
    finally:
        stack.kill()
