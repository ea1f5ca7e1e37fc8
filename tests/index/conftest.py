from pathlib import Path

import pytest

from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from tests.index.episodes import WORDS


@pytest.fixture
def table(db: None, root: Path) -> KindTable:
    """The episodes of an empty memory root."""
    return KindTable(EPISODE, WORDS)
