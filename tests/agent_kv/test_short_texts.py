"""A word or two is near to everything: it does not come before the sentence that answers."""

import pytest

from cascade.drain import drain
from tests.agent_kv.conftest import Api

PLACES = ("billing", "orders", "search", "auth", "mail", "report", "cart", "login", "stock", "price")
DAYS = ("Monday", "Tuesday", "Wednesday")
NOTES = [f"The {place} service is deployed on {day}." for place in PLACES for day in DAYS]


@pytest.mark.parametrize(
    ("query", "answer", "short"),
    [
        (
            "keep answers short",
            "The user prefers concise explanations",
            ("soon gone", "short", "x", "ok", "done"),
        ),
        (
            "reply language",
            "The user wants to be answered in German",
            ("language", "soon", "reply later", "ok"),
        ),
        (
            "favourite drink",
            "In the morning he always has green tea",
            ("favourite", "soon", "drink me", "ok"),
        ),
        (
            "wie lang sollen Antworten sein",
            "Die Nutzerin mag knappe Erklärungen",
            ("kurz", "lang", "Antwort", "fertig"),
        ),
        (
            "tono de las respuestas",
            "La usuaria prefiere un tono formal",
            ("tono", "respuesta", "pronto", "vale"),
        ),
    ],
)
def test_the_sentence_comes_first(api: Api, query: str, answer: str, short: tuple[str, ...]) -> None:
    for number, value in enumerate((*NOTES, *short, answer)):
        api.store(f"k{number}", value)
    drain()
    status, found = api.call("POST", "bot/vector-search", {"text": query, "threshold": 0, "limit": 3})
    assert status == 200
    assert found["results"][0]["value"] == answer


def test_a_short_text_is_found_by_its_own_words(api: Api) -> None:
    for number, value in enumerate((*NOTES, "soon gone")):
        api.store(f"k{number}", value)
    drain()
    _, found = api.call("POST", "bot/vector-search", {"text": "soon gone"})
    assert found["results"][0]["value"] == "soon gone"
    assert found["results"][0]["similarity"] > 0.9
