"""Token counts without a vocabulary: a model's is not known here, and none may be downloaded.

The estimate bounds and accounts; it never decides what fits exactly. It is a quarter of the UTF-8 bytes: 4.7 bytes a
token in English and 4.8 in Chinese with the vocabulary of multilingual-e5; OpenAI's are of that size too (about 4 in
English).

The estimate is near the truth in prose, and half of it or less where ids, dates and JSON are many. So what must fit is
counted by the kinds of its characters. Compared with OpenAI's o200k_base, this count is 1.1 to 1.7 times as high in
English, German and Spanish prose, JSON, code and ids, and up to 3.3 times in Russian and Arabic. Random-looking text
(base64) has up to an eighth more tokens than are counted.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator

from memory.text.cleaning import clean

BYTES_PER_TOKEN = 4
EMPTY_TEXT = "."  # stands for an empty text

# One match for each token: up to 5 letters of a word, of capitals, or up to 3 digits; each other character.
_TOKEN = re.compile(r"(?<![A-Z])[A-Z][a-z]{1,4}|[a-z]{1,5}|[A-Z]{1,5}|[0-9]{1,3}|[^A-Za-z0-9 ]")
_BEYOND_BASIC_PLANE = re.compile("[\U00010000-\U0010ffff]")  # such as an emoji: 3 tokens
_FURTHER = 2  # tokens of such a character beside the one of its match
_MARGIN = 1.1
MOST_REPORTED = 100_000_000  # more than any model reads or writes in one call


def _plausible(count: Any) -> int:
    return int(count) if isinstance(count, int | float) and 0 <= count <= MOST_REPORTED else 0


def _counts(usage: Any) -> dict[str, Any]:
    return usage if isinstance(usage, dict) else {}


_Count = Annotated[int, BeforeValidator(_plausible)]


class Reported(BaseModel):
    """The tokens of a call as its endpoint counts them: 0 where it reports none, or nothing that can be true."""

    prompt_tokens: _Count = 0
    completion_tokens: _Count = 0
    total_tokens: _Count = 0


# Of an answer. A wrong report must not cost the answer that it is about.
Usage = Annotated[Reported, BeforeValidator(_counts)]


def estimate_tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def most_tokens(text: str) -> int:
    """How many tokens a text has for a language model, at most."""
    beyond = 0 if text.isascii() else len(_BEYOND_BASIC_PLANE.findall(text))
    return math.ceil(_MARGIN * (len(_TOKEN.findall(text)) + _FURTHER * beyond))


def head(text: str, tokens: int) -> str:
    """The beginning of a text, of at most about this many tokens, without splitting a character."""
    limit = tokens * BYTES_PER_TOKEN
    text = text[:limit]
    return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")


def sendable(text: str, tokens: int) -> str:
    """The beginning of a text as endpoints accept it: they refuse an empty one."""
    text = head(clean(text), tokens)
    return text if text.strip() else EMPTY_TEXT


def batches(texts: Iterable[str], max_texts: int, max_tokens: int) -> Iterator[list[str]]:
    """The texts in order, in lists of at most this many texts and tokens; a larger text has a list of its own."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        cost = estimate_tokens(text)
        if batch and (len(batch) == max_texts or tokens + cost > max_tokens):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += cost
    if batch:
        yield batch
