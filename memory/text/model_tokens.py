"""How many tokens a text has for a language model, at most: by the kinds of its characters, without a vocabulary.

A model's vocabulary is not known here, and none may be downloaded. A fourth of the bytes is near the truth in prose,
and half of it or less where ids, dates and JSON are many. This count was held against OpenAI's o200k_base: it is 1.1 to
1.7 times as many in English, German and Spanish prose, in JSON, code and ids, up to 3.3 times in Russian and Arabic.
What looks random (base64) has up to an eighth more than is counted.
"""

import math
import re

# One match for each token: up to 5 letters of a word, of capitals, or up to 3 digits; each other character.
_TOKEN = re.compile(r"(?<![A-Z])[A-Z][a-z]{1,4}|[a-z]{1,5}|[A-Z]{1,5}|[0-9]{1,3}|[^A-Za-z0-9 ]")
_BEYOND_BASIC_PLANE = re.compile("[\U00010000-\U0010ffff]")  # such as an emoji: 3 tokens
_FURTHER = 2  # tokens of such a character beside the one of its match
_MARGIN = 1.1


def most_tokens(text: str) -> int:
    beyond = 0 if text.isascii() else len(_BEYOND_BASIC_PLANE.findall(text))
    return math.ceil(_MARGIN * (len(_TOKEN.findall(text)) + _FURTHER * beyond))
