"""An index that does not fit the files comes back from them by itself, and /health says so meanwhile."""

import shutil

import pytest

from cascade import queue
from cascade.drain import drain, drain_once
from cascade.models import IndexRepair, LogSequence, MdChangeState, ScanReport
from cascade.repair import check_tables
from cascade.scanner import scan
from cascade.status import status
from memory.errors import IndexUnavailable
from memory.index import generations, handles, query
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.models import IndexTable
from memory.providers import registry
from memory.providers.registry import get_embedder
from tests.cascade.conftest import FILE, absolute, change, embedded_texts, indexed, settle, table, tell
from tests.conftest import change_settings

BOTH = {str(FILE): ["ep_20261121_00000001", "ep_20261121_00000002"]}


def restart() -> None:
    """What the start of a server does."""
    scan(meanwhile=drain_once)
    drain()


def lose_database() -> None:
    for model in (MdChangeState, LogSequence, IndexTable, IndexRepair, ScanReport):
        model.objects.all().delete()
    generations.forget()


def test_deleted_tables(told, root):
    shutil.rmtree(root / ".index" / "lancedb")
    scan()
    assert "index of episode is being rebuilt: its files are missing, 0 of 1 files" in status()["reasons"]
    drain()
    assert indexed() == BOTH
    assert status()["complete"]


def test_an_emptied_table(told):
    table().ask(lambda lance: lance.delete("true"), None)
    scan()
    assert not status()["complete"]
    drain()
    assert indexed() == BOTH
    assert status()["complete"]


def test_rows_that_are_missing(told):
    table().ask(lambda lance: lance.delete("entry_id = 'ep_20261121_00000001'"), None)
    restart()
    assert indexed() == BOTH
    assert status()["complete"]


def test_rows_that_are_there_twice(told):
    table().ask(lambda lance: lance.add(lance.to_arrow()), None)
    assert table().count() == 4
    restart()
    restart()
    assert table().count() == 2
    assert status()["complete"]


@pytest.mark.parametrize("part", ["data", "_versions", "_indices"])
def test_damaged_files_of_a_table(told, root, part):
    folder = root / ".index" / "lancedb" / "episode.lance" / part
    for file in [file for file in folder.rglob("*") if file.is_file()]:
        file.write_bytes(b"rubbish" * 20)
    restart()
    assert indexed() == BOTH
    assert status()["complete"]


def test_everything_derived_is_gone(told, root):
    shutil.rmtree(root / ".index" / "lancedb")
    lose_database()
    scan()
    assert any("have not been indexed by this server before" in reason for reason in status()["reasons"])
    drain()
    assert indexed() == BOTH
    assert status()["complete"]


def test_a_lost_database_costs_no_embedding(root, endpoint):
    tell(*[f"Alice counts to {number}" for number in range(10)])
    drain()
    lose_database()
    endpoint.calls.clear()
    restart()
    assert table().count() == 10
    assert status()["complete"]
    assert len(embedded_texts(endpoint)) <= 3  # whether the vectors are of this model
    assert handles.names() == ["episode"]


def test_a_lost_database_and_files_that_went_meanwhile(told):
    tell("Bob sings.", owner="bob")
    drain()
    lose_database()
    told.unlink()
    restart()
    restart()
    assert [path.split("/")[3] for path in indexed()] == ["bob"]


def test_a_lost_database_and_the_table_of_another_model(told, endpoint, root):
    lose_database()
    restart()
    assert indexed() == BOTH
    assert IndexTable.objects.get(kind="episode").embedder == get_embedder().fingerprint
    assert len(embedded_texts(endpoint)) >= 2


def test_another_embedding_model(told, endpoint):
    seen: list[str] = []
    scan(meanwhile=lambda: seen.extend(status()["reasons"]))
    assert any("its vectors are of local:" in reason and "1 of 1 files" in reason for reason in seen)
    assert IndexTable.objects.get(kind="episode").embedder == get_embedder().fingerprint
    drain()
    assert indexed() == BOTH
    assert status()["complete"]
    nearest = query.nearest(table(), get_embedder().embed_query("Lisbon"), "owner_id = 'alice'", 1).result()
    assert "lisbon" in nearest.texts[0]


def test_another_schema(told):
    IndexTable.objects.update(schema_version=0)
    generations.forget()
    restart()
    assert indexed() == BOTH
    assert status()["complete"]


def test_the_old_table_answers_by_keyword_while_another_model_is_taken_into_use(told, endpoint):
    found: list[str] = []

    def ask() -> None:
        found.extend(query.fts(table(), ["lisbon"], "owner_id = 'alice'", 5).result().row_ids)

    def fail(_: object) -> None:
        raise RuntimeError

    with pytest.raises(IndexUnavailable):
        table().ask(fail, None)
    drain()  # repairs tables that have failed, but this one has to answer until the next one is filled
    scan(meanwhile=ask)
    assert found == ["default/default/user/alice/ep_20261121_00000002"]


def test_what_is_written_while_another_model_is_taken_into_use(told, endpoint):
    written: list[str] = []

    def write() -> None:
        if not written:
            written.extend(tell("Alice sings."))
        drain()

    scan(meanwhile=write)
    drain()
    assert written[0] in indexed()[str(FILE)]
    assert status()["complete"]


def test_an_embedder_that_is_away_is_a_reason_and_no_crash(told, settings, endpoint):
    from tests.fakes.openai_server import Status as Answer

    change_settings(settings, "embedding", dimensions=None)
    registry.close()
    endpoint.fail_always(Answer(401))
    restart()
    assert not status()["complete"]
    endpoint.recover()
    restart()
    assert status()["complete"]


def test_before_the_first_comparison_the_index_is_not_called_complete(root):
    assert status()["reasons"] == ["the files have not been compared with the index since the start"]
    scan()
    assert status()["complete"]


def test_a_damaged_file_is_no_reason_to_repair_again_and_again(told):
    absolute().write_bytes(b"rubbish")
    settle()
    changes = queue.latest_lsn()
    restart()
    restart()
    assert status()["complete"]
    assert change().status == "failed"
    assert queue.latest_lsn() == changes


def test_what_is_indexed_during_the_check_is_no_reason_to_repair(told, monkeypatch):
    tell("Bob sings.", owner="bob")
    rows_per_path = KindTable.rows_per_path

    def count_and_index(self):
        found = rows_per_path(self)
        drain()
        return found

    monkeypatch.setattr(KindTable, "rows_per_path", count_and_index)
    assert check_tables(lambda: None) == []
    assert not IndexRepair.objects.exists()


def test_an_announcement_of_a_rebuild_that_died_is_taken_back(told):
    IndexRepair.objects.create(kind=EPISODE.name, reason="an operator asked for it", files_total=9)
    restart()
    assert status()["complete"]
