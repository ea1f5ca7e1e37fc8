"""The stack that the tests here share: whoever kills one of its processes, the next test finds all of them at work."""

import pytest

from tests.distributed.stack import Stack


@pytest.fixture
def stack(standing_stack: Stack) -> Stack:
    return standing_stack.revive()
