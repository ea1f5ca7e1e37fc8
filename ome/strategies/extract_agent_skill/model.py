"""Words a skill with a language model, in one call that shows a bounded part of what is known."""

from collections.abc import Sequence, Set

from pydantic import BaseModel, Field

from memory.errors import ModelUnavailable
from memory.language.sentences import clip
from memory.providers.protocols import LanguageModel
from memory.text.cleaning import clean
from memory.text.prompt_data import WORK_RULE, data_line
from ome.strategies.extract_agent_skill.rules import CONTENT_CHARS, PastCase, Procedure, slug

CASES_TOLD = 5  # shown in the prompt: new ones, then the most typical
TEXT_CHARS = 3_500  # of the current skill, and of the one by rules
APPROACH_CHARS = 900  # of each case's approach
ANSWER_TOKENS = 1_800

SKILL = f"""You keep the working memory of an agent: from several similar cases you write one procedure to follow.
{WORK_RULE}
The lines are the skill as it is now (if there is one), what counting the steps of all its cases gave, and some cases.
Revise the skill: keep what still holds, add what the cases teach, correct what they contradict.
- name: lower-case words joined by underscores that name the task, at most five.
- description: one or two sentences: for which requests it is, in the words of the requests, and how it is done.
- content: markdown with the headings `## When to use`, `## Steps` (numbered, tools in backticks, with how often each
  was part of it), `## Pitfalls` (what failed and why, and what to do instead) and `## Example` (short, with the id of
  its case).
In the language of the requests. No ids, names or numbers of a single case outside the example. Invent nothing."""


class SkillDraft(BaseModel):
    """The schema limits lengths because small models otherwise never stop."""

    name: str = Field(min_length=1, max_length=60)
    description: str = Field(min_length=1, max_length=500)
    content: str = Field(min_length=1, max_length=CONTENT_CHARS)


def worded(
    counted: Procedure,
    current: Procedure | None,
    central: Sequence[PastCase],
    news: Set[str],
    model: LanguageModel,
) -> Procedure:
    """`counted` is the skill by rules, from all cases; `news` are the ids of cases that the skill does not contain yet.

    Raises ModelUnavailable, also for an empty answer.
    """
    chosen_cases = sorted(central, key=lambda case: case.id not in news)[:CASES_TOLD]
    lines = [_skill("skill now", current)] if current else []
    lines += [_skill("counted over all cases", counted), *map(_case, chosen_cases)]
    draft = model.complete("extract_agent_skill", SKILL, "\n".join(lines), SkillDraft, ANSWER_TOKENS)
    description, content = " ".join(clean(draft.description).split()), clean(draft.content).strip()
    if not description or not content:
        raise ModelUnavailable(f"{model.name} answered with an empty skill")
    return Procedure(slug(draft.name) or counted.name, description, content)


def _skill(label: str, procedure: Procedure) -> str:
    return data_line(
        {
            "is": label,
            "name": procedure.name,
            "description": clip(procedure.description, 500),
            "content": clip(procedure.content, TEXT_CHARS),
        }
    )


def _case(case: PastCase) -> str:
    return data_line(
        {
            "is": "case",
            "id": case.id,
            "task_intent": clip(case.task_intent, 320),
            "approach": clip(case.approach, APPROACH_CHARS),
            "key_insight": clip(case.key_insight, 280),
            "quality": case.quality,
        }
    )
