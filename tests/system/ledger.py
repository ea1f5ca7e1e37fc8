"""What a client sent and may therefore expect: each accepted message in exactly one memory, found once."""

from collections import Counter
from dataclasses import dataclass, field

from tests.system.client import Client, Message, NoAnswer, connected, eventually
from tests.system.disk import content, episode_entries, marker_counts
from tests.system.server import Served
from tests.system.speech import Speech

SEARCHED = 40  # of the markers are also searched one by one; all of them are looked up in the listing


@dataclass
class Writer:
    """One client of one session. What got no answer stays in `unanswered` and is sent again, unchanged."""

    session_id: str
    speech: Speech
    unanswered: list[list[Message]] = field(default_factory=list)

    def add(self, client: Client, number: int = 2) -> None:
        self.unanswered.append(self.speech.messages(number))
        self.send_unanswered(client)

    def send_unanswered(self, client: Client) -> None:
        while self.unanswered:
            client.add(self.session_id, self.unanswered[0]).ok()
            self.unanswered.pop(0)

    def write_until_killed(self, port: int) -> None:
        """Adds and flushes as fast as the server answers, until it answers no more."""
        with connected(port, timeout=20) as client:
            try:
                self.send_unanswered(client)
                while True:
                    self.add(client)
                    self.add(client)
                    client.flush(self.session_id).ok()
            except NoAnswer:
                return

    def finish(self, port: int) -> None:
        """Work during which a process has died rests for a moment: until then a flush says so."""
        with connected(port) as client:
            self.send_unanswered(client)
            eventually(lambda: client.flush(self.session_id).status == 200, "flushed")


def check_exactly_once(server: Served, speeches: list[Speech]) -> None:
    """For everyone who spoke: their markers in one entry on disk, once in the listing, found by their word.

    The speakers of one session get the same episode, so others' words may stand there, too.
    """
    server.ready()
    for user_id in sorted({speech.sender_id for speech in speeches}):
        markers = [m for speech in speeches if speech.sender_id == user_id for m in speech.markers]
        _check_user(server, user_id, markers)


def _check_user(server: Served, user_id: str, markers: list[str]) -> None:
    entries = episode_entries(server.root, user_id)
    once = Counter(markers)
    assert wrong(marker_counts([content(e.text) for e in entries], set(markers)), once) == {}, "markdown"
    assert len({entry.id for entry in entries}) == len(entries), "an entry id was given twice"
    with connected(server.port) as client:
        eventually(
            lambda: len(client.episodes(user_id)) >= len(entries), "a new table is noticed within a second"
        )
        episodes = client.episodes(user_id)
        assert wrong(marker_counts([e["episode"] for e in episodes], set(markers)), once) == {}, "listing"
        assert len(episodes) == len(entries)
        for marker in markers[:: max(1, len(markers) // SEARCHED)]:
            found = client.search(user_id, marker, method="keyword", top_k=10)
            holders = [e for e in found if marker in e["episode"]]
            assert len(holders) == 1, f"{marker} found {len(holders)} times"


def wrong(counted: Counter[str], expected: Counter[str]) -> dict[str, int]:
    """Markers that were lost (0) or doubled (2 or more)."""
    return {marker: counted[marker] for marker in expected if counted[marker] != expected[marker]}
