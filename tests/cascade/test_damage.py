"""Damaged files never drop what was indexed; they are reported, and mended they are done."""

import pytest

from cascade.drain import drain
from cascade.scanner import scan
from tests.cascade.conftest import FILE, absolute, change, edit, indexed, row, settle, table, tell

END = "<!-- /entry:ep_20261121_00000001 -->"
BOTH = ["ep_20261121_00000001", "ep_20261121_00000002"]


def synchronise() -> None:
    scan()
    drain()


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
    synchronise()
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
