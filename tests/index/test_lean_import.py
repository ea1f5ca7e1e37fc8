"""What LanceDB brings along and nobody here uses is not loaded, and is there for who asks for it."""

import subprocess
import sys

import pytest

from tests.system.server import PROJECT

PROGRAM = """
import sys
import memory.index
import lancedb.table

print("lance_namespace_urllib3_client.api" in sys.modules)
from lance_namespace_urllib3_client import TableApi

print(TableApi.__name__)
"""


@pytest.mark.long
def test_the_calls_of_the_rest_client_wait_until_they_are_asked_for() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=PROJECT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["False", "TableApi"], done.stderr
