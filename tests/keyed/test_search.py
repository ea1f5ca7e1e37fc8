"""Search in one kind, under a condition."""

from pathlib import Path

from memory.index import sql
from memory.keyed import register
from memory.keyed.search import find, find_documents
from memory.kinds.note import NOTE
from memory.scope import user
from tests.keyed.conftest import HERE, absolute, note, settle

ALICES = sql.owned_by(HERE, user("alice"))


def names(query: str, **more: object) -> list[str]:
    rows = register.live(NOTE, HERE).filter(user_id="alice")
    found = find_documents(NOTE, HERE, rows, query, **more).files  # type: ignore[arg-type]
    return [match.file.place.bucket for match in found]


def test_every_method_finds_the_best_first(root: Path) -> None:
    note("tea", "Alice drinks green tea every morning.")
    note("cat", "Mia's cat sleeps on the radiator.")
    settle()
    assert names("green tea", method="keyword") == ["tea"]
    assert names("What does she drink in the morning?", method="vector")[0] == "tea"
    assert names("green tea", method="hybrid")[0] == "tea"


def test_scores_have_one_meaning(root: Path) -> None:
    note("tea", "Alice drinks green tea every morning.")
    note("cat", "Mia's cat sleeps on the radiator.")
    settle()
    for method in ("keyword", "vector", "hybrid"):
        scores = [
            match.hit.score for match in find(NOTE, ALICES, "green tea in the morning", method=method)[0]
        ]
        assert all(score is not None and 0 <= score <= 1 for score in scores)
        assert scores == sorted(scores, reverse=True)


def test_the_radius_is_a_similarity(root: Path) -> None:
    note("tea", "Alice drinks green tea every morning.")
    note("cat", "Mia's cat sleeps on the radiator.")
    settle()
    assert names("Alice drinks tea in the morning", method="vector", radius=0.5) == ["tea"]


def test_what_is_not_kept_takes_nobodys_place(root: Path) -> None:
    for number in range(70):
        note(f"n{number:02}", "Alice drinks tea.")
    settle()
    kept = find(NOTE, ALICES, "tea", method="keyword", limit=5, weigh=lambda match: match.path.name >= "n6")[
        0
    ]
    assert len(kept) == 5


def test_files_say_what_is_found(root: Path) -> None:
    path = note("tea", "Alice drinks tea.").path
    settle()
    absolute(path).write_text(absolute(path).read_text().replace("drinks tea", "drinks tea no more"))
    [match] = find_documents(NOTE, HERE, register.live(NOTE, HERE), "tea").files
    assert match.file.values["memory"] == "Alice drinks tea no more."


def test_a_file_that_is_gone_or_damaged_is_not_found(root: Path) -> None:
    gone, damaged = note("gone", "Alice drinks tea.").path, note("damaged", "Alice drinks tea.").path
    settle()
    absolute(gone).unlink()
    absolute(damaged).write_text("---\n[\n---\n")
    assert names("tea") == []


def test_rows_narrow_the_search(root: Path) -> None:
    note("one", "Alice drinks tea.", category="facts")
    note("other", "Alice drinks tea.", category="preferences")
    settle()
    preferences = register.live(NOTE, HERE).filter(category="preferences")
    assert [match.file.place.bucket for match in find_documents(NOTE, HERE, preferences, "tea").files] == [
        "other"
    ]


def test_nothing_is_found_in_nothing(root: Path) -> None:
    assert names("tea") == []
    assert find(NOTE, ALICES, "tea") == ([], 0)
