"""The text of an episode: by the configured model, or by rules where there is none."""

from collections.abc import Callable, Sequence
from zoneinfo import ZoneInfo

from django.conf import settings

from memory.conversation.messages import Turn
from memory.ingest import extraction, model_extraction
from memory.ingest.extraction import Extraction
from memory.providers.registry import get_language_model


def compose(
    turns: Sequence[Turn], uses_model: bool = True, before_call: Callable[[], None] = lambda: None
) -> Extraction:
    """Raises ModelUnavailable. `before_call` is called before each question to the model."""
    model = get_language_model() if uses_model else None
    if model is None:
        return extraction.compose(turns, _zone())
    return model_extraction.compose(turns, _zone(), model, before_call)


def _zone() -> ZoneInfo:
    return ZoneInfo(settings.EVEROS.memory.timezone)
