"""A new generation beside the old one."""

import pytest

from cascade.drain import drain
from cascade.indexer import commit, commit_texts, compare_files, prepare
from cascade.reading import read_content, understand
from cascade.rebuild import Generation, RebuildRunning, rebuild, rebuild_lock, rebuild_steps
from cascade.scanner import scan
from cascade.status import status
from memory.coordination.locks import write_gate
from memory.index import generations
from memory.index.schema import SCHEMA_VERSION, VECTORS_SINCE
from memory.kinds.episode import EPISODE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.models import IndexTable
from memory.providers.registry import get_embedder
from tests.cascade.conftest import FILE, absolute, change, embedded_texts, indexed, row, table, tell
from tests.conftest import change_settings


@pytest.fixture
def three_owners(root, endpoint):
    for owner in ("alice", "bob", "charlie"):
        tell(f"{owner} sings.", f"{owner} dances.", owner=owner)
    drain()
    endpoint.calls.clear()


def test_everything_is_there_and_nothing_is_embedded_again(three_owners, endpoint):
    before, old = indexed(), table().name
    rebuild([EPISODE])
    assert indexed() == before
    assert table().name != old
    assert embedded_texts(endpoint) == []


def test_an_upgrade_that_changes_only_the_words_embeds_nothing_again(three_owners, endpoint):
    before = indexed()
    IndexTable.objects.update(schema_version=VECTORS_SINCE)
    generations.forget()
    scan()
    assert IndexTable.objects.get(kind="episode").schema_version == SCHEMA_VERSION
    assert indexed() == before
    assert embedded_texts(endpoint) == []


def test_all_vectors_anew(three_owners, endpoint):
    rebuild([EPISODE], reembed=True)
    assert len(embedded_texts(endpoint)) == 6


def test_progress_is_reported_and_shown(three_owners, settings):
    change_settings(settings, "cascade", batch_files=1)
    steps = []
    rebuild([EPISODE], report=lambda progress: steps.append((progress.files_done, status()["reasons"])))
    assert [done for done, _ in steps] == [1, 2, 3]
    assert any("an operator asked for it, 1 of 3 files" in reason for reason in steps[0][1])
    assert not any("being rebuilt" in reason for reason in status()["reasons"])


def test_what_happens_meanwhile_is_in_the_new_generation(three_owners, settings, root):
    change_settings(settings, "cascade", batch_files=1)
    steps = rebuild_steps(EPISODE, "a test wants it")
    for _ in range(3):
        next(steps)
    [entry] = tell("Alice paints.")  # written and indexed in the old generation
    drain()
    (root / str(FILE).replace("alice", "bob")).unlink()  # gone, and known to the queue
    scan()
    drain()
    (root / str(FILE).replace("alice", "charlie")).unlink()  # gone, and nobody has noticed
    assert list(steps) == []
    assert entry in indexed()[str(FILE)]
    assert list(indexed()) == [str(FILE)]


def test_what_happens_during_the_catch_up_is_too(three_owners, monkeypatch):
    index, calls, told = Generation.index, [], []

    def index_and_tell(generation, paths):
        index(generation, paths)
        calls.append(paths)
        if len(calls) == 2:
            told.extend(tell("Alice paints."))
            drain()

    monkeypatch.setattr(Generation, "index", index_and_tell)
    rebuild([EPISODE])
    assert told[0] in indexed()[str(FILE)]


def test_a_change_that_is_still_waiting_is_indexed_after_the_swap(three_owners):
    steps = rebuild_steps(EPISODE, "a test wants it")
    next(steps)
    store.delete_entry(FILE, "ep_20261121_00000001")
    assert list(steps) == []
    assert indexed()[str(FILE)] == ["ep_20261121_00000002"]
    drain()
    assert indexed()[str(FILE)] == ["ep_20261121_00000002"]
    assert change().entries == 1


def test_what_was_compared_with_the_old_generation_is_not_added_twice(three_owners):
    rebuild([EPISODE])
    tell("Alice paints.")
    file = understand(str(FILE), current_root().locate(FILE), read_content(absolute()))
    before, embedder = table().latest(), get_embedder()
    comparison = compare_files(table(), [file])
    prepared = prepare(table(), comparison, embedder, lambda shas: {})
    rebuild([EPISODE])
    assert table().latest().version == before.version, (
        "both generations must have the same number of versions"
    )
    with write_gate(EPISODE.name):
        commit(table(), prepared, embedder, [file])
    commit_texts(table(), comparison, embedder, {})
    assert table().count() == 7


def test_the_last_good_rows_of_a_damaged_file_come_along(three_owners):
    good = absolute().read_text("utf-8")
    absolute().write_text(good.replace("<!-- /entry:ep_20261121_00000001 -->", ""), "utf-8")
    scan()
    drain()
    before = indexed()
    rebuild([EPISODE])
    assert indexed() == before
    assert "alice sings" in row("ep_20261121_00000001").payload


def test_a_second_rebuild_says_that_one_is_running(three_owners):
    with rebuild_lock(EPISODE), pytest.raises(RebuildRunning, match="episode is being rebuilt already"):
        rebuild([EPISODE])


def test_an_aborted_rebuild_leaves_the_old_one_in_force(three_owners):
    before, old = indexed(), table().name
    steps = rebuild_steps(EPISODE, "a test wants it")
    next(steps)
    steps.close()
    assert (indexed(), table().name) == (before, old)
    assert not any("being rebuilt" in reason for reason in status()["reasons"])
    rebuild([EPISODE])
    assert indexed() == before


def test_a_kind_that_has_no_memories(root):
    rebuild([EPISODE])
    assert table().count() == 0
