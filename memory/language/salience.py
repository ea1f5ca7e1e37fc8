"""Finds the key phrases and the most telling sentences of a conversation by counting words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log1p, sqrt

from memory.language.words import content_words, is_content

# A word. Neighbouring words form a phrase if only a single space lies between them.
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+(?:['’\-][^\W_]+)*")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2,}")
_ASIDE = re.compile(r"\[[^\]\n]{0,300}\]")  # bracketed captions, notes and links in a message
_PHRASE_WORDS = 3
_USUAL_SENTENCE = 25  # content words; longer sentences get no further weight


class Salience:
    """Word weights of one conversation; `ignored` words, such as the speakers' names, weigh nothing."""

    def __init__(self, texts: Sequence[str], ignored: Iterable[str] = ()) -> None:
        self._texts = [_ASIDE.sub(". ", text) for text in texts]
        self._ignored = frozenset(word.lower() for word in ignored)
        self._counts = Counter(
            word for text in self._texts for word in content_words(text) if word not in self._ignored
        )

    def of_sentence(self, sentence: str) -> float:
        """Higher for sentences with many words that the conversation returns to; lower for questions."""
        words = set(content_words(_ASIDE.sub(" ", sentence)))
        weight = sum(self._weight(word) for word in words) / sqrt(max(len(words), 4))
        weight *= min(1.0, _USUAL_SENTENCE / max(len(words), 1))
        return weight * (0.4 if sentence.rstrip("\"'”’」)）").endswith(("?", "？")) else 1.0)

    def returning(self, sentence: str) -> int:
        """How many of its words the conversation uses again, at most two."""
        return min(2, sum(self._counts[word] > 1 for word in set(content_words(sentence))))

    def key_phrases(self, limit: int) -> list[str]:
        """Up to `limit` phrases as they were written, no two of which share a word."""
        counts = Counter(phrase for text in self._texts for phrase in self._candidates(text))
        ranked = sorted(counts.items(), key=lambda item: -self._phrase_weight(*item))
        chosen: list[str] = []
        used: set[str] = set()
        for phrase, _ in ranked:
            parts = (
                set(phrase.lower().split())
                if phrase.isascii() or " " in phrase
                else set(content_words(phrase))
            )
            if parts and not parts & used:
                chosen.append(phrase)
                used |= parts
            if len(chosen) == limit:
                break
        return chosen

    def _weight(self, word: str) -> float:
        # Longer words tend to be rarer; no other measure of rarity works without a corpus.
        return log1p(self._counts[word]) * (0.5 + min(len(word), 10) / 10) if word in self._counts else 0.0

    def _phrase_weight(self, phrase: str, count: int) -> float:
        weight = sum(self._weight(word) for word in content_words(phrase))
        named = 1.3 if phrase[:1].isupper() else 1.0
        return weight * named * sqrt(count)

    def _candidates(self, text: str) -> Iterator[str]:
        run: list[str] = []
        end = -1
        for match in _WORD.finditer(text):
            word = match[0]
            content = self._counts_as_content(word)
            joined = match.start() == end + 1 and text[end] == " " and len(run) < _PHRASE_WORDS
            if run and not (joined and content):
                yield " ".join(run)
                run = []
            if content:
                run.append(word)
            end = match.end()
        if run:
            yield " ".join(run)
        for match in _CJK_RUN.finditer(text):
            yield from self._cjk_phrases(match[0])

    def _counts_as_content(self, word: str) -> bool:
        folded = word.lower().replace("’", "'")
        return folded in self._counts and is_content(folded) and not word.isdigit()

    def _cjk_phrases(self, run: str) -> Iterator[str]:
        """Pieces of up to six characters between grammatical ones, since there is no dictionary to find words."""
        piece = ""
        for pair in (run[i : i + 2] for i in range(len(run) - 1)):
            if is_content(pair) and len(piece) < 6:
                piece = piece + pair[1] if piece else pair
            else:
                if piece:
                    yield piece
                piece = pair if is_content(pair) else ""
        if piece:
            yield piece
