"""The expressions of `dates/*.txt`: which days a reader would say that each means, marked by hand."""

from datetime import date
from pathlib import Path

from memory.language.calendar import spans
from memory.language.dates import resolve
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "dates"
LANGUAGES = ("english", "german", "spanish", "french", "chinese")
SAID_ON = date(2025, 5, 28)  # a Wednesday


def measured(language: str) -> Score:
    score = Score()
    for line in (FOLDER / f"{language}.txt").read_text().splitlines():
        if not line.startswith("#"):
            sentence, expected = line.split(" => ")
            score.count(sentence, understood(sentence), [] if expected == "-" else [expected])
    return score


def understood(sentence: str) -> list[str]:
    """As `2025-06-16` or `2025-06-02..2025-06-08`."""
    found = spans(resolve(sentence, SAID_ON), SAID_ON)
    return list(
        dict.fromkeys(
            span.first.isoformat() + (f"..{span.last.isoformat()}" if span.last != span.first else "")
            for span in found
        )
    )
