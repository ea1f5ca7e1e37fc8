"""An agent's case, drawn by rules from what it was asked, what it did and what came of it. Pure."""

from collections.abc import Sequence

from pydantic import BaseModel

from memory.conversation.messages import Turn
from memory.text.cleaning import clean
from ome.strategies.extract_agent_case.approach import approach
from ome.strategies.extract_agent_case.insight import key_insight
from ome.strategies.extract_agent_case.quality import quality
from ome.strategies.extract_agent_case.task_intent import task_intent
from ome.strategies.extract_agent_case.trajectory import trajectory_of


class Case(BaseModel):
    """What is kept of one trajectory."""

    task_intent: str
    approach: str
    quality_score: float
    key_insight: str


def case_of(turns: Sequence[Turn], agent_id: str) -> Case | str:
    """The case, or why there is nothing to learn."""
    trajectory = trajectory_of(turns, agent_id)
    if reason := trajectory.thin():
        return reason
    intent = clean(task_intent(trajectory.asked)).strip()
    if not intent:
        return "the request has no words"
    return Case(
        task_intent=intent,
        approach=clean(approach(trajectory)),
        quality_score=quality(trajectory),
        key_insight=clean(key_insight(trajectory)),
    )
