"""Finds what a person asks of an assistant for good: "Please don't phone me, just send a text." Pure.

It is asked for good if it says so ("next time", "always"), or is about the form of answers and of what the two make
together ("no long paragraphs", "we use tabs, not spaces"), or about how the person is addressed and reached. What is
wanted once is none: "Please book the table", "Call me at five". Only for conversations of one person with an assistant:
among people, "Don't call me so late" is not for a machine.
"""

from collections.abc import Iterator

from ome.strategies.extract_user_profile.languages.grammar import Grammar, Groups, Pattern
from ome.strategies.extract_user_profile.languages.requests import REQUESTS


def instructions_in(sentence: str) -> Iterator[tuple[Grammar, Pattern, Groups]]:
    """What the sentence asks of an assistant for good, beyond what the patterns of profiles find."""
    for requests in REQUESTS:
        if asked := requests.found_in(sentence):
            yield requests.grammar, requests.pattern, Groups("", asked)
