"""Entries that another one replaces, and finding an entry by its id."""

import pytest

from memory.errors import DamagedDocument, InvalidInput
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.markdown import store
from tests.markdown.conftest import ALICE, DAY, SCOPE, episode

ONE, TWO, THREE = (f"ep_20261121_{number:08d}" for number in (1, 2, 3))


def add(*contents: str) -> None:
    for number, content in enumerate(contents):
        store.append(EPISODE, SCOPE, ALICE, DAY, f"mc_{number}", [episode(content)])


def test_it_is_noted_in_the_frontmatter_once(log, log_file, announced):
    add("one", "two", "three")
    store.deprecate(log, {ONE: THREE})
    store.deprecate(log, {TWO: THREE})
    before = log_file.read_bytes()
    store.deprecate(log, {ONE: THREE})
    assert log_file.read_bytes() == before
    assert store.read(log).deprecated == {ONE: THREE, TWO: THREE}
    assert [entry.id for entry in store.read(log).entries] == [ONE, TWO, THREE]
    assert announced == [log] * 6


def test_the_header_and_later_appends_keep_it(log, log_file):
    add("one", "two")
    log_file.write_text(log_file.read_text().replace("track: user", "track: user  # mine"))
    store.deprecate(log, {ONE: TWO})
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_9", [episode("three")])
    assert "track: user  # mine" in log_file.read_text()
    document = store.read(log)
    assert (document.deprecated, document.frontmatter["entry_count"]) == ({ONE: TWO}, 3)


def test_without_a_file_or_a_header_it_is_refused(log, log_file):
    with pytest.raises(InvalidInput):
        store.deprecate(log, {ONE: TWO})
    log_file.parent.mkdir(parents=True)
    log_file.write_text("no header\n")
    with pytest.raises(DamagedDocument):
        store.deprecate(log, {ONE: TWO})
    assert log_file.read_text() == "no header\n"


def test_an_entry_is_found_by_its_id(log):
    add("one", "two")
    found = store.find_entry(EPISODE, SCOPE, ALICE, TWO)
    assert found is not None
    assert found.values["content"] == "two"


@pytest.mark.parametrize(
    "wrong", ["ep_20261121_00000009", "ep_20991121_00000001", "ep_20269999_00000001", "x"]
)
def test_what_is_not_there_is_not_found(log, wrong):
    add("one")
    assert store.find_entry(EPISODE, SCOPE, ALICE, wrong) is None
    assert store.find_entry(ATOMIC_FACT, SCOPE, ALICE, ONE) is None


def test_a_damaged_entry_is_not_taken_for_a_missing_one(log, log_file):
    add("one", "two")
    log_file.write_text(log_file.read_text().replace(f"<!-- /entry:{ONE} -->\n", ""))
    with pytest.raises(DamagedDocument, match="no end marker"):
        store.find_entry(EPISODE, SCOPE, ALICE, ONE)
    assert store.find_entry(EPISODE, SCOPE, ALICE, TWO) is not None
