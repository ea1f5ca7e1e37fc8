"""The episode of a closed stretch of conversation, written by a language model in one call."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from memory.conversation.messages import Turn
from memory.conversation.narrative import local_time
from memory.conversation.transcript import transcript
from memory.errors import ModelUnavailable
from memory.ingest import prompts
from memory.ingest.extraction import Extraction
from memory.language.sentences import one_line
from memory.providers.protocols import LanguageModel
from memory.text.cleaning import clean

MESSAGE_CHARS = 2_000
PROMPT_CHARS = 24_000
ANSWER_TOKENS = 2_000
SUBJECT_CHARS = 200
SUMMARY_CHARS = 300  # asked for are about 200


class EpisodeDraft(BaseModel):
    """Lengths are in the schema because small models otherwise go on for ever."""

    subject: str = Field(min_length=1, max_length=300)
    summary: str = Field(min_length=1, max_length=1_000)
    content: str = Field(min_length=1, max_length=8_000)


def compose(turns: Sequence[Turn], zone: ZoneInfo, model: LanguageModel) -> Extraction:
    """Raises ModelUnavailable, also for an answer that says nothing."""
    conversation = transcript(turns, zone, MESSAGE_CHARS, PROMPT_CHARS)
    draft = model.complete("episode", prompts.EPISODE, conversation, EpisodeDraft, ANSWER_TOKENS)
    content = clean(draft.content).strip()
    if not content:
        raise ModelUnavailable(f"{model.name} answered with an empty episode")
    return Extraction(
        day=local_time(turns[0].timestamp_ms, zone).date().isoformat(),
        subject=one_line(clean(draft.subject), SUBJECT_CHARS),
        summary=one_line(clean(draft.summary), SUMMARY_CHARS),
        content=content,
    )
