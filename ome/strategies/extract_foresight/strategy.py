"""From an episode to what it lets one expect: plans, appointments, deadlines."""

from datetime import UTC

from memory import times
from memory.kinds.base import Values
from memory.kinds.foresight import FORESIGHT
from ome.engine.events import EntryChanged, MemcellExtracted
from ome.engine.strategy import Outcome, Strategy, Work
from ome.strategies.extract_atomic_facts.strategy import facts_by_rules, owners_of_episodes
from ome.strategies.extract_foresight.rules import Foresight, foresights_of
from ome.strategies.shared.episodes import Episode, derive
from ome.strategies.shared.reading import outcome_of, understand


def run(work: Work) -> Outcome:
    derived = derive(
        FORESIGHT, work, lambda episode: [_draft(f, episode) for f in _foresights(work, episode)]
    )
    if derived is None:
        return Outcome(note=f"the event is about no episode of this {work.owner.type}")
    return outcome_of(work, derived.episode, "foresights", derived.ids)


def _foresights(work: Work, episode: Episode) -> list[Foresight]:
    understood = understand(work, episode, "foresights")
    if understood is None:
        return foresights_of(facts_by_rules(work, episode), times.display_zone())
    return understood.foresights


def _draft(foresight: Foresight, episode: Episode) -> Values:
    """Without a date it is to be expected from the day on which it was said, and has no end."""
    said_on = times.local_time(foresight.timestamp_ms, times.display_zone()).date()
    start, end = foresight.start or said_on, foresight.end
    return {
        **episode.sessions,
        "timestamp": times.local_time(foresight.timestamp_ms, UTC),
        "parent_type": "episode",
        "start_time": start.isoformat(),
        "end_time": end.isoformat() if end else None,
        "duration_days": (end - start).days if end else None,
        "source": foresight.source,
        "foresight": foresight.text,
        "evidence": foresight.evidence,
    }


STRATEGY = Strategy(
    name="extract_foresight",
    on=(MemcellExtracted, EntryChanged),
    owners=owners_of_episodes,
    run=run,
    purpose="reading",
)
