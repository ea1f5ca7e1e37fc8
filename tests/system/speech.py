"""Messages with a marker word each, so that a lost or doubled one can be named."""

from itertools import count
from random import Random

from tests.system.client import Message

CONSONANTS = "bcdfghjkmpqrtvwxz"  # no vowels: no stemmer, stop word or dictionary touches such a word
NOON = 1_777_636_800_000  # 2026-05-01T12:00:00Z
TOPICS = (
    "the tomatoes",
    "the ferry",
    "the choir",
    "the broken lamp",
    "the tax letter",
    "the neighbour's dog",
)


class Speech:
    """One speaker's messages, a second apart, each with a word that stands nowhere else."""

    def __init__(self, seed: str, sender_id: str = "alice", start_ms: int = NOON) -> None:
        self.random = Random(seed)
        self.sender_id = sender_id
        self.clock = count(start_ms, 1_000)
        self.markers: list[str] = []

    def message(self, timestamp: int | None = None) -> Message:
        marker = "".join(self.random.choices(CONSONANTS, k=9))
        self.markers.append(marker)
        topic = self.random.choice(TOPICS)
        return {
            "sender_id": self.sender_id,
            "role": "user",
            "timestamp": next(self.clock) if timestamp is None else timestamp,
            "content": f"About {topic} I noted the word {marker} today.",
        }

    def messages(self, number: int) -> list[Message]:
        return [self.message() for _ in range(number)]
