"""The exchanges of `exchanges/*.txt`: what two people say to each other, and what each one's profile says of it."""

from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_user_profile.rules import claims_of
from tests.content.profile_sentences import LANGUAGES
from tests.content.scores import Score

__all__ = ["LANGUAGES", "Exchange", "claimed", "marked", "measured"]

FOLDER = Path(__file__).parent / "exchanges"
PEOPLE = ("Alice", "Bob")
SAID_AT = 1_748_430_000_000  # Wednesday, 28 May 2025


@dataclass
class Exchange:
    lines: list[tuple[str, str]] = field(default_factory=list)  # speaker and text
    expected: list[str] = field(default_factory=list)  # `Alice: Cat: Miso`

    @property
    def text(self) -> str:
        return " / ".join(f"{speaker}: {said}" for speaker, said in self.lines)


def marked(language: str) -> list[Exchange]:
    found = []
    for block in (FOLDER / f"{language}.txt").read_text().split("\n\n"):
        exchange = Exchange()
        for line in block.splitlines():
            if line.startswith("= "):
                exchange.expected.append(line.removeprefix("= "))
            elif line and not line.startswith("#"):
                speaker, _, said = line.partition(": ")
                exchange.lines.append((speaker, said))
        if exchange.lines:
            found.append(exchange)
    return found


def claimed(exchange: Exchange) -> list[str]:
    turns = [
        Said(
            sender_id=speaker.lower(),
            sender_name=speaker,
            role="user",
            timestamp_ms=SAID_AT + place * 60_000,
            text=said,
        )
        for place, (speaker, said) in enumerate(exchange.lines)
    ]
    facts = facts_of(turns, ZoneInfo("UTC"))
    return [
        f"{name}: {claim.description}"
        for name in PEOPLE
        for claim in claims_of([fact.text for fact in facts.get(name.lower(), [])], {name, name.lower()})
    ]


def measured(language: str) -> Score:
    score = Score()
    for exchange in marked(language):
        score.count(exchange.text, claimed(exchange), exchange.expected)
    return score
