"""The index lies where the settings say: in a folder elsewhere, or in an object store that may be away."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from memory.errors import IndexAway
from memory.index.tables import KindTable
from tests.conftest import change_settings
from tests.index.episodes import episode
from tests.services.s3 import S3Server


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    server = S3Server().start()
    yield server
    server.remove()


def test_in_another_folder(table: KindTable, root: Path, tmp_path: Path, settings: Settings) -> None:
    change_settings(settings, "lancedb", uri=str(tmp_path / "elsewhere"))
    table.apply([episode(1, "a walk")])
    assert (tmp_path / "elsewhere" / "episode.lance").is_dir()
    assert not (root / ".index" / "lancedb" / "episode.lance").exists()
    assert table.bytes() > 0


def test_in_an_object_store(table: KindTable, root: Path, settings: Settings, s3: S3Server) -> None:
    change_settings(settings, "lancedb", uri=s3.prefix(), storage_options=s3.options)
    table.apply([episode(1, "a walk"), episode(2, "a swim")], [])
    table.apply([], [episode(2, "a swim").row_id])
    table.optimize()
    assert (table.count(), table.check()) == (1, None)
    assert table.bytes() > 1000
    assert not (root / ".index" / "lancedb" / "episode.lance").exists()


@pytest.mark.long
def test_a_store_that_is_away_is_no_reason_to_rebuild(
    table: KindTable, settings: Settings, s3: S3Server
) -> None:
    quick = {"client_max_retries": "0", "client_retry_timeout": "1"}
    change_settings(settings, "lancedb", uri=s3.prefix(), storage_options=s3.options | quick)
    table.apply([episode(1, "a walk")])
    s3.away()
    try:
        for question in (table.count, table.check, table.bytes):
            with pytest.raises(IndexAway):
                question()
    finally:
        s3.back()
    assert (table.count(), table.check()) == (1, None)
