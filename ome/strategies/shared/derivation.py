"""Memories derived from an episode follow it: they are made from what its file says, and go when it goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.coordination.request_priority import yield_to_requests
from memory.errors import DocumentChanged
from memory.kinds.base import Kind, Values
from memory.kinds.ids import day_of
from memory.markdown import store
from ome.engine.strategy import Work
from ome.strategies.shared.episodes import Episode, episode_id, find_episode

ATTEMPTS = 5  # somebody who edits an episode again and again is waited for by the run's next attempt


@dataclass(frozen=True, slots=True)
class Derived:
    """`episode` is None when there is none any more, and then there are no entries either."""

    episode_id: str
    episode: Episode | None
    ids: list[str]
    drafts: Sequence[Values]


def derive(kind: Kind, work: Work, drafts_of: Callable[[Episode], Sequence[Values]]) -> Derived | None:
    """Put what `drafts_of` makes of the episode beside it; None when the event is about no episode of the owner.

    Raises DocumentChanged when the episode was edited during each of several attempts.
    """
    identifier = episode_id(work.events[0], work.owner)
    if identifier is None:
        return None
    for _ in range(ATTEMPTS):
        episode = find_episode(work.scope, work.owner, identifier)
        drafts = drafts_of(episode) if episode else []
        yield_to_requests()
        ids = store.put_children(kind, work.scope, work.owner, day_of(identifier), identifier, drafts)
        if find_episode(work.scope, work.owner, identifier) == episode:
            return Derived(identifier, episode, ids, drafts)
    raise DocumentChanged
