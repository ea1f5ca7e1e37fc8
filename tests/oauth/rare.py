"""Cases that `make test-long` runs: each asks a real server several times."""

from typing import Any

import pytest


def rare(*cases: Any) -> list[Any]:
    return [pytest.param(case, marks=pytest.mark.long) for case in cases]
