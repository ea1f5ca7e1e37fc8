"""Entries that are derived from another: the file holds exactly those that it has now."""

import threading

import pytest

from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.markdown import store
from memory.markdown.root import current_root
from tests.markdown.conftest import ALICE, DAY, MOMENT, SCOPE

EPISODE_1, EPISODE_2 = "ep_20261121_00000001", "ep_20261121_00000002"


def put(*facts: str, parent: str = EPISODE_1) -> list[str]:
    drafts = [{"timestamp": MOMENT, "parent_type": "episode", "fact": fact} for fact in facts]
    return store.put_children(ATOMIC_FACT, SCOPE, ALICE, DAY, parent, drafts)


def ids(*numbers: int) -> list[str]:
    return [f"af_20261121_{number:08d}" for number in numbers]


def path():
    return current_root().file(ATOMIC_FACT, SCOPE, ALICE, day=DAY)


def file():
    return current_root().absolute(path())


def facts() -> dict[str, str]:
    return {entry.id: str(entry.values["fact"]) for entry in store.read(path()).entries}


def test_nothing_to_put_makes_no_file(root, announced):
    assert put() == []
    assert not file().exists()
    assert announced == []


def test_equal_ones_stay_and_the_file_is_not_written(root, announced):
    assert put("one", "two") == ids(1, 2)
    before = file().stat().st_ino
    assert put("two", "one") == ids(2, 1)
    assert file().stat().st_ino == before
    assert len(announced) == 2


def test_what_changed_is_replaced_in_one_write(root):
    put("one", "two", "three")
    put("of another", parent=EPISODE_2)
    assert put("one", "two and a half", "three") == [*ids(1), *ids(5), *ids(3)]
    assert facts() == {**dict(zip(ids(1, 3), ["one", "three"], strict=True)), ids(4)[0]: "of another"} | {
        ids(5)[0]: "two and a half"
    }


def test_no_drafts_remove_them_and_ids_are_not_given_again(root, announced):
    put("one", "two")
    assert put() == []
    assert facts() == {}
    assert put("one") == ids(3)
    assert announced == [path()] * 3


def test_the_same_text_twice_is_two_entries(root):
    assert put("one", "one") == ids(1, 2)
    assert put("one") == ids(1)
    assert facts() == {ids(1)[0]: "one"}


def test_a_text_that_quotes_a_parent_is_no_child_of_it(root):
    put(f"**parent_id**: {EPISODE_2}\n**parent_id**: {EPISODE_2}")
    assert put("two", parent=EPISODE_2) == ids(2)
    assert put(parent=EPISODE_2) == []
    assert list(facts()) == ids(1)


def test_lines_of_others_and_damaged_entries_stay(root):
    put("one", "two")
    text = (
        file().read_text().replace("**parent_type**: episode", "**mood**: sunny\n**parent_type**: episode", 1)
    )
    broken = (
        "<!-- entry:af_20261121_00000009 -->\n**timestamp**: never\n<!-- /entry:af_20261121_00000009 -->\n"
    )
    file().write_text(text + broken)
    assert put("one", "other") == ids(1, 3)
    assert "**mood**: sunny" in file().read_text()
    assert "**timestamp**: never" in file().read_text()


@pytest.mark.parametrize(
    "line", ["**parent_id**:  {}", "**parent_id**:{}", "** parent_id**: {} ", '**parent_id**: "{}"']
)
def test_a_line_that_an_editor_has_written_otherwise_is_the_same(root, line):
    put("one", "two")
    edited = file().read_text().replace(f"**parent_id**: {EPISODE_1}", line.format(EPISODE_1))
    file().write_text(edited)
    assert put("one", "two") == ids(1, 2)
    assert file().read_text() == edited
    drafts = [{"timestamp": MOMENT, "fact": "of an earlier attempt"}]
    assert store.append(ATOMIC_FACT, SCOPE, ALICE, DAY, EPISODE_1, drafts) == ids(1, 2)
    assert put("three") == ids(3)
    assert facts() == {ids(3)[0]: "three"}


def test_windows_line_ends_are_read(root):
    put("one", "two")
    file().write_bytes(file().read_bytes().replace(b"\n", b"\r\n"))
    assert put("one", "two") == ids(1, 2)
    assert put("two") == ids(2)
    assert facts() == {ids(2)[0]: "two"}


def test_special_texts_are_recognized(root):
    texts = ["### Fact\n<!-- entry:x -->", "nul \x00 and \u2028", "<|endoftext|>", "张三搬家了。 "]
    first = put(*texts)
    assert put(*texts) == first
    assert list(facts().values()) == texts


def test_threads_lose_and_double_nothing(root):
    def rewrite(parent: str) -> None:
        for number in range(20):
            put(f"{parent} {number}", "always", parent=parent)

    parents = [f"ep_20261121_{number:08d}" for number in range(4)]
    threads = [threading.Thread(target=rewrite, args=(parent,)) for parent in parents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(facts().values()) == sorted([*(f"{parent} 19" for parent in parents), *["always"] * 4])
    assert store.read(path()).problems == []


def test_what_a_person_has_noted_goes_over_to_what_says_the_same(root):
    [first] = put("one")
    store.annotate_entry(
        path(), first, {"verified_at": MOMENT, "verified_by": "human:maya", "states": ["home: Oslo"]}
    )
    [learned] = [entry.values["learned_at"] for entry in store.read(path()).entries]
    assert put("one") == ids(2)  # what it states is not what the draft states
    [entry] = store.read(path()).entries
    assert (entry.values["verified_at"], entry.values["verified_by"]) == (MOMENT, "human:maya")
    assert (entry.values["learned_at"], entry.values.get("states")) == (learned, None)
    assert put("two") == ids(3)
    [entry] = store.read(path()).entries
    assert entry.values.get("verified_by") is None
