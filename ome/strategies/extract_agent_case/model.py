"""Writes a case with a language model, in one call that shows a bounded part of the trajectory."""

import re
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from memory.conversation.messages import Turn, names_of
from memory.conversation.transcript import transcript
from memory.errors import ModelUnavailable
from memory.language.sentences import clip
from memory.providers.protocols import LanguageModel
from memory.text.cleaning import clean
from memory.text.prompt_data import WORK_RULE, data_line
from ome.strategies.extract_agent_case.approach import APPROACH_CHARS, MOST_STEPS
from ome.strategies.extract_agent_case.insight import INSIGHT_CHARS
from ome.strategies.extract_agent_case.rules import Case
from ome.strategies.extract_agent_case.task_intent import INTENT_CHARS

MESSAGE_CHARS = 800
PROMPT_CHARS = 12_000
ANSWER_TOKENS = 1_200
STEP_CHARS = 300

CASE = f"""You keep the working memory of an agent: from one finished task you write down what helps with the next.
{WORK_RULE}
The first line names the agent; the case is about what that agent did.
- task_intent: one line that says what the user finally wanted, in the user's language and words, complete in itself;
  several wishes are joined by semicolons. No greeting, no mention of "the user".
- approach: the steps in order, each one sentence. Put the names of tools in backticks, instead of a shell's the command
  that it ran, and name the arguments that mattered. Merge repeated calls. Say what failed, why, and what was done
  instead ("it failed: …").
- quality_score: 0 to 1. Lower for tool errors, repeated calls, corrections and complaints by the user, wishes that were
  dropped; a refusal or a handover with a sound reason is a good end.
- key_insight: one line: what made it work, or why it did not. Invent nothing."""


class CaseDraft(BaseModel):
    """The schema limits lengths because small models otherwise never stop."""

    task_intent: str = Field(min_length=1, max_length=INTENT_CHARS)
    approach: list[str] = Field(min_length=1, max_length=MOST_STEPS)
    quality_score: float = Field(ge=0.0, le=1.0)
    key_insight: str = Field(max_length=INSIGHT_CHARS)


def case_by_model(
    turns: Sequence[Turn], agent_id: str, tools: Sequence[str], zone: ZoneInfo, model: LanguageModel
) -> Case:
    """`tools` are the names of the called tools. Raises ModelUnavailable, also for an empty answer."""
    agent = data_line({"agent": names_of(turns)[agent_id]})
    conversation = f"{agent}\n{transcript(turns, zone, MESSAGE_CHARS, PROMPT_CHARS)}"
    draft = model.complete("extract_agent_case", CASE, conversation, CaseDraft, ANSWER_TOKENS)
    intent = _one_line(draft.task_intent)
    steps = [step for text in draft.approach if (step := clip(_one_line(text), STEP_CHARS))]
    if not intent or not steps:
        raise ModelUnavailable(f"{model.name} answered with an empty case")
    numbered = [f"{number}. {_marked(_bare(step), tools)}" for number, step in enumerate(steps, 1)]
    return Case(
        task_intent=intent,
        approach=clip("\n".join(numbered), APPROACH_CHARS),
        quality_score=round(draft.quality_score, 2),
        key_insight=_one_line(draft.key_insight),
    )


def _bare(step: str) -> str:
    return re.sub(r"^(?:\d{1,2}[.)]|[-*])\s+", "", step)


def _marked(step: str, tools: Sequence[str]) -> str:
    """Puts tool names into backticks where the model has not, because skills look for them there."""
    for tool in tools:
        step = re.sub(rf"(?<![\w`]){re.escape(tool)}(?![\w`])", f"`{tool}`", step)
    return step


def _one_line(text: str) -> str:
    return " ".join(clean(text).split())
