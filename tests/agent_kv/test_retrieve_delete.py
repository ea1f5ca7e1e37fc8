"""GET and DELETE /:agent_id/:key, and what becomes of an entry whose time is over."""

import re
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from memory.keyed import entries, retention
from memory.keyed.entries import Caller
from memory.models import KeyedDocument
from tests.agent_kv.conftest import Api, error, settle

SYSTEM = Caller(None, is_admin=True)
OVER = timedelta(milliseconds=-1)


def expired(key: str, agent: str = "bot", user_id: str | None = None) -> None:
    entries.store(agent, Caller(user_id), key, "x", ttl=OVER)


def test_no_such_key(api: Api) -> None:
    assert error(api.get("nothing")) == (404, "There is no entry with this key.")


def test_a_deleted_entry_is_gone(api: Api) -> None:
    api.store("lesson")
    assert api.delete("lesson") == (200, {"status": "ok"})
    assert error(api.get("lesson"))[0] == 404
    assert error(api.delete("lesson"))[0] == 404


def test_a_time_to_live_of_nothing_is_for_ever(api: Api) -> None:
    api.store("lesson", ttl=0)
    assert KeyedDocument.objects.get().expires_at is None


def test_an_expired_entry_is_said_to_be_expired(api: Api) -> None:
    expired("lesson")
    assert error(api.get("lesson")) == (410, "The entry has expired.")


def test_it_still_is_when_its_file_is_gone(api: Api, root: Path) -> None:
    expired("lesson")
    assert retention.forget_expired() == 1
    assert not list(root.rglob("*lesson.md"))
    assert error(api.get("lesson"))[0] == 410


def test_after_a_day_there_never_was_such_an_entry(api: Api) -> None:
    expired("lesson")
    retention.forget_expired()
    long_ago = timezone.now() - timedelta(days=2)
    KeyedDocument.objects.update(removed_at=long_ago, expires_at=long_ago)
    assert error(api.get("lesson"))[0] == 410
    retention.forget_expired()
    assert error(api.get("lesson"))[0] == 404


def test_an_expired_entry_is_neither_listed_nor_found(api: Api) -> None:
    expired("reflection:old")
    settle()
    assert (api.keys(), api.found("x"), api.near(text="x", threshold=0)) == ([], [], {})
    assert api.call("GET", "bot/reflections") == (200, {"reflections": []})


def test_to_delete_an_expired_entry_is_answered_as_to_read_it(alice: Api) -> None:
    """As long as its file is there, for a day after that, and then."""
    for user_id in ("alice", None):
        expired("lesson", user_id=user_id)
    for status in (410, 410, 404):
        assert (alice.get("lesson")[0], error(alice.delete("lesson"))[0]) == (status, status)
        KeyedDocument.objects.exclude(removed_at=None).update(removed_at=timezone.now() - timedelta(days=2))
        retention.forget_expired()


def test_what_cannot_be_read_can_be_deleted(api: Api, root: Path) -> None:
    api.store("lesson")
    next(root.rglob("*lesson.md")).write_text("---\nkey: [\n---\nx")
    assert api.delete("lesson") == (200, {"status": "ok"})


def test_an_expired_entry_can_be_stored_again(api: Api) -> None:
    expired("lesson")
    api.store("lesson", "new")
    assert api.get("lesson")[1]["value"] == "new"


def test_an_expired_entry_that_is_stored_again_is_new(api: Api, root: Path) -> None:
    """It has neither the age nor the pin of the one that is over."""
    api.store("lesson", ttl=10**9)
    api.pin("lesson")
    born = api.get("lesson")[1]["created_at"]
    file = next(root.rglob("*lesson.md"))
    file.write_text(re.sub("(?<=expires_at: ').*(?=')", "2020-01-01T00:00:00+00:00", file.read_text()))
    assert api.get("lesson")[0] == 410
    api.store("lesson")
    assert api.get("lesson")[1]["created_at"] > born
    assert not KeyedDocument.objects.get().pinned
    assert "pinned" not in file.read_text()


def test_a_person_can_prolong_an_entry_in_its_file(api: Api, root: Path) -> None:
    expired("lesson")
    file = next(root.rglob("*lesson.md"))
    lines = [line for line in file.read_text().splitlines() if not line.startswith("expires_at")]
    file.write_text("\n".join(lines))
    assert retention.forget_expired() == 0
    assert api.get("lesson")[0] == 200


def test_and_end_one(api: Api, root: Path) -> None:
    api.store("lesson")
    file = next(root.rglob("*lesson.md"))
    file.write_text(file.read_text().replace("created_at:", "expires_at: 2020-01-01T00:00:00Z\ncreated_at:"))
    assert (api.keys(), api.get("lesson")[0]) == ([], 410)


def test_nobody_is_told_that_anothers_entry_has_expired(alice: Api) -> None:
    expired("lesson", user_id="bob")
    retention.forget_expired()
    assert alice.get("lesson")[0] == 404


def test_a_hand_edit_shows_at_once(api: Api, root: Path) -> None:
    api.store("lesson", "Validate input.")
    file = next(root.rglob("*lesson.md"))
    file.write_text(file.read_text().replace("Validate", "Check"))
    assert api.get("lesson")[1]["value"] == "Check input."


def test_a_damaged_file_is_named(api: Api, root: Path) -> None:
    api.store("lesson")
    next(root.rglob("*lesson.md")).write_text("---\nkey: [\n---\nx")
    status, reason = error(api.get("lesson"))
    assert status == 503
    assert ".entries/%2Flesson.md: fix it first: frontmatter, line 3" in reason


def test_the_longest_life_ends_in_the_calendar(api: Api) -> None:
    assert api.store("lesson", ttl=10**13)[0] == 200
    assert api.get("lesson")[0] == 200
