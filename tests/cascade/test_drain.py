"""Files into the index: what is new, changed and gone."""

import os
import shutil

import pytest

from cascade import queue
from cascade.drain import drain
from cascade.models import MdChangeState
from cascade.scanner import scan
from memory.editing import find, history_of
from memory.index import query
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.providers.registry import get_embedder
from memory.scope import agent
from tests.cascade.conftest import (
    ALICE,
    FILE,
    FOLDER,
    HERE,
    absolute,
    change,
    edit,
    embedded_texts,
    indexed,
    row,
    settle,
    table,
    tell,
)


def test_a_written_file_is_indexed(root):
    [entry] = tell("Alice bought a red bicycle.")
    assert drain() == 1
    assert indexed() == {str(FILE): [entry]}
    done = change()
    assert (done.status, done.entries, done.size) == ("done", 1, absolute().stat().st_size)


def test_nothing_to_do(root):
    assert drain() == 0


def test_every_layout_is_indexed(root):
    store.write_document(PROFILE, HERE, ALICE, {"summary": "Alice rides a bicycle."})
    store.write_document(
        AGENT_SKILL, HERE, agent("bot"), {"name": "booking", "content": "Ask first."}, name="booking"
    )
    drain()
    assert table(PROFILE).count() == 1
    assert table(AGENT_SKILL).count() == 1


def test_an_edited_entry_is_found_by_its_new_text(told):
    edit(told, "red bicycle", "green tandem")
    scan()
    drain()
    vector = get_embedder().embed_query("tandem")
    best = query.nearest(table(), vector, "owner_id = 'alice'", 1).result()
    assert "tandem" in best.texts[0]


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ("**session_id**: s1", "**session_id**: s2", "session_id", "s2"),
        ("**timestamp**: 2026-11-21T12:00", "**timestamp**: 2026-11-21T13:00", "timestamp", 13),
        ("\n\n### Subject", "\n**sender_ids**: [alice, bob]\n\n### Subject", "sender_ids", ["alice", "bob"]),
    ],
)
def test_an_edit_of_any_value_reaches_the_index(told, old, new, column, expected):
    edit(told, old, new)
    scan()
    drain()
    found = getattr(row("ep_20261121_00000001"), column)
    assert (found.hour if column == "timestamp" else found) == expected


def test_an_entry_removed_from_its_file_is_gone(told):
    store.delete_entry(FILE, "ep_20261121_00000001")
    drain()
    assert indexed() == {str(FILE): ["ep_20261121_00000002"]}


def test_a_removed_file_is_gone(told):
    told.unlink()
    scan()
    drain()
    assert indexed() == {}
    assert not MdChangeState.objects.exists()


def test_a_superseded_entry_is_not_in_the_index(told):
    edit(
        told, "entry_count", "deprecated_entries:\n  ep_20261121_00000001: ep_20261121_00000002\nentry_count"
    )
    scan()
    drain()
    assert indexed() == {str(FILE): ["ep_20261121_00000002"]}
    assert change().status == "done"


def test_unchanged_content_under_a_new_time_costs_no_index_work(told):
    version = table().ask(lambda lance: lance.version, None)
    os.utime(told)
    assert scan() == 1
    drain()
    assert change().status == "done"
    assert change().mtime_ns == told.stat().st_mtime_ns
    assert table().ask(lambda lance: lance.version, None) == version


def test_what_is_no_memory_document_is_not_enqueued(root):
    assert queue.enqueue([FOLDER / "notes.md", "README.md"]) == 0
    assert not MdChangeState.objects.exists()


def test_a_limit(root):
    for owner in ("alice", "bob", "charlie"):
        tell("Hello.", owner=owner)
    assert drain(limit=2) == 2
    assert MdChangeState.objects.filter(status="pending").count() == 1
    assert drain() == 1


def test_a_file_that_links_elsewhere_is_not_read(root, tmp_path):
    outside = tmp_path / "secret.md"
    outside.write_text("no memory")
    absolute().parent.mkdir(parents=True)
    absolute().symlink_to(outside)
    queue.enqueue([FILE])
    drain()
    assert table().count() == 0
    assert not MdChangeState.objects.exists()


def test_what_is_not_embedded_may_change_without_embedding(root, endpoint):
    [entry] = tell("Alice bought a red bicycle.", session="s1")
    settle()
    endpoint.calls.clear()
    edit(absolute(), "s1", "s2")
    settle()

    assert row(entry).session_id == "s2"
    assert embedded_texts(endpoint) == []
    edit(absolute(), "Alice bought a red bicycle.", "Alice sold a red bicycle.")
    settle()
    [text] = embedded_texts(endpoint)
    assert text.endswith("Alice sold a red bicycle.")


def test_a_new_memory_with_the_id_of_a_removed_one_has_no_history_of_it(told):
    """The files are gone and written anew before the index knows of either."""
    shutil.rmtree(told.parents[1])
    tell("Alice sings.")
    drain()
    assert history_of(find(HERE, "alice_ep_20261121_00000001")) == []
