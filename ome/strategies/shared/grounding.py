"""Finds whose words a model's sentence is based on; what nobody has said, the model has inferred. Pure."""

from collections.abc import Sequence

from memory.conversation.messages import Turn, documents_of, names_of, own_words
from memory.kinds.provenance import DOCUMENT, MODEL_INFERRED, OF_ROLE, OUTSIDE, TOOL_RETURNED, least
from memory.language.periods import MONTHS
from memory.text.tokens import terms

GROUNDED = 0.5  # the least share of a sentence's words that must have been said; a model rephrases the rest

_DATE_WORDS = frozenset(terms(" ".join(MONTHS)))


class Grounding:
    """The words of one conversation by source; made once for all sentences derived from it."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._said = [_said_in(turn) for turn in turns]
        names = names_of(turns)
        self._names = frozenset(terms(" ".join([*names, *names.values()])))
        everything = (one for said in self._said for one in said)
        self._outside = [(source, text) for source, text in everything if source in OUTSIDE]

    def source(self, sentence: str, n: int) -> str:
        """The source of a sentence. `n` is the number of the message that the model names, from 1; 0 if it names none.

        Tools and documents are checked before the sentence counts as inferred, so that a wrong number does not turn
        their words into a person's.
        """
        words = {word for word in terms(sentence) if not word.isdigit()} - self._names - _DATE_WORDS
        if not 0 < n <= len(self._said):
            holding = (source for said in self._said for source, text in said if _holds(text, words))
            return least(holding) or MODEL_INFERRED
        named = self._said[n - 1]
        for source, text in named:
            if source == TOOL_RETURNED or _holds(text, words):
                return source
        outside = [source for source, text in self._outside if _holds(text, words)]
        if outside:
            return outside[0]
        return DOCUMENT if any(source == DOCUMENT for source, _ in named) else MODEL_INFERRED


def _said_in(turn: Turn) -> list[tuple[str, frozenset[str]]]:
    """The terms of the sender's own words and of each document, with their source."""
    own = OF_ROLE.get(turn.role, MODEL_INFERRED)
    texts = [(own, own_words(turn)), *((DOCUMENT, text) for text in documents_of(turn))]
    return [(source, frozenset(terms(text))) for source, text in texts]


def _holds(said: frozenset[str], words: set[str]) -> bool:
    return bool(words) and len(words & said) >= GROUNDED * len(words)
