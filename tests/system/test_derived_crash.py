"""SIGKILL between any two steps of deriving: what is on disk in the end is what a server makes that nobody kills."""

import contextlib
import re
from pathlib import Path

import pytest

from tests.system.client import Client, Json, NoAnswer
from tests.system.disk import ENTRY
from tests.system.server import Server
from tests.system.speech import NOON

ANNOUNCING = ("before-runs:1", "after-runs:1")
AT_WORK = (
    "after-lane-claim:1",
    "after-run-start:3",
    "before-rename:3",
    "after-rename:3",
    "after-rename:6",
    "before-run-done:1",
    "after-run-done:4",
    "before-runs:2",
    "after-runs:2",
)
DIFFERS = re.compile(r"(?<=mc_)[0-9a-f]{12}|(?<=\*\*learned_at\*\*: )\S+")
EVENTS = re.compile(r"^derived_from: (.*)$", re.MULTILINE)
WORDS = (
    ("alice", "I moved to Lisbon last week, and I work as a nurse at the children's hospital."),
    ("bob", "I have two cats, Momo and Pixel, and I am allergic to peanuts."),
    ("alice", "My sister Clara visits me on 12 December 2026, I want to show her the aquarium."),
    ("bob", "I will start a course in pottery next Monday."),
)


def conversation() -> list[Json]:
    """Two people who say something about themselves, and an agent that does some work for them."""
    said = [{"sender_id": who, "role": "user", "content": text} for who, text in WORDS]
    steps: list[Json] = [
        {"sender_id": "alice", "role": "user", "content": "Please move my flight LH123 to Friday."}
    ]
    for number, name in enumerate(("find_booking", "search_flights", "change_booking")):
        call = {
            "id": f"c{number}",
            "type": "function",
            "function": {"name": name, "arguments": '{"flight": "LH123"}'},
        }
        steps.append(
            {"sender_id": "clerk", "role": "assistant", "content": "One moment.", "tool_calls": [call]}
        )
        steps.append({"sender_id": "clerk", "role": "tool", "content": "ok", "tool_call_id": call["id"]})
    steps.append(
        {"sender_id": "clerk", "role": "assistant", "content": "Your flight is now on Friday at 9:00."}
    )
    steps.append({"sender_id": "alice", "role": "user", "content": "Great, thank you!"})
    return [{**message, "timestamp": NOON + 1_000 * at} for at, message in enumerate([*said, *steps])]


def tell(client: Client, project: str) -> None:
    client.add("s", conversation(), project_id=project).ok()
    client.flush("s", project_id=project).ok()


def derived(root: Path, project: str) -> dict[str, list[str]]:
    """What each derived file says, by its path: entries with their ids, and documents.

    Without what differs between projects: ids of cells, times of learning, and checksums of events, of which the number
    is kept.
    """
    [folder] = root.glob(f"*/{project}")
    files = [path for path in folder.glob("*/*/**/*.md") if path.parent.name != "episodes"]
    return {str(path.relative_to(folder)): _said(path.read_text("utf-8")) for path in sorted(files)}


def _said(text: str) -> list[str]:
    entries = [match[0] for match in ENTRY.finditer(text)] or [text]
    return [EVENTS.sub(_number, DIFFERS.sub("", entry)) for entry in entries]


def _number(events: re.Match[str]) -> str:
    return f"derived_from: {len(events[1].split())}"


@pytest.fixture(scope="module")
def undisturbed(mortal: Server) -> dict[str, list[str]]:
    """What is derived in a project of the same server while nobody kills it."""
    tell(mortal.start().client(), "undisturbed")
    mortal.ready()
    return derived(mortal.root, "undisturbed")


@pytest.mark.long
def test_something_is_derived_for_everyone(undisturbed: dict[str, list[str]]) -> None:
    for place in (
        "users/alice/.atomic_facts",
        "users/bob/.atomic_facts",
        "users/alice/user.md",
        "users/bob/user.md",
    ):
        assert any(place in path for path in undisturbed), place


@pytest.mark.long
@pytest.mark.parametrize("point", ANNOUNCING)
def test_killed_while_runs_are_announced(
    undisturbed: dict[str, list[str]], victim: Server, point: str
) -> None:
    victim.die_at(point)
    with pytest.raises(NoAnswer):
        tell(victim.client(), project_of(point))
    check(victim, undisturbed, point)


@pytest.mark.long
@pytest.mark.parametrize("point", AT_WORK)
def test_killed_while_deriving(undisturbed: dict[str, list[str]], victim: Server, point: str) -> None:
    victim.die_at(point)
    with contextlib.suppress(NoAnswer):  # the engine may be quicker than the answer
        tell(victim.client(), project_of(point))
    check(victim, undisturbed, point)


def project_of(point: str) -> str:
    return point.replace(":", "-")


def check(server: Server, undisturbed: dict[str, list[str]], point: str) -> None:
    health = server.risen().ready()
    assert health["reasons"] == []
    assert derived(server.root, project_of(point)) == undisturbed
