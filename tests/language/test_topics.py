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
