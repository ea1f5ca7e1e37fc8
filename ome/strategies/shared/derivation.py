"""Keeps derived memories in step with their episode: they follow its file, and are removed with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.coordination.request_priority import yield_to_requests
from memory.errors import DocumentChanged
from memory.kinds.base import Kind, Values
from memory.markdown import store
from ome.engine.strategy import Work
from ome.strategies.shared.episodes import Episode, day_in, episode_id, find_episode

ATTEMPTS = 5  # if the episode is edited during all of them, the run is tried again later


@dataclass(frozen=True, slots=True)
class Derived:
    """The derived entries. `episode` is None if it no longer exists; then there are no entries."""

    episode_id: str
    episode: Episode | None
    ids: list[str]
    drafts: Sequence[Values]


def derive(kind: Kind, work: Work, drafts_of: Callable[[Episode], Sequence[Values]]) -> Derived | None:
    """Writes what `drafts_of` derives from the episode. None if the event is about no episode of the owner.

    Raises DocumentChanged if the episode was edited during each of several attempts.
    """
    identifier = episode_id(work.events[0], work.owner)
    day = day_in(work.events[0], identifier) if identifier is not None else None
    if identifier is None or day is None:
        return None
    for _ in range(ATTEMPTS):
        episode = find_episode(work.scope, work.owner, identifier, day)
        drafts = drafts_of(episode) if episode else []
        yield_to_requests()
        ids = store.put_children(kind, work.scope, work.owner, day, identifier, drafts)
        if find_episode(work.scope, work.owner, identifier, day) == episode:
            return Derived(identifier, episode, ids, drafts)
    raise DocumentChanged
