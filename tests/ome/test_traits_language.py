"""Traits are told in the language of the items that speak for them."""

import pytest

from ome.strategies.extract_user_profile.traits import traits_of


@pytest.mark.parametrize(
    ("descriptions", "trait", "basis"),
    [
        (("Likes pizza", "Likes sushi", "Likes pasta"), "Likes good food", "3 items of the profile"),
        (("Mag Pizza", "Mag Sushi", "Mag Pasta"), "Genießer", "3 Einträge des Profils"),
        (
            ("Le gusta pizza", "Le gusta sushi", "Le gusta pasta"),
            "Amante de la buena comida",
            "3 entradas del perfil",
        ),
        (("喜欢 pizza", "喜欢 sushi", "喜欢 pasta"), "喜欢美食", "档案中的3条"),
    ],
)
def test_a_trait_is_told_in_the_language_of_its_items(
    descriptions: tuple[str, ...], trait: str, basis: str
) -> None:
    items = [{"category": "likes", "description": text, "sources": []} for text in descriptions]
    assert [(one["trait"], one["basis"]) for one in traits_of(items)] == [(trait, basis)]
