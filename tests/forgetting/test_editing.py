"""A memory is corrected by a call or in its file: what it said before is kept, and what was drawn from it follows."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cascade.scanner import scan
from tests.forgetting.conftest import DAY_MS, Json, Service


class Editor(Service):
    def one(self, identifier: str, **scope: str) -> Json:
        response = self.http.get(f"/api/v1/memory/{identifier}", scope)
        assert response.status_code == 200, response.content
        data: Json = response.json()["data"]
        return data

    def patch(self, identifier: str, **body: Any) -> Any:
        return self.http.patch(f"/api/v1/memory/{identifier}", body, content_type="application/json")

    def edit(self, identifier: str, **body: Any) -> Json:
        response = self.patch(identifier, **body)
        assert response.status_code == 200, response.content
        self.settle()
        data: Json = response.json()["data"]
        return data

    def history(self, identifier: str) -> list[Json]:
        response = self.http.get(f"/api/v1/memory/{identifier}/history")
        assert response.status_code == 200, response.content
        changes: list[Json] = response.json()["data"]["changes"]
        return changes


@pytest.fixture
def editor(transactional_db: None, root: Path) -> Editor:
    editor = Editor(root)
    editor.remember("s", ("alice", "I live in Rome."), ("bob", "I keep bees."))
    return editor


EPISODE = "alice_ep_20250528_00000001"
FACT = "alice_af_20250528_00000001"


def test_one_memory_with_its_lineage(editor: Editor):
    one = editor.one(EPISODE)
    [listed] = editor.listed("episode")
    assert (one["kind"], one["memory"]) == ("episode", listed)
    lineage = one["lineage"]
    assert lineage["derived"] == [FACT]
    assert lineage["cell_id"].startswith("mc_")
    assert len(lineage["message_ids"]) == 2
    assert editor.one(FACT)["lineage"]["source"] == EPISODE


def test_memories_of_a_renamed_folder_are_corrected_redrawn_and_forgotten(editor: Editor):
    """Their entries still name the owner that they had."""
    editor.remember("t", ("alice", "I play the cello."), ("alice", "I like tea."), at=DAY_MS)
    [folder] = editor.root.rglob("users/alice")
    folder.rename(folder.with_name("alicia"))
    scan()
    editor.settle()
    episode = EPISODE.replace("alice", "alicia")
    read = editor.one(episode)
    content = read["memory"]["episode"].replace("Rome", "Bern")
    editor.edit(episode, content=content, expected_hash=read["hash"])
    assert "Bern" in editor.one(episode)["memory"]["subject"]
    facts = {fact["content"]: fact["id"] for fact in editor.listed("atomic_fact", user_id="alicia")}
    [cello] = [identifier for content, identifier in facts.items() if "cello" in content]
    editor.forget(id=cello)
    [left] = [e["episode"] for e in editor.listed("episode", user_id="alicia") if "tea" in e["episode"]]
    assert "cello" not in left


def test_an_episode_is_corrected_and_followed(editor: Editor):
    before = editor.one(EPISODE)
    content = before["memory"]["episode"].replace("Rome", "Lisbon")
    after = editor.edit(EPISODE, content=content, reason="She moved.", expected_hash=before["hash"])
    assert after["hash"] != before["hash"]
    for kind in ("episode", "atomic_fact", "profile"):
        assert "Lisbon" in str(editor.listed(kind))
        assert "Rome" not in str(editor.listed(kind))
    [change] = editor.history(EPISODE)
    assert (change["by"], change["reason"]) == ("", "She moved.")
    assert "Rome" in change["old"]["content"]


def test_a_fact_is_corrected_and_the_profile_follows(editor: Editor):
    editor.edit(FACT, content="alice: I live in Lisbon.")
    assert "Lisbon" in str(editor.listed("atomic_fact"))
    assert "Lisbon" in str(editor.listed("profile"))
    assert "Rome" not in str(editor.listed("profile"))
    assert editor.found("Where does alice live?", method="keyword")
    [change] = editor.history(FACT)
    assert "Rome" in change["old"]["content"]


def test_two_writers(editor: Editor):
    read = editor.one(FACT)["hash"]
    editor.edit(FACT, content="alice: I live in Lisbon.", expected_hash=read)
    response = editor.patch(FACT, content="alice: I live in Oslo.", expected_hash=read)
    assert response.status_code == 409
    assert "Lisbon" in editor.one(FACT)["memory"]["content"]


def test_an_edit_of_the_file_is_in_the_same_history(editor: Editor, root: Path):
    [path] = root.glob("default_app/default_project/users/alice/episodes/*.md")
    path.write_text(path.read_text().replace("I live in Rome.", "I live in Paris."))
    scan()
    editor.settle()
    [change] = editor.history(EPISODE)
    assert change["by"] == "hand"
    assert list(change["old"]) == ["content"], "a subject that the server draws anew is nobody's edit"
    assert "I live in Rome." in change["old"]["content"]
    editor.edit(EPISODE, subject="A home in Paris")
    assert [change["by"] for change in editor.history(EPISODE)] == ["hand", ""]


def test_the_profile_follows_an_edit_of_a_fact_in_its_file(editor: Editor, root: Path):
    [path] = root.glob("default_app/default_project/users/alice/.atomic_facts/*.md")
    path.write_text(path.read_text().replace("Rome", "Paris"))
    scan()
    editor.settle()
    assert "Paris" in str(editor.listed("profile"))
    assert "Rome" not in str(editor.listed("profile"))


def test_the_same_text_is_no_change(editor: Editor):
    before = editor.one(EPISODE)
    editor.edit(EPISODE, content=before["memory"]["episode"])
    assert editor.history(EPISODE) == []
    assert editor.one(EPISODE)["hash"] == before["hash"]


def test_a_history_is_bounded_and_keeps_the_latest(editor: Editor):
    for number in range(53):
        assert editor.patch(EPISODE, subject=f"Subject {number}").status_code == 200
    changes = editor.history(EPISODE)
    assert len(changes) == 50
    assert changes[-1]["old"]["subject"] == "Subject 51"


A_CHANGE = {"entry": EPISODE[-20:], "at": "2026-01-01", "by": "", "reason": "", "old": {}, "sha256": ""}
NO_CHANGES = [
    {**A_CHANGE, **wrong} for wrong in ({"at": None}, {"by": 5}, {"old": "x"}, {"old": {"subject": 5}})
]


@pytest.mark.parametrize("line", ["{", "[]", "5", *map(json.dumps, NO_CHANGES)])
def test_a_line_of_a_history_that_cannot_be_read_is_left_out(editor: Editor, root: Path, line: str):
    editor.patch(EPISODE, subject="A home")
    [history] = root.rglob("episode-*.history.jsonl")
    history.write_text(f"{line}\n{history.read_text()}")
    assert len(editor.history(EPISODE)) == 1
    for page in (f"/explorer/memory/?id={EPISODE}", f"/v1/memories/{EPISODE}/history/"):
        assert editor.http.get(page).status_code == 200, page


def test_what_is_forgotten_has_no_history(editor: Editor, root: Path):
    editor.edit(
        EPISODE, content="On Wednesday, 28 May 2025 at 00:00 UTC, alice wrote:\nalice: I live in Lisbon."
    )
    [history] = root.glob("default_app/default_project/users/alice/**/*.history.jsonl")
    assert "Rome" in history.read_text()
    editor.forget(session_id="s", user_id="alice")
    assert not list(root.glob("default_app/default_project/users/alice/**/*.history.jsonl"))


def test_a_fact_that_is_cut_out_is_not_in_the_history_of_its_episode(editor: Editor):
    editor.remember(
        "t", ("alice", "I adopted a dog called Rex."), ("alice", "I sold my motorbike."), at=DAY_MS
    )
    [fact] = [one for one in editor.listed("atomic_fact") if "motorbike" in one["content"]]
    editor.forget(id=fact["id"])
    assert editor.places_of("motorbike") == []
    [change] = editor.history("alice_ep_20250529_00000001")
    assert (change["by"], change["old"]) == ("forgetting", {})


@pytest.mark.parametrize(
    ("identifier", "body", "status", "says"),
    [
        (EPISODE, {}, 422, "give something to change"),
        (EPISODE, {"content": "  "}, 422, "cannot be empty"),
        (EPISODE, {"content": "\x00"}, 422, "cannot be empty"),
        (EPISODE, {"key_insight": "x"}, 422, "episode has no key_insight"),
        (FACT, {"subject": "x"}, 422, "atomic_fact has no subject"),
        (EPISODE, {"contents": "x"}, 422, "Extra inputs"),
        (EPISODE, {"content": "x", "reason": "y" * 501}, 422, "at most 500"),
        ("alice_ep_20990101_00000001", {"content": "x"}, 404, "no memory"),
        ("alice_ep_20259999_00000001", {"content": "x"}, 404, "no memory"),
        (EPISODE, {"content": "x", "app_id": "other"}, 404, "no memory"),
    ],
)
def test_what_is_refused(editor: Editor, identifier: str, body: Json, status: int, says: str):
    response = editor.patch(identifier, **body)
    assert response.status_code == status, response.content
    assert says in response.json()["error"]["message"]


def test_a_memory_of_an_owner_with_a_slash(editor: Editor):
    editor.remember("t", ("team/ann", "I live in Bern."))
    identifier = next(each["id"] for each in editor.listed("episode", user_id="team/ann"))
    assert identifier.startswith("team/ann_ep_")
    address = f"/api/v2/memory/{quote(identifier, safe='')}"
    one = editor.http.get(address)
    assert one.json()["data"]["memory"]["id"] == identifier
    corrected = editor.http.patch(address, {"subject": "Bern"}, content_type="application/json")
    assert corrected.status_code == 200, corrected.content
    assert corrected.json()["data"]["memory"]["subject"] == "Bern"
    history = editor.http.get(f"{address}/history").json()["data"]["changes"]
    assert len(history) == 1
    unknown = editor.http.get("/api/v2/memory/team%2Fbob_ep_20250528_00000001")
    assert unknown.status_code == 404
    assert "no memory" in unknown.json()["error"]["message"]


def test_other_calls_keep_their_addresses(editor: Editor):
    for path in ("search", "add", "stats", "x"):
        assert "kind" not in str(editor.http.get(f"/api/v1/memory/{path}").content)
    assert editor.http.get("/api/v1/memory/bot/alice_ep_20250528_00000001").status_code == 404
    assert editor.http.get(f"/api/v2/memory/{EPISODE}").status_code == 200
