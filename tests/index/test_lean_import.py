"""What LanceDB brings along and nobody here uses is not loaded."""

import subprocess
import sys

import pytest

from tests.system.server import PROJECT

PROGRAM = """
import sys
import memory.index
import lancedb.table

name = "lance_namespace_urllib3_client"
parts = [sys.modules[each] for each in sys.modules if each.startswith(name)]
print(len(parts) > 0, sum(getattr(each, "__file__", None) is not None for each in parts))
"""


@pytest.mark.long
def test_no_file_of_the_rest_client_is_read() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=PROJECT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["True", "0"], done.stderr
