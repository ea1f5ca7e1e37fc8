"""The sentences of `unseen/*.txt`, which were written before the rules were run on them: profile and foresights.

Where the rules miss something there, that is told and kept: what a reader would mark is not taken from the rules.
"""

from pathlib import Path

from tests.content.foresights import expected_of
from tests.content.profile_sentences import claimed, plain
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "unseen"
LANGUAGES = ("english", "german", "spanish", "chinese")


def marked(language: str) -> list[tuple[str, list[str], list[str]]]:
    """Each sentence, its claims as `home=oslo`, and the first days of what is to be expected."""
    lines = (FOLDER / f"{language}.txt").read_text().splitlines()
    found = []
    for line in lines:
        if line.startswith("#"):
            continue
        text, marks = line.split(" => ")
        parts = [] if marks == "-" else [one.strip() for one in marks.split(";")]
        claims = [plain(one) for one in parts if not one.startswith(">")]
        days = [one.removeprefix(">").removeprefix("?") for one in parts if one.startswith(">")]
        found.append((text, claims, days))
    return found


def profile_measured(language: str) -> Score:
    score = Score()
    for text, claims, _ in marked(language):
        score.count(text, claimed(text), claims)
    return score


def foresights_measured(language: str) -> Score:
    score = Score()
    for text, _, days in marked(language):
        score.count(text, expected_of(text), days)
    return score
