"""What a group remembers: its episodes, facts and foresights, and never what was not said in it."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from cascade import scanner
from memory.conversation.messages import IncomingMessage
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_session
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope
from ome.models import StrategyRun
from tests.agentic_v3.conftest import DAY, LATER, START, Ok, entries, said, settle
from tests.fakes.openai_server import FakeOpenAI

pytestmark = pytest.mark.django_db
TALK = (("alice", "I adopted a cat called Miso."), ("bob", "I will visit my parents on 3 March 2031."))
START_MS = int(START.timestamp() * 1000)


def facts(root: Path, owner: str) -> list[str]:
    return [str(entry.values["fact"]) for entry in entries(root, owner, "atomic_fact")]


def test_the_group_has_what_each_member_has(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    alice, bob, team = (entries(root, owner)[0] for owner in ("users/alice", "users/bob", "groups/team"))
    assert alice.values["content"] == bob.values["content"] == team.values["content"]
    assert team.values["sender_ids"] == ["alice", "bob"]
    assert team.values["session_id"] == "team"
    assert team.values["parent_id"] == alice.values["parent_id"]
    cell = MemCell.objects.get()
    assert (cell.group_id, cell.group_entry) == ("team", team.id)


def test_the_group_knows_the_facts_of_all(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    assert facts(root, "users/alice") == [f"alice adopted a cat called Miso. ({DAY})"]
    assert facts(root, "groups/team") == facts(root, "users/alice") + facts(root, "users/bob")
    [foresight] = entries(root, "groups/team", "foresight")
    assert foresight.values["start_time"] == "2031-03-03"


def test_a_group_has_no_profile(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    assert (root / "default_app/default_project/users/alice/user.md").exists()
    assert not list(root.glob("*/*/groups/**/user.md"))
    assert not StrategyRun.objects.filter(owner_type="group", strategy="extract_user_profile").exists()


def test_the_group_costs_no_call_of_its_own(tell: Any, root: Path, model: FakeOpenAI) -> None:
    fact = {"n": 1, "person": "alice", "fact": "Alice adopted the cat Miso."}
    facts_of_all = [fact, {**fact, "person": "bob", "fact": "Bob has parents."}]
    episode = {"subject": "Cat", "summary": "Alice has a cat.", "content": "Alice has a cat."}
    model.answer("EpisodeDraft", {**episode, "facts": facts_of_all})
    tell("team", *TALK)
    assert [call.schema for call in model.calls].count("EpisodeDraft") == 1
    assert facts(root, "groups/team") == ["Alice adopted the cat Miso.", "Bob has parents."]
    assert facts(root, "users/bob") == ["Bob has parents."]


def test_an_edit_of_the_groups_episode_is_followed(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    [file] = (root / "default_app/default_project/groups/team/episodes").glob("*.md")
    file.write_text(file.read_text().replace("called Miso", "called Yuzu"))
    scanner.scan()
    settle()
    assert sorted(facts(root, "groups/team")) == [
        f"alice adopted a cat called Yuzu. ({DAY})",
        "bob will visit their parents on 3 March 2031.",
    ]
    assert facts(root, "users/alice") == [f"alice adopted a cat called Miso. ({DAY})"]


def test_a_line_that_a_person_adds_becomes_a_fact_of_the_group(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    [file] = (root / "default_app/default_project/groups/team/episodes").glob("*.md")
    line = "alice: I adopted a cat called Miso."
    file.write_text(file.read_text().replace(line, f"{line}\nThe office moves to Porto."))
    scanner.scan()
    settle()
    assert f"The office moves to Porto. ({DAY})" in facts(root, "groups/team")


def test_what_follows_goes_with_the_groups_episode(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    [file] = (root / "default_app/default_project/groups/team/episodes").glob("*.md")
    file.unlink()
    scanner.scan()
    settle()
    assert facts(root, "groups/team") == []
    assert facts(root, "users/alice") != []


def v1(text: str, at: int = 0, by: str = "carol") -> IncomingMessage:
    return IncomingMessage(by, "user", START_MS + at * 60_000, text)


def test_a_session_with_the_id_of_a_group_leaks_nothing_into_it(ok: Ok, root: Path) -> None:
    ok("memorize", said("The plan is secret.", group="team"))
    add_messages(Scope(), "team", [v1("My salary is low.", 1)])
    ok("memorize", said("Nobody may know it.", "bob", 2, "team"))
    assert flush_session(Scope(), "team") == "extracted"
    assert {cell.group_id for cell in MemCell.objects.all()} == {"team", None}
    assert "salary" not in str(entries(root, "groups/team")[0].values)
    assert "secret" not in str(entries(root, "users/carol")[0].values)
    assert entries(root, "groups/team")[0].values["sender_ids"] == ["alice", "bob"]


def test_the_end_of_one_stretch_is_not_that_of_the_other(ok: Ok) -> None:
    add_messages(Scope(), "team", [v1("My salary is low.")])
    ok("memorize", said("The plan is secret.", at=LATER, group="team"))
    assert not MemCell.objects.exists()


def test_one_id_in_the_session_and_in_the_group_is_two_messages(ok: Ok) -> None:
    message = v1("Hi")
    add_messages(Scope(), "team", [IncomingMessage(**{**_fields(message), "message_id": "m1"})])
    ok("memorize", said(message_id="m1", group="team"))
    assert BufferedMessage.objects.count() == 2


def _fields(message: IncomingMessage) -> dict[str, Any]:
    return {name: getattr(message, name) for name in ("sender_id", "role", "timestamp_ms", "content")}


def test_a_file_that_cannot_be_written_is_written_later(ok: Ok, root: Path) -> None:
    blocker = root / "default_app/default_project/groups/team"
    blocker.parent.mkdir(parents=True)
    blocker.write_text("in the way")
    ok("memorize", said("I love tea.", group="team"))
    assert ok("memorize", said("Hi", at=LATER, group="team"))["status_info"] == "accumulated"
    assert BufferedMessage.objects.count() == 2
    blocker.unlink()
    assert flush_session(Scope(), "team") == "extracted"
    assert [len(entries(root, owner)) for owner in ("users/alice", "groups/team")] == [2, 2]


@pytest.mark.parametrize(("who", "count"), [("alice", 1), ("carol", 0)])
def test_what_waits_in_a_group_is_for_its_members(ok: Ok, who: str, count: int) -> None:
    ok("memorize", said("The plan is secret.", group="team"))
    body = {"user_id": who, "query": "plan", "filters": {"session_id": "team"}}
    answer = Client().post("/api/v1/memory/search", body, content_type="application/json").json()
    assert len(answer["data"]["unprocessed_messages"]) == count


def test_a_member_finds_it_through_v1(tell: Any) -> None:
    tell("team", *TALK)
    body = {"user_id": "bob", "query": "What is the cat called?", "filters": {"session_id": "team"}}
    found = Client().post("/api/v1/memory/search", body, content_type="application/json").json()["data"]
    assert "Miso" in found["episodes"][0]["episode"]
    assert (
        Client()
        .post("/api/v1/memory/search", {**body, "user_id": "team"}, content_type="application/json")
        .json()["data"]["episodes"]
        == []
    )


def test_what_a_group_knows_can_be_derived_again(tell: Any, root: Path) -> None:
    tell("team", *TALK)
    before = facts(root, "groups/team")
    [file] = (root / "default_app/default_project/groups/team/.atomic_facts").glob("*.md")
    file.unlink()
    call_command("ome_run", "extract_atomic_facts", group="team")
    assert facts(root, "groups/team") == before


def test_a_user_and_a_group_of_one_name_have_memories_of_their_own(ok: Ok, tell: Any, root: Path) -> None:
    """Both have an episode of the same number; ids tell them apart at every call that takes one."""
    tell("team", ("team", "I adopted a cat called Miso."), ("bob", "How lovely."))
    [users], [groups] = (entries(root, f"{place}/team") for place in ("users", "groups"))
    assert users.id == groups.id
    asked = {"query": "Miso", "retrieve_method": "keyword", "memory_types": ["episode_summary"], "top_k": 50}
    found = {item["id"] for item in ok("retrieve_lightweight", {**asked, "group_id": "team"})["memories"]}
    assert found == {f"group:team_{groups.id}"}
    client, json = Client(), "application/json"
    for identifier, text in ((f"team_{users.id}", "The user."), (f"group:team_{groups.id}", "The group.")):
        edited = client.patch(f"/api/v1/memory/{identifier}", {"content": text}, content_type=json)
        assert edited.status_code == 200, edited.content
        assert edited.json()["data"]["memory"]["id"] == identifier
    [user], [group] = (entries(root, f"{place}/team") for place in ("users", "groups"))
    assert (user.values["content"], group.values["content"]) == ("The user.", "The group.")
    for identifier in (f"team_{users.id}", f"group:team_{groups.id}"):
        asked = {"ids": [identifier], "dry_run": True}
        told = client.post("/api/v1/memory/delete", asked, content_type=json).json()["data"]
        episodes = [each["id"] for each in told["memories"] if each["kind"] == "episode"]
        assert episodes == [identifier]
