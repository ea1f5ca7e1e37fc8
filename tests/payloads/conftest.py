from collections.abc import Iterator

import pytest

from tests.payloads.web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        yield server
