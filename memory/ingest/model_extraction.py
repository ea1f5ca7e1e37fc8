"""Extracts a closed stretch of conversation with a language model: in one call, or as many as its length needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from logging import getLogger
from zoneinfo import ZoneInfo

from memory.conversation.messages import Turn
from memory.conversation.narrative import local_time
from memory.conversation.reading import (
    EPISODE_TOKENS,
    PROMPT_CHARS,
    PURPOSE,
    READING,
    READING_TOKENS,
    ConversationReading,
    EpisodeDraft,
)
from memory.conversation.transcript import Portion, portions
from memory.errors import AnswerCutOff, ModelUnavailable
from memory.ingest import extraction
from memory.ingest.extraction import Extraction
from memory.language.sentences import one_line
from memory.providers.protocols import LanguageModel
from memory.text.cleaning import clean

SUBJECT_CHARS = 200
SUMMARY_CHARS = 300  # about 200 are asked for

log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Read:
    """A portion as an episode, and what else was read from it; None if rules have to do it."""

    portion: Portion
    subject: str
    summary: str
    content: str
    draft: EpisodeDraft | None


def compose(
    turns: Sequence[Turn], zone: ZoneInfo, model: LanguageModel, before_call: Callable[[], None]
) -> Extraction:
    """Raises ModelUnavailable, also for an answer without content. `before_call` is called before each question."""

    def read(portion: Portion) -> Iterator[_Read]:
        before_call()
        try:
            yield _asked(portion, zone, model)
        except AnswerCutOff as error:
            smaller = portion.halves()
            if len(smaller) > 1:
                for half in smaller:
                    yield from read(half)
            else:
                log.warning("message %s goes by rules: %s", portion.numbers, error)
                yield _by_rules(portion, zone)

    found = [one for portion in portions(turns, PROMPT_CHARS) for one in read(portion)]
    return Extraction(
        day=local_time(turns[0].timestamp_ms, zone).date().isoformat(),
        subject=one_line(found[0].subject, SUBJECT_CHARS),
        summary=one_line(" ".join(one.summary for one in found), SUMMARY_CHARS),
        content="\n".join(one.content for one in found),
        reading=_together(found).model_dump(),
    )


def _asked(portion: Portion, zone: ZoneInfo, model: LanguageModel) -> _Read:
    draft = model.complete(
        PURPOSE, READING, portion.prompt(zone), EpisodeDraft, EPISODE_TOKENS + READING_TOKENS
    )
    content = clean(draft.content).strip()
    if not content:
        raise ModelUnavailable(f"{model.name} answered with an empty episode")
    return _Read(portion, clean(draft.subject), clean(draft.summary), content, draft)


def _by_rules(portion: Portion, zone: ZoneInfo) -> _Read:
    episode = extraction.compose(portion.said(), zone)
    return _Read(portion, episode.subject, episode.summary, episode.content, None)


def _together(found: Sequence[_Read]) -> ConversationReading:
    drafts = [one.draft for one in found if one.draft is not None]
    return ConversationReading(
        facts=[fact for draft in drafts for fact in draft.facts],
        foresights=[foresight for draft in drafts for foresight in draft.foresights],
        unread=[number for one in found if one.draft is None for number in one.portion.numbers],
    )
