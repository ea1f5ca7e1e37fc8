"""The text of an episode: by the configured model, or by rules where there is none."""

from collections.abc import Callable, Sequence

from django.conf import settings

from memory import times
from memory.conversation.messages import Turn
from memory.conversation.reading import PURPOSE
from memory.ingest import extraction, model_extraction
from memory.ingest.extraction import Extraction
from memory.providers import budget
from memory.providers.registry import get_language_model


def compose(
    turns: Sequence[Turn], uses_model: bool = True, before_call: Callable[[], None] = lambda: None
) -> Extraction:
    """Raises ModelUnavailable. `before_call` is called before each question to the model."""
    model = get_language_model(PURPOSE) if uses_model else None
    if model is None:
        why = budget.why_by_rules(PURPOSE) if uses_model and settings.EVEROS.llm.configured else ""
        return extraction.compose(turns, times.display_zone()).model_copy(update={"note": why})
    return model_extraction.compose(
        turns, times.display_zone(), model, before_call, *model_extraction.within_budget()
    )
