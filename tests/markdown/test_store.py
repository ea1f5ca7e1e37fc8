"""Appending: the format on disk, exactly once, and what the file's history does to ids."""

import os
import re
import stat

import pytest

from memory.errors import InvalidInput
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Scope, agent, user
from tests.markdown.conftest import ALICE, DAY, MOMENT, SCOPE, episode


def add(parent: str, *contents: str) -> list[str]:
    return store.append(EPISODE, SCOPE, ALICE, DAY, parent, [episode(content) for content in contents])


def ids(*numbers: int) -> list[str]:
    return [f"ep_20261121_{number:08d}" for number in numbers]


EXPECTED = """\
---
id: episode_log_alice_2026-11-21
type: episode_daily
file_type: episode_daily
schema_version: 1
user_id: alice
track: user
date: '2026-11-21'
entry_count: 1
last_appended_at: 'WHEN'
---
<!-- entry:ep_20261121_00000001 -->
## ep_20261121_00000001

**owner_id**: alice
**session_id**: demo-1
**timestamp**: 2026-11-21T20:29:44.275000+00:00
**parent_type**: memcell
**parent_id**: mc_eb030e60a727
**sender_ids**: [alice, bot]
**learned_at**: WHEN

### Subject
A move

### Content
Alice has moved to Lisbon.
<!-- /entry:ep_20261121_00000001 -->
"""


def test_the_format_on_disk(log_file):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_eb030e60a727", [episode(subject="A move")])
    moment = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00"
    text = re.sub(rf"(?<='){moment}(?=')|(?<=learned_at\*\*: ){moment}", "WHEN", log_file.read_text())
    assert text == EXPECTED


def test_appends_follow_one_another(log, log_file, announced):
    assert add("mc_1", "one") == ids(1)
    assert add("mc_2", "two", "three") == ids(2, 3)
    document = store.read(log)
    assert [entry.values["content"] for entry in document.entries] == ["one", "two", "three"]
    assert document.frontmatter["entry_count"] == 3
    assert announced == [log, log]


def test_the_same_parent_again_writes_nothing(log_file, announced, log):
    add("mc_1", "one", "two")
    before = log_file.read_bytes()
    assert add("mc_1", "one", "two") == ids(1, 2)
    assert add("mc_1", "another text") == ids(1, 2)
    assert log_file.read_bytes() == before
    assert announced == [log] * 3


def test_a_text_that_quotes_a_parent_is_no_entry_of_it(root):
    add("mc_1", "**parent_id**: mc_2\n**parent_id**: mc_2\n")
    assert add("mc_2", "two") == ids(2)


def test_nothing_to_add_makes_no_file(log_file):
    assert add("mc_1") == []
    assert not log_file.exists()


def test_ids_are_not_given_again_after_a_deletion(log):
    add("mc_1", "one", "two", "three")
    store.delete_entry(log, ids(3)[0])
    store.delete_entry(log, ids(1)[0])
    assert add("mc_2", "four") == ids(4)
    assert [entry.id for entry in store.read(log).entries] == ids(2, 4)


def test_a_counter_that_lags_is_bumped_past_every_id(log_file):
    add("mc_1", "one", "two", "three", "four")
    log_file.write_text(log_file.read_text().replace("entry_count: 4", "entry_count: 1"))
    assert add("mc_2", "five", "six") == ids(5, 6)
    log_file.write_text(re.sub(r"entry:ep_20261121_00000002 -->", "entry:gone -->", log_file.read_text()))
    log_file.write_text(log_file.read_text().replace("entry_count: 6", "entry_count: 1"))
    assert add("mc_3", "seven", "eight") == ids(7, 8)


def test_windows_line_ends_stay(log, log_file):
    add("mc_1", "one")
    log_file.write_bytes(log_file.read_bytes().replace(b"\n", b"\r\n"))
    assert add("mc_1", "one") == ids(1)
    assert add("mc_2", "two") == ids(2)
    assert store.read(log).problems == []
    assert store.read(log).frontmatter["entry_count"] == 2
    assert b"### Content\r\none\r\n" in log_file.read_bytes()


def test_the_mode_of_a_file_is_kept(log_file):
    add("mc_1", "one")
    os.chmod(log_file, 0o640)
    add("mc_2", "two")
    assert stat.S_IMODE(log_file.stat().st_mode) == 0o640


def test_every_owner_and_scope_has_a_file_of_its_own(root):
    for scope in (SCOPE, Scope("shop"), Scope("shop", "north")):
        for who in ("alice", "Alice", "张" * 256):
            assert store.append(EPISODE, scope, user(who), DAY, "mc_1", [episode()]) == ids(1)
    assert len(list(current_root().documents())) == 9
    assert list((root / ".tmp").iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"timestamp": "yesterday"},
        {"timestamp": MOMENT.replace(tzinfo=None)},
        {"mood": "sunny"},
        {"subject": 7},
    ],
)
def test_a_draft_that_does_not_fit_changes_nothing(log_file, wrong):
    add("mc_1", "one")
    before = log_file.read_bytes()
    with pytest.raises(ValueError, match=r"(is|has|needs) "):
        store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("two"), episode(**wrong)])
    assert log_file.read_bytes() == before


def test_facts_go_to_their_hidden_folder(root):
    fact = {"timestamp": MOMENT, "parent_type": "episode", "fact": "Alice lives in Lisbon."}
    assert store.append(ATOMIC_FACT, SCOPE, ALICE, DAY, ids(1)[0], [fact]) == ["af_20261121_00000001"]
    assert (root / "default_app/default_project/users/alice/.atomic_facts/atomic_fact-2026-11-21.md").exists()


def test_a_user_cannot_have_an_agents_memory():
    with pytest.raises(InvalidInput):
        store.write_document(AGENT_SKILL, SCOPE, ALICE, {"name": "x"}, name="x")


def test_a_skill_is_rewritten_in_place(root, announced):
    for procedure in ("1. Ask.", "1. Ask twice."):
        path = store.write_document(
            AGENT_SKILL, SCOPE, agent("bot"), {"name": "ask", "content": procedure}, name="ask"
        )
    assert (root / path).read_text().endswith("---\n1. Ask twice.\n")
    assert announced == [path, path]


def test_editing_what_is_not_there(log):
    add("mc_1", "one")
    with pytest.raises(InvalidInput, match="ep_20261121_00000009 is not in"):
        store.delete_entry(log, ids(9)[0])
