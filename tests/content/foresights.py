"""What rules expect of a sentence, as the first day of each foresight. All is said on Wednesday, 28 May 2025."""

from zoneinfo import ZoneInfo

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of

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
