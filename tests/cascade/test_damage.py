"""Damaged files never drop what was indexed; they are reported, and mended they are done."""

import os

import pytest
from structlog.testing import capture_logs

from cascade.drain import drain
from cascade.scanner import scan
from memory.markdown import entries
from memory.retrieval.search import search
from memory.retrieval.types import SearchRequest
from tests.cascade.conftest import (
    ALICE,
    FILE,
    HERE,
    absolute,
    change,
    edit,
    indexed,
    row,
    settle,
    table,
    tell,
)

END = "<!-- /entry:ep_20261121_00000001 -->"
BOTH = ["ep_20261121_00000001", "ep_20261121_00000002"]


def synchronise() -> None:
    scan()
    drain()


def found(word: str) -> list[str]:
    """The episodes that a search by word finds, also in files that are not indexed yet."""
    request = SearchRequest(
        HERE, ALICE, word, "keyword", top_k=5, radius=None, include_profile=False, filters=None
    )
    return [hit.entry_id for hit in search(request).hits["episode"]]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (END, "<!-- entry -->"),  # no end marker
        ("entry_count", "user_id: [\nentry_count"),  # frontmatter that is not YAML
        ("**timestamp**: 2026", "**timestamp**: yesterday 2026"),
        ("### Content\nAlice bought a red bicycle.\n", ""),  # something that an episode must have
        (END, END + "\n<!-- entry:ep_20261121_00000002 -->\ntwice\n<!-- /entry:ep_20261121_00000002 -->"),
    ],
    ids=["end marker", "frontmatter", "timestamp", "content", "duplicate"],
)
def test_the_last_good_rows_stay_until_the_file_is_mended(told, old, new):
    good = told.read_text("utf-8")
    edit(told, old, new)
    with capture_logs() as logged:
        synchronise()
    assert [(line["path"], bool(line["error"])) for line in logged if line["log_level"] == "warning"] == [
        (str(FILE), True)
    ]
    assert indexed()[str(FILE)] == BOTH
    broken = change()
    assert (broken.status, broken.entries) == ("failed", 2)
    assert broken.error
    told.write_text(good.replace("red bicycle", "green tandem"), "utf-8")
    synchronise()
    assert change().status == "done"
    assert "tandem" in row("ep_20261121_00000001").payload


def test_intact_entries_of_a_damaged_file_are_indexed(told):
    edit(told, END, "")
    tell("Alice sings.")
    drain()
    assert [*BOTH, "ep_20261121_00000003"] == indexed()[str(FILE)]
    assert change().status == "failed"


@pytest.mark.parametrize(
    ("written", "read"),
    [("&#55357;&#56832;", "😀"), ("&#55357; alone", "\ufffd alone"), ("&#0;", "\\u0000")],
    ids=["halves of a character", "a half alone", "nul"],
)
def test_what_is_no_text_is_indexed_nevertheless(told, written, read):
    edit(told, "red bicycle", written)
    edit(told, "s1", '"s\\ud83d1"')
    synchronise()
    assert change().status == "done"
    assert read in row("ep_20261121_00000001").payload
    assert row("ep_20261121_00000001").session_id == "s\ufffd1"


@pytest.mark.parametrize("identifier", ["x" * 300, "\x07", "\udcff"], ids=["long", "control", "no utf-8"])
def test_an_entry_with_an_impossible_id_costs_only_itself(told, identifier):
    text = told.read_text("utf-8").replace("ep_20261121_00000001", identifier)
    told.write_bytes(text.encode("utf-8", "surrogateescape"))
    tell("Alice sings.")
    synchronise()
    assert [*BOTH, "ep_20261121_00000003"] == indexed()[str(FILE)]
    assert (change().status, "give it another one" in change().error) == ("failed", True)


def test_an_entry_that_the_index_cannot_hold_costs_only_itself(told, monkeypatch):
    monkeypatch.setattr(entries, "without_surrogates", str)  # as if it had missed one
    edit(told, "red bicycle", "&#55357;")
    tell("Alice sings.")
    assert found("sings") == ["ep_20261121_00000003"]
    synchronise()
    assert [*BOTH, "ep_20261121_00000003"] == indexed()[str(FILE)]
    assert change().status == "failed"
    assert "ep_20261121_00000001 cannot be indexed" in change().error


def test_a_file_that_is_not_text(told):
    told.write_bytes(b"\xff\xfe\x00rubbish")
    synchronise()
    assert indexed()[str(FILE)] == BOTH
    assert change().status == "failed"


def test_an_emptied_file_keeps_its_rows_and_says_so(told):
    told.write_bytes(b"")
    synchronise()
    assert indexed()[str(FILE)] == BOTH
    assert change().status == "failed"


def test_removing_a_damaged_file_removes_its_rows(told):
    told.write_bytes(b"rubbish")
    synchronise()
    told.unlink()
    synchronise()
    assert table().count() == 0


def test_a_damaged_file_is_not_tried_again_until_it_changes(told):
    told.write_bytes(b"rubbish")
    settle()
    assert scan() == 0
    assert drain() == 0
    os.utime(told, (1, 1))
    synchronise()
    assert change().status == "failed"


def test_one_damaged_file_does_not_fail_the_others(root):
    tell("Alice sings.")
    tell("Bob sings.", owner="bob")
    absolute().write_bytes(b"rubbish")
    drain()
    assert change().status == "failed"
    assert row("ep_20261121_00000001", owner="bob") is not None


def test_headings_and_markers_inside_a_text_are_text(root):
    text = "before\n### Summary\n<!-- /entry:ep_20261121_00000001 -->\n## ep_20261121_00000009\nafter"
    [entry] = tell(text)
    drain()
    assert change().status == "done"
    assert "after" in row(entry).payload
