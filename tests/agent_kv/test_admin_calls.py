"""GET /stats, POST /decay, POST /share"""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.keyed import documents, entries, retention
from memory.keyed.entries import Caller
from memory.models import KeyedDocument
from tests.agent_kv.conftest import Api, error, settle
from tests.conftest import change_settings


@pytest.fixture
def forgetting(settings: Settings) -> None:
    change_settings(settings, "agent_memory", forget_below=0.1)


def unused_for(days: float, **which: Any) -> None:
    KeyedDocument.objects.filter(**which).update(accessed_at=timezone.now() - timedelta(days=days))


def test_statistics_count_entries_and_agents(api: Api) -> None:
    for key, agent in (("a", "bot"), ("b", "bot"), ("a", "other")):
        api.store(key, agent=agent)
    entries.store("third", Caller(None), "over", "x", ttl=timedelta(milliseconds=-1))
    counted = {"total_entries": 3, "total_agents": 2, "total_forgotten": 0}
    assert api.call("GET", "stats") == (200, {**counted, "pg_enabled": True, "pgvector_enabled": True})


def test_importance_halves_with_a_half_life(api: Api) -> None:
    api.store("lesson")
    unused_for(30)
    assert api.call("POST", "decay") == (200, {"status": "ok", "forgotten": 0})
    assert KeyedDocument.objects.get().importance == pytest.approx(0.5, abs=0.001)


def test_nothing_is_forgotten_unless_the_settings_say_so(api: Api) -> None:
    api.store("lesson", ttl=0)
    unused_for(10_000)
    assert api.call("POST", "decay") == (200, {"status": "ok", "forgotten": 0})
    assert api.get("lesson")[0] == 200


def test_what_lost_importance_comes_later(api: Api) -> None:
    """By each way of searching; a pin keeps it where it was, and a use brings it back."""
    for key in ("aged", "fresh"):
        api.store(key, "Validate input", embedding=[1, 0])
    settle()
    searches = (
        lambda: api.found("validate", limit=1),
        lambda: list(api.near(text="Validate input", limit=1)),
        lambda: list(api.near(embedding=[1, 0], limit=1)),
    )
    for search in searches:
        unused_for(0)
        unused_for(1000, name="aged")
        api.call("POST", "decay")
        assert search() == ["fresh"]
        api.get("aged")
        assert search() == ["aged"]
    unused_for(1000)
    api.pin("aged")
    api.call("POST", "decay")
    assert all(search() == ["aged"] for search in searches)


def test_an_entry_used_during_a_decay_keeps_its_importance(
    api: Api, forgetting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The use comes after the pass has read the rows and before it writes what it made of them."""
    for key in ("used", "unused"):
        api.store(key)
    unused_for(1000)
    worked_out = retention.importance

    def with_a_reader(used_at: datetime, now: datetime) -> float:
        api.get("used")
        return worked_out(used_at, now)

    monkeypatch.setattr(retention, "importance", with_a_reader)
    assert api.call("POST", "decay")[1]["forgotten"] == 1
    assert api.keys() == ["used"]
    assert KeyedDocument.objects.get(name="used").importance == 1.0


def test_an_entry_used_just_before_it_is_removed_stays(
    api: Api, forgetting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    api.store("lesson")
    unused_for(1000)
    lower = retention._save_importance

    def then_read(rows: list[KeyedDocument]) -> None:
        lower(rows)
        api.get("lesson")

    monkeypatch.setattr(retention, "_save_importance", then_read)
    assert api.call("POST", "decay")[1]["forgotten"] == 0
    assert api.get("lesson")[0] == 200


def test_what_has_faded_is_forgotten_and_counted(api: Api, root: Path, forgetting: None) -> None:
    for key in ("old", "new"):
        api.store(key)
    unused_for(101, name="old")
    assert api.call("POST", "decay") == (200, {"status": "ok", "forgotten": 1})
    assert api.keys() == ["new"]
    assert error(api.get("old"))[0] == 404
    assert [path.name for path in root.rglob("*.md")] == ["%2Fnew.md"]
    assert api.call("GET", "stats")[1]["total_forgotten"] == 1


def test_pinned_entries_do_not_fade(api: Api, forgetting: None) -> None:
    api.store("lesson")
    api.pin("lesson")
    unused_for(1000)
    assert api.call("POST", "decay")[1]["forgotten"] == 0
    assert KeyedDocument.objects.get().importance == 1.0


def test_a_pin_in_the_file_counts_before_the_register_knows(api: Api, root: Path, forgetting: None) -> None:
    api.store("lesson")
    file = next(root.rglob("*lesson.md"))
    file.write_text(file.read_text().replace("---\nx", "pinned: true\n---\nx"))
    unused_for(1000)
    assert api.call("POST", "decay")[1]["forgotten"] == 0


def test_what_is_read_does_not_fade(api: Api, forgetting: None) -> None:
    api.store("reflection:lesson", "Validate input", embedding=[1, 0])
    settle()
    for read in (
        lambda: api.get("reflection:lesson"),
        lambda: api.keys(),
        lambda: api.call("GET", "bot/reflections"),
        lambda: api.found("validate"),
        lambda: api.near(text="Validate input"),
        lambda: api.near(embedding=[1, 0]),
    ):
        unused_for(1000)
        read()
        assert api.call("POST", "decay")[1]["forgotten"] == 0


def test_decay_twice_is_decay_once(api: Api) -> None:
    api.store("lesson")
    unused_for(60)
    for _ in range(3):
        api.call("POST", "decay")
    assert KeyedDocument.objects.get().importance == pytest.approx(0.25, abs=0.001)


def test_the_settings_say_how_fast_and_how_far(api: Api, settings: Settings) -> None:
    change_settings(settings, "agent_memory", half_life_days=1, forget_below=0.0)
    api.store("lesson")
    unused_for(50)
    assert api.call("POST", "decay")[1]["forgotten"] == 0
    change_settings(settings, "agent_memory", forget_below=0.9)
    assert api.call("POST", "decay")[1]["forgotten"] == 1


def test_more_entries_than_are_read_at_once(
    api: Api, forgetting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 20)
    for number in range(retention.ROWS_AT_ONCE + 1):
        entries.store("bot", Caller(None), f"k{number}", "x")
    unused_for(1000)
    assert api.call("POST", "decay")[1]["forgotten"] == retention.ROWS_AT_ONCE + 1


def test_a_damaged_file_is_not_forgotten(api: Api, root: Path, forgetting: None) -> None:
    api.store("lesson")
    file = next(root.rglob("*lesson.md"))
    file.write_text("---\nkey: [\n---\nx")
    unused_for(1000)
    assert api.call("POST", "decay")[1]["forgotten"] == 0
    assert file.exists()


def test_matching_entries_are_copied(api: Api) -> None:
    for key in ("lesson_1", "lesson_2", "Lesson_3", "other"):
        api.store(key, f"value of {key}", embedding=[1, 2])
    shared = api.call("POST", "share", {"from": "bot", "to": "agent-b", "pattern": "lesson_*"})
    assert shared == (200, {"status": "ok", "copied": 2})
    assert sorted(api.keys(agent="agent-b")) == ["lesson_1", "lesson_2"]
    assert api.get("lesson_1", agent="agent-b")[1] == api.get("lesson_1")[1]
    assert set(api.near(agent="agent-b", embedding=[1, 2])) == {"lesson_1", "lesson_2"}
    assert len(api.keys()) == 4


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [("*", 4), ("a?", 1), ("a*", 2), ("[ab]", 0), ("[*", 1), ("", None), ("a/b\nc", 0), ("*\n", 0)],
)
def test_only_two_characters_are_special(api: Api, pattern: str, matched: int | None) -> None:
    for key in ("a1", "a/b", "[x]", "b"):
        api.store(key)
    status, answer = api.call("POST", "share", {"from": "bot", "to": "c", "pattern": pattern})
    assert answer.get("copied") == matched
    assert status == (400 if matched is None else 200)


def test_more_entries_than_are_written_at_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "FILES_AT_ONCE", 3)
    for number in range(7):
        api.store(f"k{number}", f"value of k{number}", embedding=[1, number])
    body = {"from": "bot", "to": "b", "pattern": "*"}
    assert [api.call("POST", "share", body)[1]["copied"] for _ in range(2)] == [7, 7]
    settle()
    assert sorted(api.found("value", agent="b")) == sorted(api.keys(agent="b")) == sorted(api.keys())
    assert all(api.get(key, agent="b") == api.get(key) for key in map(str, api.keys()))
    assert api.call("DELETE", "bot/clear")[0] == 200
    settle()
    assert (api.keys(), api.found("value"), len(api.keys(agent="b"))) == ([], [], 7)


def test_a_copy_replaces_what_was_there(api: Api) -> None:
    api.store("lesson", "old", agent="b")
    api.store("lesson", "new", agent="a")
    api.call("POST", "share", {"from": "a", "to": "b", "pattern": "*"})
    assert api.get("lesson", agent="b")[1]["value"] == "new"


def test_a_copy_belongs_to_the_same_user_and_dies_at_the_same_time(admin: Api, alice: Api, bob: Api) -> None:
    alice.store("lesson", ttl=1_000_000)
    admin.call("POST", "share", {"from": "bot", "to": "b", "pattern": "*"})
    assert (alice.keys(agent="b"), bob.keys(agent="b")) == (["lesson"], [])
    first, second = KeyedDocument.objects.all()
    assert first.expires_at == second.expires_at is not None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"to": "b", "pattern": "*"}, "from: This field is required."),
        ({"from": "a", "pattern": "*"}, "to: This field is required."),
        ({"from": "a", "to": "b"}, "pattern: This field is required."),
        ({"from": "a", "to": "a", "pattern": "*"}, "from and to are the same agent"),
        (
            {"from": "a", "to": "b/c", "pattern": "*"},
            "to: no call could reach an agent with a / in its id",
        ),
        (
            {"from": "a" * 129, "to": "b", "pattern": "*"},
            "from: at most 128 characters are possible",
        ),
    ],
)
def test_bad_shares_are_refused(api: Api, body: Any, reason: str) -> None:
    assert error(api.call("POST", "share", body)) == (400, reason)
