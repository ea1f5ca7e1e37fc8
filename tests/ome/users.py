"""People talk, and what the engine has made of it is read from their files."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_session
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind, Values
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.entries import Entry
from memory.markdown.root import current_root
from memory.providers.protocols import LanguageModel
from memory.scope import Scope, user
from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.events import EntryChanged, Event
from ome.engine.strategy import Work
from ome.engine.worker import drain

HERE = Scope()
MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
MINUTE, DAY = 60_000, 86_400_000


def says(text: str, by: str = "alice", name: str | None = None, role: str = "user") -> dict[str, Any]:
    return {"text": text, "content": text, "sender_id": by, "sender_name": name, "role": role}


def talk(*messages: dict[str, Any] | str, session: str = "s", at: int = 0, of_group: bool = False) -> None:
    """A session from its first message to the last memory that is derived from it; `at` milliseconds after MONDAY."""
    said = [says(one) if isinstance(one, str) else one for one in messages]
    start = int(MONDAY.timestamp() * 1000) + at
    batch = [IncomingMessage(timestamp_ms=start + n * MINUTE, **one) for n, one in enumerate(said)]
    add_messages(HERE, session, batch, of_group=of_group)
    flush_session(HERE, session)
    drain()


def without_pauses() -> None:
    """A model revises the profile after each session, instead of once for several that follow each other."""
    (current_root().path / "ome.toml").write_text("[strategies.extract_user_profile]\nevery = 1\n")
    config.strategies(fresh=True)


def entries(kind: Kind, of: str = "alice") -> list[Entry]:
    """Without those that others have replaced."""
    found: list[Entry] = []
    for path in sorted(current_root().documents()):
        place = current_root().locate(path)
        if place and place.kind is kind and place.owner == user(of):
            document = store.read(path)
            assert document.problems == []
            found += [entry for entry in document.entries if entry.id not in document.deprecated]
    return found


def facts(of: str = "alice") -> list[str]:
    return [str(entry.values["fact"]) for entry in entries(ATOMIC_FACT, of)]


def foresights(of: str = "alice") -> list[Values]:
    return [entry.values for entry in entries(FORESIGHT, of)]


def episodes(of: str = "alice") -> list[Entry]:
    return entries(EPISODE, of)


def profile(of: str = "alice") -> Values:
    [entry] = entries(PROFILE, of)
    return entry.values


def has_profile(of: str = "alice") -> bool:
    return profile_file(of).exists()


def known(of: str = "alice") -> list[str]:
    """The descriptions of the profile's items."""
    items = profile(of).get("explicit_info")
    assert isinstance(items, list)
    return [item["description"] for item in items]


def profile_file(of: str = "alice") -> Path:
    return current_root().absolute(current_root().file(PROFILE, HERE, user(of)))


def episode_file(of: str = "alice", day: datetime = MONDAY) -> Path:
    return current_root().absolute(current_root().file(EPISODE, HERE, user(of), day=day.date()))


def noticed(entry_id: str, of: str = "alice") -> None:
    """What the cascade says of an entry that a person has edited or removed, and what follows from it."""
    now = store.find_entry(EPISODE, HERE, user(of), entry_id)
    sha256 = now.sha256 if now else None
    announce([EntryChanged(scope=HERE, owner=user(of), kind="episode", entry_id=entry_id, sha256=sha256)])
    drain()


def changed(entry: Entry, of: str = "alice") -> EntryChanged:
    return EntryChanged(scope=HERE, owner=user(of), kind="episode", entry_id=entry.id, sha256=entry.sha256)


def work_on(*events: Event, of: str = "alice", model: LanguageModel | None = None) -> Work:
    """A run by hand, as after a crash that came before the engine could note its end."""
    return Work(HERE, user(of), events, model, lambda key, make: make())


def edit(entry: Entry, of: str = "alice", **values: Any) -> None:
    """A person gives an episode other values."""
    path = current_root().file(
        EPISODE, HERE, user(of), day=datetime.strptime(entry.id[3:11], "%Y%m%d").date()
    )
    store.replace_entry(path, entry.id, {**entry.values, **values})
    noticed(entry.id, of)


def remove(entry: Entry, of: str = "alice") -> None:
    path = current_root().file(
        EPISODE, HERE, user(of), day=datetime.strptime(entry.id[3:11], "%Y%m%d").date()
    )
    store.delete_entry(path, entry.id)
    noticed(entry.id, of)
