"""SIGKILL at each step of a correction: a memory says the old text or the new one, its history fits it, and what was
drawn from it follows."""

from typing import Any

import pytest

from tests.system.client import Client, Json, NoAnswer
from tests.system.disk import ENTRY
from tests.system.server import Server
from tests.system.speech import NOON

pytestmark = pytest.mark.long

Told = dict[str, list[Any]]  # the texts of all memories, by kind
ARRAYS = {"episode": "episodes", "atomic_fact": "atomic_facts", "profile": "profiles"}
TEXTS = {
    "episode": ("subject", "summary", "episode"),
    "atomic_fact": ("content",),
    "profile": ("profile_data",),
}
FIRST = (("episode", "after-rename:1"), ("atomic_fact", "after-history:1"))
OTHERS = (
    ("episode", "before-rename:1"),
    ("episode", "before-enqueue:1"),
    ("episode", "after-enqueue:1"),
    ("episode", "before-history:1"),
    ("episode", "after-history:1"),
    # Behind the call: the index, and what was drawn.
    ("episode", "before-runs:1"),
    ("episode", "after-runs:1"),
    ("episode", "before-index-commit:1"),
    ("episode", "during-index-commit:1"),
    ("episode", "after-index-commit:1"),
    ("episode", "after-run-start:1"),
    ("episode", "before-rename:2"),
    ("episode", "after-rename:2"),
    ("episode", "after-rename:3"),
    ("episode", "after-rename:4"),
    ("episode", "after-run-done:1"),
    ("episode", "after-run-done:3"),
    ("atomic_fact", "before-rename:1"),
    ("atomic_fact", "after-rename:1"),
    ("atomic_fact", "after-enqueue:1"),
    ("atomic_fact", "before-history:1"),
    ("atomic_fact", "before-runs:1"),
    ("atomic_fact", "after-runs:1"),
    ("atomic_fact", "before-index-commit:1"),
    ("atomic_fact", "after-index-commit:1"),
    ("atomic_fact", "after-run-start:1"),
    ("atomic_fact", "after-rename:2"),
    ("atomic_fact", "after-run-done:1"),
)
POINTS = [*FIRST, *(pytest.param(*each, marks=pytest.mark.long) for each in OTHERS)]


class Home:
    """Where alice lives, in a project of its own: as an episode, a fact and a profile tell it."""

    def __init__(self, server: Server, project: str) -> None:
        self.server, self.scope = server, {"project_id": project}

    @property
    def client(self) -> Client:
        return self.server.client()

    def settle(self, town: str) -> "Home":
        said = {"sender_id": "alice", "role": "user", "timestamp": NOON, "content": f"I live in {town}."}
        bees = {**said, "timestamp": NOON + 1_000, "content": "I keep bees behind the house."}
        self.client.add("s", [said, bees], **self.scope).ok()
        self.client.flush("s", **self.scope).ok()
        self.server.ready()
        return self

    def listed(self, kind: str) -> list[Json]:
        body = {"user_id": "alice", "memory_type": kind, **self.scope}
        found: list[Json] = self.client.post("get", body).ok()[ARRAYS[kind]]
        return found

    def told(self) -> Told:
        """All that any memory of alice says."""
        return {
            kind: [[each[name] for name in names] for each in self.listed(kind)]
            for kind, names in TEXTS.items()
        }

    def memory(self, kind: str) -> Json:
        """The one that tells of the town."""
        return next(each for each in self.listed(kind) if "live" in str(each))

    def text(self, kind: str) -> str:
        return str(self.memory(kind)["episode" if kind == "episode" else "content"])

    def edit(self, kind: str, old: str, new: str) -> bool:
        """Whether it was answered."""
        body = {"content": self.text(kind).replace(old, new), "reason": "moved", **self.scope}
        try:
            self.client.request("PATCH", f"/api/v1/memory/{self.memory(kind)['id']}", body).ok()
        except NoAnswer:
            return False
        return True

    def history(self, kind: str) -> list[str]:
        """What it said before, in order."""
        path = f"/api/v1/memory/{self.memory(kind)['id']}/history?project_id={self.scope['project_id']}"
        changes = self.client.request("GET", path).ok()["changes"]
        return [change["old"]["content"] for change in changes]

    def entries(self) -> list[str]:
        files = self.server.root.glob(f"*/{self.scope['project_id']}/users/alice/**/*.md")
        return [match["id"] for file in files for match in ENTRY.finditer(file.read_text("utf-8"))]


@pytest.fixture(scope="module")
def corrected(mortal: Server) -> dict[str, Told]:
    """What is told after a correction of each kind that nobody has disturbed."""
    mortal.start()
    told = {}
    for kind in ("episode", "atomic_fact"):
        home = Home(mortal, f"undisturbed-{kind}").settle("Rome")
        assert home.edit(kind, "Rome", "Lisbon")
        mortal.ready()
        told[kind] = home.told()
    return told


@pytest.mark.parametrize(("kind", "point"), POINTS)
def test_killed_while_correcting(corrected: dict[str, Told], victim: Server, kind: str, point: str) -> None:
    home = Home(victim, f"{kind}-{point.replace(':', '-')}").settle("Rome")
    before, said = home.told(), home.text(kind)
    victim.die_at(point)
    answered = home.edit(kind, "Rome", "Lisbon")
    assert victim.risen().ready()["reasons"] == []
    is_new = "Lisbon" in home.text(kind)
    assert is_new or not answered
    assert home.told() == (corrected[kind] if is_new else before)
    assert home.history(kind) == ([said] if is_new else [])
    assert home.edit(kind, "Rome", "Lisbon"), "it can be repeated"
    victim.ready()
    assert home.told() == corrected[kind]
    assert home.history(kind) == [said]
    entries = home.entries()
    assert len(set(entries)) == len(entries)
