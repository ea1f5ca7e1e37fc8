"""Files that people have edited, broken or copied."""

import re

import pytest

from cascade.scanner import scan
from memory.forgetting.audit import audit
from memory.models import Forgetting
from tests.forgetting.conftest import DAY_MS, Service

ILL = ("alice", "I was diagnosed with sarcoidosis last spring in Lyon by a specialist.")
FIRST = "ep_20250528_00000001"


@pytest.fixture
def ill(service: Service) -> Service:
    service.remember("one", ILL)
    service.remember("two", ("alice", "I play the cello on Sundays."))
    return service


def edit(service: Service, pattern: str, new: str) -> None:
    """Replaces all matches in the file of the episodes."""
    [file] = service.root.rglob("episode-*.md")
    file.write_text(re.sub(pattern, new, file.read_text(), flags=re.DOTALL))
    scan()
    service.settle()


@pytest.mark.parametrize("named", [{"session_id": "one"}, {"id": f"alice_{FIRST}"}])
def test_another_damaged_entry_of_the_file_hides_nothing(ill: Service, named: dict[str, str]) -> None:
    edit(ill, "<!-- /entry:ep_20250528_00000002 -->", "")
    answer = ill.forget(**named)
    assert list(answer["unreadable"].values()) != []
    assert "sarcoidosis" not in str(ill.found("sarcoidosis diagnosed Lyon"))
    assert ill.places_of("sarcoidosis") == []
    assert Forgetting.objects.get().stage == "done"
    assert "cello" in str(ill.found("cello"))


@pytest.mark.parametrize(
    "named",
    [
        {"session_id": "one"},
        {"session_id": "one", "user_id": "alice"},
        {"user_id": "alice", "before": 1_748_390_400_000 + DAY_MS},
        {"id": f"alice_{FIRST}"},
    ],
)
def test_earlier_versions_of_an_entry_that_a_person_has_removed(ill: Service, named: dict[str, str]) -> None:
    edit(ill, "sarcoidosis", "asthma")
    edit(ill, f"<!-- entry:{FIRST} -->.*<!-- /entry:{FIRST} -->\n", "")
    assert [*ill.root.rglob("*.history.jsonl")]
    ill.forget(**named)
    assert ill.places_of("sarcoidosis") == []


def test_a_new_memory_has_not_the_history_of_one_whose_file_a_person_has_removed(ill: Service) -> None:
    edit(ill, "sarcoidosis", "asthma")
    for file in ill.root.rglob("*-2025-05-28.md"):
        file.unlink()
    scan()
    ill.settle()
    ill.remember("three", ("alice", "My sister Ines breeds goats in the Alentejo."))
    [found] = ill.ok("get", {"memory_type": "episode", "user_id": "alice"})["episodes"]
    assert "goats" in str(found)
    assert ill.http.get(f"/api/v1/memory/{found['id']}/history").json()["data"] == {"changes": []}


def test_a_copy_that_is_not_read_is_told(ill: Service) -> None:
    [file] = ill.root.rglob("episode-*.md")
    copy = file.with_name("episode-2025-05-28 copy.md")
    copy.write_text(file.read_text())
    file.with_name("notes on the harvest.md").write_text("Nothing of this is about her.")
    answer = ill.forget(session_id="one")
    [path] = answer["unreadable"]
    assert path.endswith("episode-2025-05-28 copy.md")
    assert copy.exists()
    assert ill.receipt(answer["receipt_id"])["unreadable"] == answer["unreadable"]


def summarise(service: Service, summary: str) -> None:
    """A person writes the profile's summary."""
    [profile] = service.root.rglob("user.md")
    header, end, _ = profile.read_text().rpartition("---\n")
    profile.write_text(f"{re.sub('summary: .*', f'summary: {summary}', header)}{end}{summary}\n")
    scan()
    service.settle()


def test_a_summary_that_a_person_wrote_is_named(ill: Service) -> None:
    """It may tell what is forgotten in too few words for a mark."""
    summarise(ill, "Has sarcoidosis and plays the cello.")
    answer = ill.forget(session_id="one")
    assert answer["quoted_in"] == ["profile_alice"]
    receipt = ill.receipt(answer["receipt_id"])
    assert [*receipt["hand_written"]] == ["profile_alice"]
    assert "sarcoidosis" not in str(receipt)
    assert audit(receipt).hand_written == ["profile_alice"]
    summarise(ill, "Plays the cello.")
    assert audit(receipt).hand_written == []


def test_a_summary_about_something_else_is_not_named(ill: Service) -> None:
    summarise(ill, "Alice plays the cello, last I heard.")
    ill.remember("three", ("alice", "I heard that the last train leaves at nine."))
    assert ill.forget(session_id="one")["quoted_in"] == []


def test_a_summary_of_an_episode_that_a_person_wrote_is_named(service: Service) -> None:
    service.remember("one", ILL, ("alice", "I play the cello on Sundays."))
    edit(service, "### Summary\n.*?\n\n", "### Summary\nShe told of her sarcoidosis.\n\n")
    [fact] = [one["id"] for one in service.listed("atomic_fact") if "sarcoidosis" in str(one)]
    answer = service.forget(id=fact)
    assert answer["rewritten"] == answer["quoted_in"] == [f"alice_{FIRST}"]
    assert audit(service.receipt(answer["receipt_id"])).hand_written == [f"alice_{FIRST}"]
