"""What one process without services does, many do over PostgreSQL, Redis and an object store."""

import pytest

from tests.system.test_whole_path import *  # noqa: F403

pytestmark = pytest.mark.long
