"""What one process without services does, many do over PostgreSQL, Redis and an object store."""

import pytest

from tests.system.test_dialects_together import *  # noqa: F403

pytestmark = pytest.mark.long

# Of many processes, the rows are in a database that outlives the root's index.
del test_without_the_index_everything_comes_back  # noqa: F821
