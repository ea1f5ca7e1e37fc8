"""What is known of a person, revised with what is new: facts come in, a newer state takes the place of an older one."""

from typing import Any

from memory.errors import DocumentChanged
from memory.kinds.profile import PROFILE
from memory.markdown.document import single_id
from memory.scope import Owner, user
from ome.engine.events import FactsExtracted
from ome.engine.strategy import Outcome, Strategy, Work
from ome.strategies.extract_user_profile.document import Profile, read_profile, write_profile
from ome.strategies.extract_user_profile.earlier import note_superseded
from ome.strategies.extract_user_profile.items import checksum
from ome.strategies.extract_user_profile.revision import Revision
from ome.strategies.shared.episodes import find_episode, successor

ATTEMPTS = 5
TOGETHER = 50
PAUSE_MINUTES = 10  # a model revises a profile once for all sessions of an owner that end in quick succession


def owner_of_facts(event: Any) -> list[Owner]:
    return [user(event.user_id)] if isinstance(event, FactsExtracted) else []


def run(work: Work) -> Outcome:
    """Raises DocumentChanged when a person saved the document during each of several attempts."""
    identifier = single_id(PROFILE, work.owner, None)
    for _ in range(ATTEMPTS):
        read = read_profile(work.scope, work.owner)
        events = _new_events(work, read.profile)
        if not events:
            return Outcome([identifier], note="these facts are in the profile already")
        if not read.exists and all(_is_gone(work, event) for event in events):
            return Outcome(note="this person's memories were removed or renamed")
        revision = Revision(work, read.profile, events)
        summary = revision.make()
        note_superseded(work.scope, work.owner, revision.superseded)
        if not (read.exists or summary or read.profile.items):
            return Outcome(note="nothing is known of this person yet")
        try:
            write_profile(work.scope, work.owner, read.profile, summary, revision.edits, read)
        except DocumentChanged:
            continue
        return Outcome([identifier], note=revision.note)
    raise DocumentChanged


def _is_gone(work: Work, event: FactsExtracted) -> bool:
    """Whether the episode was removed since: a profile that was removed with it does not come back."""
    known = work.scope, work.owner, event.episode_id
    return find_episode(*known) is None and successor(*known) is None


def _new_events(work: Work, profile: Profile) -> list[FactsExtracted]:
    """Without those that a run took in before it crashed. To have no facts can come again, and is taken in again."""
    events = [event for event in work.events if isinstance(event, FactsExtracted)]
    return [event for event in events if not event.facts or checksum(event.id) not in profile.events]


STRATEGY = Strategy(
    name="extract_user_profile",
    on=(FactsExtracted,),
    owners=owner_of_facts,
    run=run,
    serial="owner",
    together=TOGETHER,
    pause_minutes=PAUSE_MINUTES,
)
