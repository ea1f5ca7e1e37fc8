"""The sentences of `third_person/*.txt`: how a reader would tell of Maya what she says of herself, marked by hand."""

from pathlib import Path

from memory.language.third_person import told_of
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "third_person"
LANGUAGES = ("english", "german", "spanish")


def marked(language: str) -> list[tuple[str, str]]:
    lines = (FOLDER / f"{language}.txt").read_text().splitlines()
    pairs = (line.split(" => ") for line in lines if line and not line.startswith("#"))
    return [(said, "" if told == "-" else told) for said, told in pairs]


def measured(language: str) -> Score:
    score = Score()
    for said, told in marked(language):
        score.count(said, filter(None, [told_of("Maya", said)]), filter(None, [told]))
    return score
