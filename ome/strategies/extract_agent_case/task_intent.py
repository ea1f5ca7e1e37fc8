"""States what a user finally wanted, in their own words: the requests of all their messages in one line. Pure."""

import re
from collections.abc import Iterator, Sequence

from memory.language.sentences import clip, split
from memory.language.words import content_words
from ome.strategies.extract_agent_case.remarks import is_for_good
from ome.strategies.extract_agent_case.requests import WISH_CHARS, bare, is_order, is_request, request_in

INTENT_CHARS = 320
MOST_PARTS = 5
READ_CHARS = 4_000  # characters that are read of each message
MOST_SENTENCES = 60  # that are read of each message
MOST_ASKED = 60  # messages that are read; of more, the first and the last ones
FEW_WORDS = 4  # a shorter request needs its occasion stated

_MARK = re.compile(r"<[|｜][^|｜]{0,40}[|｜]>")  # control tokens that models write between people's words


def task_intent(asked: Sequence[str]) -> str:
    """The requests, the first one first; without any, the most telling sentence. Empty if nothing was said."""
    parts = _distinct(_requests(asked)) or [_longest_said(asked)]
    text = "; ".join(part if number == 0 else _lowered(part) for number, part in enumerate(parts))
    text = text.replace("?; ", "? ").replace("？; ", "？")
    return clip(text[:1].upper() + text[1:], INTENT_CHARS)


def _requests(asked: Sequence[str]) -> Iterator[str]:
    kept = asked if len(asked) <= MOST_ASKED else [*asked[: MOST_ASKED // 2], *asked[-MOST_ASKED // 2 :]]
    for number, text in enumerate(kept):
        sentences = _sentences(text)
        wanted = [one for one in sentences if is_request(one) and not (number and is_for_good(one))]
        if number == 0 and sum(_weight(request_in(sentence)) for sentence in wanted) <= FEW_WORDS:
            wanted = _with_occasion(sentences, wanted)
        yield from map(request_in, wanted)


def _with_occasion(sentences: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Adds what else the first message says, because it names the matter in any language."""
    others = [sentence for sentence in sentences if sentence not in wanted]
    occasion = max(others, key=_weight, default="")
    return [sentence for sentence in sentences if sentence in wanted or sentence == occasion]


def _distinct(parts: Iterator[str]) -> list[str]:
    """The requests that add something, in order; if there are too many, those that add most."""
    covered: set[str] = set()
    chosen: list[tuple[int, str]] = []
    for part in parts:
        words = set(content_words(part))
        new = words - covered
        if _adds(new, words) or (new and (not chosen or (new == words and is_order(part)))):
            chosen.append((len(new), part))
            covered |= words
    best = sorted(range(1, len(chosen)), key=lambda place: -chosen[place][0])[: MOST_PARTS - 1]
    return _fitting([chosen[place][1] for place in sorted({0, *best}) if place < len(chosen)])


def _adds(new: set[str], words: set[str]) -> bool:
    return len(new) > 1 and 3 * len(new) > len(words)


def _fitting(parts: list[str]) -> list[str]:
    while len(parts) > 1 and sum(len(part) + 2 for part in parts) > INTENT_CHARS:
        parts.remove(min(parts[1:], key=_weight))
    return parts


def _longest_said(asked: Sequence[str]) -> str:
    return clip(max((s for text in asked for s in _sentences(text)), key=_weight, default=""), WISH_CHARS)


def _sentences(text: str) -> list[str]:
    parts = split(_MARK.sub(" ", text[:READ_CHARS]))[:MOST_SENTENCES]
    return [sentence for part in parts if (sentence := bare(part))]


def _weight(sentence: str) -> int:
    return len(set(content_words(sentence)))


def _lowered(part: str) -> str:
    """Lower-cases the first letter of an order, which is not a name."""
    return part[:1].lower() + part[1:] if is_order(part) and part[1:2].islower() else part
