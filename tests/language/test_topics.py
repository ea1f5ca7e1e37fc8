"""Who and what several texts mention."""

import pytest

from memory.language.topics import mentioned

TEXTS = (
    "Ines: At noon Yusuf carried the crate.\nInes: Bram waited in the car, because Grandma was late.",
    "Ines: Yusuf cooked for us.\nInes: Nobody knows the recipe but Grandma.",
    "Ines: The market moves to Turkuplatz.\nInes: A week later Bram visited us there, beside the Turkuplatz fountain.",
    "Ines: I read about Rust.\nInes: At work we use Rust, and the new Rust book is on my desk.",
)


@pytest.fixture(scope="module")
def kinds() -> dict[str, str]:
    return {one.name: one.kind for one in mentioned(TEXTS, {}, ignored=("Ines",))}


@pytest.mark.parametrize("name", ["Yusuf", "Bram", "Grandma"])
def test_who_acts_is_a_person(kinds: dict[str, str], name: str) -> None:
    assert kinds[name] == "person"


def test_a_square_is_a_place(kinds: dict[str, str]) -> None:
    assert kinds["Turkuplatz"] == "place"


def test_what_only_is_used_is_a_topic(kinds: dict[str, str]) -> None:
    assert kinds["Rust"] == "topic"


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (
            ("maya: My wife cooked soup.\nmaya: I phoned my wife.", "maya: The soup of my wife is good."),
            "wife",
        ),
        (
            ("maya: I saw my little sister.", "maya: I like my little sister."),
            "sister",
        ),
        (
            ("maya: Meine Frau kocht Suppe.", "maya: Gestern hat meine Frau angerufen, und sie war müde."),
            "Frau",
        ),
        (
            ("maya: Meine Kinder spielen im Garten.", "maya: Ich hole die Kinder ab, und dann essen wir."),
            "Kinder",
        ),
        (
            ("maya: Ayer comí con mi esposa en casa.", "maya: Llamé a mi esposa, pero no estaba."),
            "esposa",
        ),
        (
            ("maya: Mi suegra vive en casa.", "maya: La sopa de mi suegra es muy buena, y la comemos."),
            "suegra",
        ),
        (("maya: 我妻子做了汤。", "maya: 昨天我给妻子打了电话。"), "妻子"),
        (("maya: 我女儿喜欢画画。", "maya: 周末我和女儿去公园。"), "女儿"),
    ],
)
def test_relatives_are_persons(texts: tuple[str, ...], name: str) -> None:
    kinds = {one.name: one.kind for one in mentioned(texts, {}, ignored=("maya",))}
    found = next(one for one in kinds if one.endswith(name))
    assert kinds[found] == "person"
