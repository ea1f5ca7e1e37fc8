"""Subject and summary follow an episode's content that a person has edited; what a person wrote of them stays."""

import re
from pathlib import Path

import pytest

from cascade.drain import drain as index
from cascade.scanner import scan
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.ome.users import episode_file, episodes, facts, talk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]


def settle() -> None:
    scan()
    index()
    drain()


def edit_file(old: str, new: str) -> None:
    """A person edits the file, and all that follows is done."""
    path = episode_file()
    text, changes = re.subn(old, new, path.read_text())
    assert changes == 1
    path.write_text(text)
    for _ in range(3):
        settle()


def rewrite(old: str, new: str) -> None:
    """The content alone."""
    edit_file(rf"(?s)(### Content\n.*?){old}", rf"\1{new}")


@pytest.fixture(autouse=True)
def told(root: Path) -> None:
    talk("I moved to Oslo and rent a flat near the harbour.")
    settle()


def drawn() -> tuple[str, str]:
    [episode] = episodes()
    return str(episode.values["subject"]), str(episode.values["summary"])


def redraws() -> list[str]:
    return [run.note for run in StrategyRun.objects.filter(strategy="redraw_episodes").order_by("pk")]


def test_both_follow_the_content_and_that_is_no_further_edit() -> None:
    assert "Oslo" in drawn()[1]
    rewrite(r"moved to Oslo and rent a flat near the harbour", "bought a piano in Bergen")
    subject, summary = drawn()
    assert "Oslo" not in subject + summary
    assert "harbour" not in subject + summary
    assert summary == "alice bought a piano in Bergen."
    assert subject.startswith("alice bought a piano")
    assert subject.endswith("(8 May 2023)")
    assert facts() == ["alice bought a piano in Bergen. (8 May 2023)"]
    assert redraws() == [""], "our own writing was taken for another edit"


def test_they_follow_the_next_edit_too() -> None:
    rewrite(r"moved to Oslo", "moved to Bergen")
    rewrite(r"moved to Bergen", "moved to Rome")
    assert "Rome" in drawn()[1]


def test_what_a_person_wrote_is_never_overwritten() -> None:
    edit_file(r"(### Summary\n).*", r"\1Alice has a new home.")
    rewrite(r"moved to Oslo and rent a flat near the harbour", "bought a piano in Bergen")
    subject, summary = drawn()
    assert summary == "Alice has a new home."
    assert "harbour" not in subject
    rewrite(r"bought a piano in Bergen", "sold the piano in Rome")
    assert drawn()[1] == "Alice has a new home."


def test_content_and_subject_edited_at_once() -> None:
    edit_file(r"(?s)(### Subject\n)[^\n]*(.*)moved to Oslo", r"\1A new home\2moved to Bergen")
    subject, summary = drawn()
    assert subject == "A new home"
    assert "Bergen" in summary


def test_an_episode_of_an_earlier_version_is_left_alone() -> None:
    edit_file(r"\*\*drawn\*\*.*\n", "")
    before = drawn()
    rewrite(r"moved to Oslo", "moved to Bergen")
    assert drawn() == before
