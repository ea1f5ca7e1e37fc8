"""Extracts a closed stretch of conversation with a language model: in one call, or as many as its length needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from logging import getLogger
from zoneinfo import ZoneInfo

from memory.conversation.messages import Turn
from memory.conversation.reading import (
    EPISODE,
    EPISODE_TOKENS,
    PROMPT_CHARS,
    PURPOSE,
    READING,
    READING_TOKENS,
    READING_WITHOUT_FORESIGHTS,
    ConversationReading,
    EpisodeAlone,
    EpisodeDraft,
    EpisodeWithFacts,
)
from memory.conversation.transcript import Portion, portions
from memory.errors import AnswerCutOff, BudgetReached, ModelUnavailable
from memory.ingest import extraction
from memory.ingest.extraction import Extraction
from memory.language.sentences import one_line
from memory.providers import budget
from memory.providers.protocols import LanguageModel
from memory.times import local_time

SUBJECT_CHARS = 200
SUMMARY_CHARS = 300  # about 200 are asked for

log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What one call asks for. `left_out` are the parts of a reading that rules make instead."""

    prompt: str
    shape: type[EpisodeAlone]
    most_tokens: int
    left_out: tuple[str, ...] = ()


EVERYTHING = Asked(READING, EpisodeDraft, EPISODE_TOKENS + READING_TOKENS)
WITHOUT_FORESIGHTS = Asked(
    READING_WITHOUT_FORESIGHTS, EpisodeWithFacts, EPISODE_TOKENS + READING_TOKENS, ("foresights",)
)
EPISODE_ONLY = Asked(EPISODE, EpisodeAlone, EPISODE_TOKENS, ("facts", "foresights"))


@dataclass(frozen=True, slots=True)
class _Read:
    """A portion as an episode, and what else was read from it; None if rules have to do it."""

    portion: Portion
    subject: str
    summary: str
    content: str
    draft: EpisodeAlone | None


def compose(
    turns: Sequence[Turn],
    zone: ZoneInfo,
    model: LanguageModel,
    before_call: Callable[[], object] = lambda: None,
    asked: Asked = EVERYTHING,
    why: str = "",
) -> Extraction:
    """Raises ModelUnavailable, also for an answer without content. `before_call` is called before each question.

    `why` says why the model is not asked for everything. If the budget is used up meanwhile, rules do the rest.
    """
    reached: list[str] = []

    def read(portion: Portion) -> Iterator[_Read]:
        before_call()
        try:
            yield _asked(asked, portion, zone, model)
        except BudgetReached as error:
            reached.append(str(error))
            yield _by_rules(portion, zone)
        except AnswerCutOff as error:
            smaller = portion.halves()
            if len(smaller) > 1:
                for half in smaller:
                    yield from read(half)
            else:
                log.warning("message %s goes by rules: %s", portion.numbers, error)
                yield _by_rules(portion, zone)

    found = [one for portion in portions(turns, PROMPT_CHARS) for one in read(portion)]
    why = next(iter(reached), why)
    return Extraction(
        day=local_time(turns[0].timestamp_ms, zone).date().isoformat(),
        subject=one_line(found[0].subject, SUBJECT_CHARS),
        summary=one_line(" ".join(one.summary for one in found), SUMMARY_CHARS),
        content="\n".join(one.content for one in found),
        reading=_together(found, asked, why).model_dump(),
        note=why,
    )


def within_budget() -> tuple[Asked, str]:
    """What a model may be asked for, and why not for everything."""
    left_out = budget.by_rules()
    if "facts" in left_out:
        return EPISODE_ONLY, budget.why_by_rules("extract_atomic_facts")
    if "foresights" in left_out:
        return WITHOUT_FORESIGHTS, budget.why_by_rules("extract_foresight")
    return EVERYTHING, ""


def _asked(asked: Asked, portion: Portion, zone: ZoneInfo, model: LanguageModel) -> _Read:
    draft = model.complete(PURPOSE, asked.prompt, portion.prompt(zone), asked.shape, asked.most_tokens)
    content = draft.content.strip()
    if not content:
        raise ModelUnavailable(f"{model.name} answered with an empty episode")
    return _Read(portion, draft.subject, draft.summary, content, draft)


def _by_rules(portion: Portion, zone: ZoneInfo) -> _Read:
    episode = extraction.compose(portion.said(), zone)
    return _Read(portion, episode.subject, episode.summary, episode.content, None)


def _together(found: Sequence[_Read], asked: Asked, why: str) -> ConversationReading:
    drafts = [one.draft for one in found if one.draft is not None]
    return ConversationReading(
        facts=[fact for draft in drafts if isinstance(draft, EpisodeWithFacts) for fact in draft.facts],
        foresights=[one for draft in drafts if isinstance(draft, EpisodeDraft) for one in draft.foresights],
        unread=[number for one in found if one.draft is None for number in one.portion.numbers],
        left_out=list(asked.left_out),
        why=why,
    )
