"""How well the rules read: precision and recall on sentences that were marked by hand, and where they fail.

make content
"""

from tests.content import (
    conversations,
    dates,
    exchanges,
    foresights,
    profile_sentences,
    talks,
    third_person,
    unseen,
)
from tests.content.scores import Score


def show(title: str, score: Score) -> None:
    print(f"{title:28} {score.precision:9.3f} {score.recall:8.3f} {score.right:6}")
    for mark, found in (("wrong", score.wrong), ("missed", score.missed)):
        for text, what in found:
            print(f"    {mark:7}{what} | {text}")


def main() -> None:
    print(f"{'':28} precision   recall  right")
    for language in profile_sentences.LANGUAGES:
        show(f"profile, {language}", profile_sentences.measured(language))
    for language in unseen.LANGUAGES:
        show(f"profile 2, {language}", unseen.profile_measured(language))
    for language in exchanges.LANGUAGES:
        show(f"exchanges, {language}", exchanges.measured(language))
    for language in third_person.LANGUAGES:
        show(f"third person, {language}", third_person.measured(language))
    for language in foresights.LANGUAGES:
        show(f"foresights, {language}", foresights.measured(language))
    for language in unseen.LANGUAGES:
        show(f"foresights 2, {language}", unseen.foresights_measured(language))
    for sort in conversations.SORTS:
        for name, score in zip(("profile", "foresights"), conversations.measured(sort), strict=True):
            show(f"{name}, {sort}", score)
    for name in talks.SETS:
        for language in talks.LANGUAGES:
            for kind, talk_score in talks.measured(name, language).items():
                show(f"{kind}, {name}, {language}", talk_score)
    for language in dates.LANGUAGES:
        show(f"dates, {language}", dates.measured(language))


if __name__ == "__main__":
    main()
