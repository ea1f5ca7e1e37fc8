"""The sentences of `profile/*.txt`: what a person would put into a profile on reading each, marked by hand."""

import re
from pathlib import Path

from ome.strategies.extract_user_profile.rules import found_in
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "profile"
LANGUAGES = ("english", "german", "spanish", "chinese")
_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_FAVOURITE = re.compile(r" favorit[oa]$")
_ARTICLE = re.compile(r"^(?:an?|the|el|la|los|las|una?|eine?n?|der|die|das) ")


def marked(language: str) -> list[tuple[str, list[str]]]:
    """Each sentence with its claims, as `home=oslo`."""
    lines = (FOLDER / f"{language}.txt").read_text().splitlines()
    pairs = (line.split(" => ") for line in lines if line and not line.startswith("#"))
    return [
        (text, [] if claims == "-" else [plain(one) for one in claims.split(";")]) for text, claims in pairs
    ]


def claimed(sentence: str) -> list[str]:
    found = [one for one in found_in(sentence) if one.pattern.slot]
    claims = []
    for one in found:
        slot, key, value = one.pattern.slot, one.groups.key, one.groups.value
        if slot in ("habit", "way"):  # the way to work
            claims.append("habit")
        elif slot == "favourite":
            claims.append(plain(f"favourite {_FAVOURITE.sub('', key)}={value}"))
        elif slot in ("family", "pet"):
            claims.append(plain(f"{slot}={key} {value}"))
        else:
            claims.append(plain(f"{slot}={one.pattern.shaped(value)}"))
    return list(dict.fromkeys(claims))


def measured(language: str) -> Score:
    score = Score()
    for sentence, expected in marked(language):
        score.count(sentence, claimed(sentence), expected)
    return score


def plain(claim: str) -> str:
    slot, equals, value = claim.strip().casefold().partition("=")
    text = _ARTICLE.sub("", value.strip())
    return f"{slot}{equals}{_BETWEEN_HAN.sub('', text)}"
