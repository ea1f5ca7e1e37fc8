"""Files of other writers and of people: they are read for what they say, and nothing in them is lost."""

from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.document import parse, render_single
from memory.scope import agent, user
from tests.markdown.conftest import ALICE, DAY, SCOPE, episode

REFERENCE = """---
id: episode_log_alice_2026-11-21
type: episode_daily
file_type: episode_daily
schema_version: 1
user_id: alice
track: user
date: '2026-11-21'
entry_count: 2
last_appended_at: '2026-11-21T20:29:44.275000+00:00'
mood: sunny
---
<!-- entry:ep_20261121_00000001 -->
## ep_20261121_00000001

**owner_id**: alice
**session_id**: demo-1
**timestamp**: 2026-11-21T20:29:44.275000+00:00
**parent_type**: memcell
**parent_id**: mc_eb030e60a727
**sender_ids**: [alice, bot, bob]
**confidence**: 0.7

### Subject
Recipes

### Summary
Alice wrote down a recipe.

### Content
The notes were:

### Content
- flour

### Subject
- water
<!-- /entry:ep_20261121_00000001 -->
<!-- entry:ep_20261121_0002 -->
## ep_20261121_0002

**owner_id**: alice
**session_id**:{nothing}
**timestamp**: 2026-11-21T21:00:00Z

### Content
Bob quoted <!-- entry:nothing --> and then
<!-- entry:ep_20261121_00000009 -->
as it stands in the file.
<!-- /entry:ep_20261121_0002 -->
""".replace("{nothing}", " ")


def test_text_that_was_not_escaped_is_not_cut():
    document = parse(EPISODE, REFERENCE, owner=ALICE)
    assert document.problems == []
    first, second = document.entries
    assert first.values["subject"] == "Recipes"
    assert first.values["content"] == "The notes were:\n\n### Content\n- flour\n\n### Subject\n- water"
    assert first.values["sender_ids"] == ["alice", "bot", "bob"]
    assert second.values["session_id"] is None
    assert second.values["content"].endswith("<!-- entry:ep_20261121_00000009 -->\nas it stands in the file.")


def test_an_append_leaves_every_other_byte_as_it_was(log, log_file):
    log_file.parent.mkdir(parents=True)
    log_file.write_text(REFERENCE + "\na note at the end")
    assert store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode()]) == ["ep_20261121_00000003"]
    header, body = log_file.read_text().split("mood: sunny\n---\n")
    assert "entry_count: 3\n" in header
    assert body.startswith(REFERENCE.split("mood: sunny\n---\n")[1] + "\na note at the end\n<!-- entry:")


def test_foreign_keys_and_notes_survive_a_rewrite(log, log_file):
    log_file.parent.mkdir(parents=True)
    log_file.write_text(REFERENCE.replace("**confidence**", "A note of mine.\n\n**confidence**"))
    store.replace_entry(log, "ep_20261121_00000001", episode("Only this.", owner_id="alice"))
    text = log_file.read_text()
    assert "A note of mine.\n\n**confidence**: 0.7\n" in text
    assert "mood: sunny\n" in text
    assert store.read(log).entries[0].values["content"] == "Only this."
    assert len(store.read(log).entries) == 2


def test_a_file_saved_by_another_systems_editor_says_the_same():
    before = parse(EPISODE, REFERENCE, owner=ALICE)
    after = parse(EPISODE, "\ufeff" + REFERENCE.replace("\n", "\r\n"), owner=ALICE)
    assert after.problems == []
    assert [entry.sha256 for entry in after.entries] == [entry.sha256 for entry in before.entries]


def test_formatting_does_not_change_the_checksum():
    edited = REFERENCE.replace("\n\n### ", "\n\n\n### ").replace("[alice, bot, bob]", "[alice,bot,  bob]")
    edited = edited.replace("20:29:44.275000+00:00\n**parent", "21:29:44.275+01:00\n**parent")
    before, after = parse(EPISODE, REFERENCE), parse(EPISODE, edited)
    assert after.entries[1].sha256 == before.entries[1].sha256
    assert before.entries[0].sha256 != parse(EPISODE, REFERENCE.replace("demo-1", "demo-2")).entries[0].sha256


def test_the_folder_says_whose_memory_it_is():
    document = parse(EPISODE, REFERENCE, owner=user("alicia"))
    assert {entry.values["owner_id"] for entry in document.entries} == {"alicia"}
    assert document.problems == []
    assert len(document.notes) == 2


def test_superseded_entries_are_named():
    marked = REFERENCE.replace(
        "mood: sunny", "deprecated_entries:\n  ep_20261121_00000001: ep_20261121_00000007"
    )
    assert parse(EPISODE, marked).deprecated == {"ep_20261121_00000001": "ep_20261121_00000007"}


PROFILE_BY_HAND = """---
# mine, hands off
id: profile_alice
user_id: alice
nickname: 'Ali'   # she likes it
summary: Alice lives in Porto.
explicit_info: []
---
Alice lives in Lisbon.
"""


def test_the_body_of_a_profile_wins_over_the_frontmatter():
    assert (
        parse(PROFILE, PROFILE_BY_HAND, owner=ALICE).entries[0].values["summary"] == "Alice lives in Lisbon."
    )


def test_comments_and_foreign_keys_of_a_profile_stay(root):
    path = store.write_document(PROFILE, SCOPE, ALICE, {"summary": "x"})
    (root / path).write_text(PROFILE_BY_HAND)
    store.write_document(PROFILE, SCOPE, ALICE, {"summary": "yes", "explicit_info": [{"description": "no"}]})
    text = (root / path).read_text()
    assert "# mine, hands off\n" in text
    assert "nickname: 'Ali'   # she likes it\n" in text
    assert text.endswith("---\nyes\n")
    values = store.read(path).entries[0].values
    assert (values["summary"], values["explicit_info"]) == ("yes", [{"description": "no"}])


def test_a_skill_without_frontmatter_takes_its_name_from_the_folder():
    document = parse(AGENT_SKILL, "1. Ask for the date.\n", owner=agent("bot"), name="book_flight")
    assert document.problems == []
    assert document.entries[0].values == {"name": "book_flight", "content": "1. Ask for the date."}
    assert "name: book_flight" in render_single(
        AGENT_SKILL, agent("bot"), document.entries[0].values, name="x"
    )
