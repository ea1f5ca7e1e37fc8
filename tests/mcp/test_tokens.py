"""How honest the count of tokens is, held against OpenAI's o200k_base: the numbers are what that vocabulary makes."""

import pytest

from memory.providers.tokens import most_tokens

SAMPLES = [
    ("I love climbing in Yosemite every spring.", 8),
    (
        "On Wednesday, 28 May 2025 at 00:00 UTC, Alice and Bob talked about the lease of the flat in Leipzig.",
        29,
    ),
    (
        '{"id":"maya_af_20250528_00000001","kind":"fact","when":"2025-05-28T11:00:00Z","text":"She moved."}',
        40,
    ),
    ("5e5545e3-285e-4334-a1e7-83809304e4e6", 24),
    ("[alice_ep_20250528_00000001 2025-05-28, until 2025-06-01] She works as a nurse.", 34),
    ("Ich habe gestern mit meiner Schwester über die Wohnung gesprochen.", 11),
    ("昨日、妹とライプツィヒのアパートについて話しました。", 17),
    ("def most_tokens(text: str) -> int:\n    return sum(map(_tokens, _PIECE.findall(text)))\n", 23),
    ("- likes tea\n- lives in Oslo\n- works at Acme Corp. since 2019\n", 21),
]


@pytest.mark.parametrize(("text", "counted_by_a_vocabulary"), SAMPLES, ids=lambda value: str(value)[:20])
def test_it_is_never_less_and_not_much_more(text: str, counted_by_a_vocabulary: int) -> None:
    assert counted_by_a_vocabulary <= most_tokens(text) <= 1.8 * counted_by_a_vocabulary


def test_nothing_has_none() -> None:
    assert most_tokens("") == most_tokens("  ") == 0
