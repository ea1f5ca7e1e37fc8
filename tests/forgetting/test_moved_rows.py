"""Rows of a database move when a page is split or merged. No copy of a forgotten one stays where it was before."""

import random
from pathlib import Path

import pytest
from django.db import connections

from memory.batches import batches
from memory.forgetting.storage import purge_databases
from ome.models import RecordedEvent


@pytest.mark.usefixtures("transactional_db")
def test_no_copy_is_left() -> None:
    database = connections[RecordedEvent.objects.db]
    if database.vendor != "sqlite":
        pytest.skip("PostgreSQL's files are its own")
    chance = random.Random(1)
    words = [chance.randbytes(8).hex() for _ in range(3000)]
    RecordedEvent.objects.bulk_create(
        RecordedEvent(pk=word, type="test", payload={"content": f"said {word} " * chance.randint(1, 30)})
        for word in words
    )
    chance.shuffle(words)
    gone, there = words[:2400], words[2400:]
    for some in batches(gone, 4):
        RecordedEvent.objects.filter(pk__in=some).delete()
    purge_databases()
    data = Path(database.settings_dict["NAME"]).read_bytes()
    assert [word for word in gone if f"said {word}".encode() in data] == []
    assert all(f"said {word}".encode() in data for word in there)
