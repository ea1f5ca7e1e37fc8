"""The sentences of `expected/*.txt`, and those for profiles, of which few say anything of what is ahead.

What rules expect of each is told as the first day of each foresight. All is said on Wednesday, 28 May 2025.
"""

from pathlib import Path
from zoneinfo import ZoneInfo

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of
from tests.content import profile_sentences
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "expected"
LANGUAGES = profile_sentences.LANGUAGES
SAID_AT = 1_748_430_000_000
UTC = ZoneInfo("UTC")


def expected_of(text: str) -> list[str]:
    """First days, of what the speaker has to expect; "" where a plan has no day."""
    turns = [
        Said(sender_id=who, role="user", timestamp_ms=SAID_AT, text=said, sender_name=who.title())
        for who, said in (("alice", text), ("bob", "Hm."))
    ]
    found = foresights_of(facts_of(turns, UTC)["alice"], UTC)
    return [item.start.isoformat() if item.start else "" for item in found]


def marked(language: str) -> dict[str, list[str]]:
    lines = (FOLDER / f"{language}.txt").read_text().splitlines()
    pairs = (line.split(" => ") for line in lines if not line.startswith("#"))
    expected = {text: [] if day == "-" else [day] for text, day in pairs}
    idle: dict[str, list[str]] = {text: [] for text, _ in profile_sentences.marked(language)}
    return {**idle, **expected}


def measured(language: str) -> Score:
    score = Score()
    for text, days in marked(language).items():
        score.count(text, expected_of(text), days)
    return score
