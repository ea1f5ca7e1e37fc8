"""A damaged place is named with its line and what to do; what is intact is still read."""

import pytest

from memory.errors import DamagedDocument
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.document import parse
from memory.scope import agent
from tests.markdown.conftest import ALICE, DAY, SCOPE, episode


@pytest.fixture
def text(log_file):
    """Three entries: one, two, three."""
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode(word) for word in ("one", "two", "three")])
    return log_file.read_text()


def contents(document):
    return [entry.values["content"] for entry in document.entries]


TWO = "ep_20261121_00000002"


@pytest.mark.parametrize(
    ("mark", "replacement", "reason"),
    [
        (
            f"<!-- /entry:{TWO} -->\n",
            "",
            f"line 26: entry {TWO} has no end marker: add <!-- /entry:{TWO} -->",
        ),
        (f"<!-- /entry:{TWO} -->", f"<!-- /entry:{TWO} --", f"line 26: entry {TWO} has no end marker"),
        (f"<!-- entry:{TWO} -->\n", "", f"the end marker of {TWO} has no start marker before it"),
        (f"entry:{TWO}", "entry:ep_20261121_00000001", "entry ep_20261121_00000001 is there twice"),
        ("### Content\ntwo", "two", f"entry {TWO}: `### Content` is missing"),
    ],
)
def test_one_damaged_entry(text, mark, replacement, reason):
    document = parse(EPISODE, text.replace(mark, replacement), owner=ALICE)
    assert contents(document) == ["one", "three"]
    assert any(reason in problem for problem in document.problems), document.problems


def test_an_unreadable_time_is_shown_as_it_stands(text):
    document = parse(EPISODE, text.replace("2026-11-21T20:29:44.275000+00:00\n**parent", "soon\n**parent", 1))
    assert contents(document) == ["two", "three"]
    assert "entry ep_20261121_00000001: timestamp must be a time like" in document.problems[0]
    assert "'soon'" in document.problems[0]


@pytest.mark.parametrize(
    ("mark", "replacement", "reason"),
    [
        ("track: user\n", "track: [user\n", "frontmatter, line"),
        ("---\nid", "id", "line 1: the frontmatter is missing"),
        ("track: user\n", "deprecated_entries: [a]\n", "deprecated_entries must be"),
    ],
)
def test_a_damaged_header_costs_no_entry(text, mark, replacement, reason):
    document = parse(EPISODE, text.replace(mark, replacement, 1), owner=ALICE)
    assert contents(document) == ["one", "two", "three"]
    assert reason in document.problems[0]


@pytest.mark.parametrize(
    "header",
    ["", "id: x\n", "---\nentry_count: many\n---\n", "---\nid: [\n", "\ufeff---\r\nid: x\r\n---\r\n"],
)
def test_a_damaged_header_still_takes_an_append(log, log_file, text, header):
    log_file.write_text(header + text.split("---\n", 2)[2], newline="")
    assert store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("four")]) == ["ep_20261121_00000004"]
    assert contents(store.read(log)) == ["one", "two", "three", "four"]


def test_bytes_that_are_not_text_stay_and_are_reported(log, log_file, text):
    log_file.write_bytes(log_file.read_bytes().replace(b"\ntwo\n", b"\ntw\xf6\n"))
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("four")])
    store.delete_entry(log, "ep_20261121_00000001")
    document = store.read(log)
    assert contents(document) == ["three", "four"]
    assert "it is not UTF-8 text" in document.problems[0]
    assert b"\ntw\xf6\n" in log_file.read_bytes()


def test_a_damaged_profile_is_not_overwritten(root):
    path = store.write_document(PROFILE, SCOPE, ALICE, {"summary": "x"})
    (root / path).write_text("---\nsummary: [\n---\nby hand\n")
    assert store.read(path).entries == []
    with pytest.raises(DamagedDocument):
        store.write_document(PROFILE, SCOPE, ALICE, {"summary": "y"})
    assert "by hand" in (root / path).read_text()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"---\nsummary: x\n", "line 1: the frontmatter is missing or has no end"),
        (b"---\nsummary: x\n---\ncaf\xe9\n", "the file is not UTF-8 text"),
        (b"---\n- a\n- b\n---\n", "the frontmatter must be `key: value` lines"),
    ],
)
def test_a_damaged_profile_is_reported(root, data, reason):
    path = store.write_document(PROFILE, SCOPE, ALICE, {"summary": "x"})
    (root / path).write_bytes(data)
    document = store.read(path)
    assert document.entries == []
    assert reason in document.problems[0]


def test_a_wrong_type_in_a_skill_is_named():
    document = parse(AGENT_SKILL, "---\nname: x\nconfidence: high\n---\n1.\n", owner=agent("bot"), name="x")
    assert document.entries == []
    assert document.problems == ["frontmatter: confidence must be a number, not 'high'"]
