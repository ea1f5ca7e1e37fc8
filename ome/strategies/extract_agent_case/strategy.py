"""Derives a case from what an agent did in a memory cell, if there is something to learn from it."""

from datetime import UTC

from memory import times
from memory.conversation.messages import source_of
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import FROM_CELL, Values
from memory.markdown import store
from memory.scope import Owner, agent
from ome.engine.events import CaseExtracted, MemcellExtracted
from ome.engine.strategy import Json, Outcome, Strategy, Work
from ome.strategies.extract_agent_case import model as case_drafts
from ome.strategies.extract_agent_case.rules import Case, case_of
from ome.strategies.extract_agent_case.trajectory import agents_of, trajectory_of


def agents(event: MemcellExtracted) -> list[Owner]:
    return [agent(agent_id) for agent_id in agents_of(event.turns)]


def run(work: Work) -> Outcome:
    """Writes at most one case for each cell and agent; a case that a person has edited since is left alone."""
    [event] = work.events
    assert isinstance(event, MemcellExtracted)
    drawn = case_of(event.turns, work.owner.id)
    if isinstance(drawn, str):
        return Outcome(note=drawn)
    case = _case_by_model(work, event) if work.model else drawn
    day = times.local_time(event.turns[0].timestamp_ms, times.display_zone()).date()
    case_id, *_ = store.append(AGENT_CASE, work.scope, work.owner, day, event.cell_id, [_values(event, case)])
    announced = CaseExtracted(
        scope=work.scope, agent_id=work.owner.id, case_id=case_id, version=event.cell_id
    )
    return Outcome([case_id], [announced])


def _case_by_model(work: Work, event: MemcellExtracted) -> Case:
    def ask() -> Json:
        assert work.model is not None
        steps = trajectory_of(event.turns, work.owner.id).steps
        tools = list(dict.fromkeys(step.tool for step in steps))
        return case_drafts.case_by_model(
            event.turns, work.owner.id, tools, times.display_zone(), work.model
        ).model_dump()

    return Case.model_validate(work.once(f"case of {work.owner.id}", ask))


def _values(event: MemcellExtracted, case: Case) -> Values:
    return {
        "session_id": event.session_id,
        "timestamp": times.local_time(event.turns[0].timestamp_ms, UTC),
        "parent_type": FROM_CELL,
        "source": source_of(event.turns),
        **case.model_dump(),
    }


STRATEGY = Strategy(name="extract_agent_case", on=(MemcellExtracted,), owners=agents, run=run)
