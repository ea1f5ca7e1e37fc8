"""Files that cannot matter are not parsed, and the answer is the same as if they were."""

import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from cascade import scanner
from cascade.drain import drain
from memory.forgetting import work
from memory.forgetting.files import Files
from memory.forgetting.selection import Selection
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import day_of, wire_id
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Scope, user

ALICE = user("alice")
FIRST = date(2025, 3, 1)
DAYS = 8


def write(kind: Any, day: date, parent: str, *drafts: dict[str, Any]) -> list[str]:
    moment = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
    return store.append(kind, Scope(), ALICE, day, parent, [{"timestamp": moment, **each} for each in drafts])


def path_of(kind: Any, identifier: str) -> PurePosixPath:
    return current_root().file(kind, Scope(), ALICE, day=day_of(identifier))


def fill(dice: random.Random) -> list[str]:
    """Entry ids of episodes with facts and foresights, some of them on other days than their episode."""
    episodes, known = [], []
    days = [FIRST + timedelta(days=number) for number in range(DAYS)]
    for number in range(2 * DAYS):
        day = dice.choice(days)
        content = f"Alice: I have seen bird {number}. I like it."
        session = f"s-{dice.randrange(4)}"
        parent_type, parent = dice.choice([("memcell", f"mc_{number}"), ("reflection", f"rf_{number}")])
        draft = {
            "content": content,
            "parent_type": parent_type,
            "session_id": session,
            "sender_ids": ["alice"],
        }
        [episode] = write(EPISODE, day, parent, draft)
        fact = {"fact": f"Alice: I have seen bird {number}.", "parent_type": "episode", "session_id": session}
        known += write(ATOMIC_FACT, dice.choice([day, dice.choice(days)]), episode, fact)
        if dice.random() < 0.4:
            known += write(
                FORESIGHT, day, episode, {"foresight": f"bird {number} comes again", "evidence": "x"}
            )
        episodes.append(episode)
    for old, new in zip(dice.sample(episodes, 3), dice.sample(episodes, 3), strict=True):
        if old != new:
            store.deprecate(path_of(EPISODE, old), {old: new})
    return [*episodes, *known]


def index() -> None:
    scanner.scan()
    drain()


def spoil(dice: random.Random, root: Path) -> None:
    """One file is damaged before the index has read it, and one is edited after that."""
    damaged, edited = dice.sample(sorted(root.rglob("*/.atomic_facts/*.md")), 2)
    damaged.write_text(f"{damaged.read_text()}\n<!-- entry:af_20250301_00000099 -->\n")
    index()
    edited.write_text(edited.read_text().replace("seen", "heard"))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[PurePosixPath]:
    """The documents that were parsed."""
    paths: list[PurePosixPath] = []
    read = store.read

    def reading(path: PurePosixPath, *more: Any) -> Any:
        paths.append(path)
        return read(path, *more)

    monkeypatch.setattr(store, "read", reading)
    return paths


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_answer_is_that_of_reading_every_file(
    root: Path, monkeypatch: pytest.MonkeyPatch, parsed: list[PurePosixPath], seed: int
) -> None:
    dice = random.Random(seed)
    identifiers = fill(dice)
    spoil(dice, root)
    selections = [
        Selection(scope=Scope(), ids=(wire_id(ALICE, each),)) for each in dice.sample(identifiers, 12)
    ]
    selections += [Selection(scope=Scope(), session_id="s-1"), Selection(scope=Scope(), owner=ALICE)]
    selections.append(Selection(scope=Scope(), ids=tuple(wire_id(ALICE, each) for each in identifiers[:9])))
    parsed.clear()
    answers = [work.preview(selection) for selection in selections]
    with_fewer = len(parsed)
    monkeypatch.setattr(Files, "_may_name", lambda *_: True)
    parsed.clear()
    for selection, (found, texts, _) in zip(selections, answers, strict=True):
        whole, all_texts, _ = work.preview(selection)
        assert found.as_json() == whole.as_json(), selection
        assert texts == all_texts
    assert with_fewer < 0.7 * len(parsed)
    assert any(found.unreadable for found, _, _ in answers), "the damaged file is told"


@pytest.mark.usefixtures("db", "root")
def test_forgetting_an_episode_parses_the_profile_and_the_files_of_its_day_alone(
    parsed: list[PurePosixPath],
) -> None:
    episodes = []
    for number in range(12):
        day = FIRST + timedelta(days=number)
        draft = {"content": f"Alice: I have seen bird {number}.", "parent_type": "memcell"}
        [episode] = write(EPISODE, day, f"mc_{number}", draft)
        fact = {"fact": f"Alice: I have seen bird {number}.", "parent_type": "episode"}
        write(ATOMIC_FACT, day, episode, fact)
        episodes.append(episode)
    index()
    parsed.clear()
    found, _, _ = work.preview(Selection(scope=Scope(), ids=(wire_id(ALICE, episodes[5]),)))
    assert {memory.kind for memory in found.memories} == {"episode", "atomic_fact"}
    assert {path.stem[-10:] for path in parsed} == {"user", f"{day_of(episodes[5])}"}
