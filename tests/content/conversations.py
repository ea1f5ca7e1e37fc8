"""The conversations of `conversations/*.txt`, marked by hand before the rules were run on them.

Of each one everybody's profile and the first days of everybody's foresights are compared with the marks.
"""

from dataclasses import dataclass, field
from pathlib import Path

from memory.conversation.messages import own_words
from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of
from ome.strategies.extract_user_profile.rules import claims_of
from tests.content.foresights import SAID_AT, UTC
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "conversations"
SORTS = ("chat", "work", "family", "support", "agent")
ROLES = {"user", "assistant", "tool"}


@dataclass
class Conversation:
    turns: list[Said] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)  # `Rosa: Lives in Ghent`
    days: list[str] = field(default_factory=list)  # `Rosa: 2025-05-30`

    @property
    def text(self) -> str:
        return " / ".join(f"{turn.sender_name}: {own_words(turn)}" for turn in self.turns)


def marked(sort: str) -> list[Conversation]:
    found = []
    for block in (FOLDER / f"{sort}.txt").read_text().split("\n\n"):
        conversation = Conversation()
        for line in block.splitlines():
            if line.startswith("= "):
                conversation.claims.append(line.removeprefix("= "))
            elif line.startswith("> "):
                conversation.days.append(line.removeprefix("> "))
            elif not line.startswith("#"):
                conversation.turns.append(_turn(line, len(conversation.turns)))
        if conversation.turns:
            found.append(conversation)
    return found


def _turn(line: str, place: int) -> Said:
    """`Rosa: hey`, or with the role in front: `assistant Desk: hello`."""
    who, _, said = line.partition(": ")
    role, _, name = who.partition(" ") if who.split()[0] in ROLES else ("user", "", who)
    return Said(
        sender_id=name.casefold(),
        sender_name=name,
        role=role,
        timestamp_ms=SAID_AT + place * 60_000,
        text=said,
    )


def measured(sort: str) -> tuple[Score, Score]:
    """Of profiles, and of foresights."""
    profiles, foresights = Score(), Score()
    for conversation in marked(sort):
        facts = facts_of(conversation.turns, UTC)
        names = {turn.sender_id: turn.sender_name for turn in conversation.turns if turn.role == "user"}
        claims = [
            f"{name}: {claim.description}"
            for sender, name in names.items()
            for claim in claims_of([fact.text for fact in facts.get(sender, [])], {name, sender})
            if claim.description
        ]
        days = [
            f"{name}: {found.start.isoformat() if found.start else '?'}"
            for sender, name in names.items()
            for found in foresights_of(facts.get(sender, []), UTC)
        ]
        profiles.count(conversation.text, claims, conversation.claims)
        foresights.count(conversation.text, days, conversation.days)
    return profiles, foresights
