"""A table that cannot be trusted says why, answers with IndexUnavailable, and is replaced without a gap."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from django.utils import timezone

from memory.errors import IndexUnavailable
from memory.index import generations, query, sql
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.models import IndexTable
from memory.scope import Scope
from tests.index.episodes import ALICE, WORDS, WordSpace, episode

HERE = sql.owned_by(Scope(), ALICE)


def lance_folder(root: Path, name: str = "episode") -> Path:
    return root / ".index" / "lancedb" / f"{name}.lance"


def remove_everything(folder: Path) -> None:
    shutil.rmtree(folder)


def remove_data(folder: Path) -> None:
    shutil.rmtree(folder / "data")


def remove_one_file_of_data(folder: Path) -> None:
    next((folder / "data").iterdir()).unlink()


def cut_data(folder: Path) -> None:
    for file in (folder / "data").iterdir():
        file.write_bytes(file.read_bytes()[:64])


def overwrite_data(folder: Path) -> None:
    for file in (folder / "data").iterdir():
        file.write_bytes(b"\0" * file.stat().st_size)


def remove_indexes(folder: Path) -> None:
    shutil.rmtree(folder / "_indices")


def remove_versions(folder: Path) -> None:
    shutil.rmtree(folder / "_versions")


DAMAGE = [
    remove_everything,
    remove_data,
    remove_one_file_of_data,
    cut_data,
    overwrite_data,
    remove_indexes,
    remove_versions,
]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_named_and_mended_by_a_new_generation(
    table: KindTable, root: Path, damage: Callable[[Path], None]
):
    table.apply([episode(number, "a walk by the sea") for number in range(3)])
    table.optimize()
    damage(lance_folder(root))

    reason = table.check(thorough=True)

    assert reason is not None
    assert "\n" not in reason
    with pytest.raises(IndexUnavailable):
        query.fts(table, ["walk"], HERE, 5).result()

    new = table.begin_rebuild()
    new.apply([episode(number, "a walk by the sea") for number in range(3)])
    table.swap(new)

    assert table.check(thorough=True) is None
    assert len(query.fts(table, ["walk"], HERE, 5).result().row_ids) == 3


def test_a_failed_query_makes_the_next_check_thorough(table: KindTable, root: Path):
    table.apply([episode(1, "a walk by the sea")])
    cut_data(lance_folder(root))
    with pytest.raises(IndexUnavailable):
        query.page(table, HERE, "timestamp", True, 0, 5)

    assert table.check() is not None


def test_nothing_is_written_into_a_table_that_is_gone(table: KindTable, root: Path):
    table.apply([episode(1)])
    remove_everything(lance_folder(root))

    with pytest.raises(IndexUnavailable):
        table.apply([episode(2)])
    assert table.check() == "its files are missing"
    assert table.vectors_for([episode(1).content_sha256]) == {}


def test_vectors_of_two_embedders_never_meet(table: KindTable):
    table.apply([episode(1, "one two three")])
    other = KindTable(EPISODE, WordSpace("words:8", 8))

    assert not other.comparable
    assert "words:16" in (other.check() or "")
    assert other.vectors_for([episode(1, "one two three").content_sha256]) == {}
    for space in (other.space, WordSpace("others:16")):
        with pytest.raises(IndexUnavailable):
            KindTable(EPISODE, space).apply([episode(2, space=space)])
    assert len(query.fts(other, ["three"], HERE, 5).result().row_ids) == 1


def test_another_layout_asks_for_a_rebuild(table: KindTable):
    table.apply([episode(1)])
    IndexTable.objects.update(schema_version=0)

    assert "version 0" in (table.check() or "")
    assert table.vectors_for([episode(1).content_sha256]) == {}
    with pytest.raises(IndexUnavailable):
        table.apply([episode(2)])


def test_unchanged_text_keeps_its_vectors_in_a_rebuild(table: KindTable):
    rows = [episode(1, "one two three"), episode(2, "four five")]
    table.apply(rows)

    known = table.vectors_for([row.content_sha256 for row in rows] + ["unknown"])

    assert set(known) == {row.content_sha256 for row in rows}
    assert np.allclose(known[rows[0].content_sha256], rows[0].vectors, atol=0.001)  # kept as half floats


def test_the_old_generation_answers_until_the_swap_and_is_dropped_after_a_grace(
    table: KindTable, root: Path, monkeypatch: pytest.MonkeyPatch
):
    table.apply([episode(1, "the old row")])
    new = table.begin_rebuild()
    new.apply([episode(2, "the new row")])
    assert query.fts(table, ["row"], HERE, 5).result().row_ids == [episode(1).row_id]

    table.swap(new)

    assert query.fts(table, ["row"], HERE, 5).result().row_ids == [episode(2).row_id]
    assert table.prune_generations() == []
    IndexTable.objects.update(built_at=timezone.now() - timedelta(minutes=2))
    assert table.prune_generations() == ["episode"]
    assert not lance_folder(root).exists()
    monkeypatch.setattr(generations, "ABANDONED_SECONDS", -1)
    assert table.prune_generations() == [], "nobody has written into the one that answers"
    assert query.fts(table, ["row"], HERE, 5).result().row_ids == [episode(2).row_id]
    assert table.begin_rebuild().name == "episode_3"


def test_a_rebuild_under_way_is_not_pruned(table: KindTable, root: Path, monkeypatch: pytest.MonkeyPatch):
    table.apply([episode(1)])
    new = table.begin_rebuild()
    IndexTable.objects.update(built_at=timezone.now() - timedelta(days=1))

    assert table.prune_generations() == []
    assert new.count() == 0
    remove_versions(lance_folder(root, table.begin_rebuild().name or ""))
    assert table.prune_generations() == ["episode_3"], "which cannot be read"
    monkeypatch.setattr(generations, "ABANDONED_SECONDS", -1)
    assert table.prune_generations() == ["episode_2"]


def test_kinds_whose_names_begin_alike_have_their_own_generations(table: KindTable):
    assert generations.number("episode", "episode") == 1
    assert generations.number("episode", "episode_12") == 12
    assert generations.number("agent", "agent_case") is None


def test_readiness_is_kept_with_the_table(table: KindTable):
    table.apply([episode(1)])
    assert table.ready
    table.mark_ready(False)
    assert not KindTable(EPISODE, WORDS).ready
