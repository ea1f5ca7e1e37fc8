"""English as people type it is read as if it were spelled out; other languages, names and abbreviations stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.spelling import spelled
from memory.language.third_person import told_of


@pytest.mark.parametrize(
    ("typed", "standard"),
    [
        ("im only 24 and i've never managed anyone", "I'm only 24 and I've never managed anyone"),
        ("Im allergic to nuts", "I'm allergic to nuts"),
        ("i live in bristol", "I live in bristol"),
        ("ive got two cats", "I've got two cats"),
        ("cant eat gluten", "can't eat gluten"),
        ("I dont drive and my sister doesnt either", "I don't drive and my sister doesn't either"),
        ("shes a nurse and hes still at school", "she's a nurse and he's still at school"),
        ("thats fine, it wasnt my flat", "that's fine, it wasn't my flat"),
        ("i told them id think about it", "I told them I'd think about it"),
        ("id love to come", "I'd love to come"),
        ("they want ME to run the bakery", "they want me to run the bakery"),
        ("Dont know if theyre coming", "Don't know if they're coming"),
        ("are u still at the bakery", "are you still at the bakery"),
        ("its my dads drill, ill drop it off thursday", "it's my dads drill, I'll drop it off Thursday"),
        ("lets meet in march or on the 5th of may", "let's meet in March or on the 5th of May"),
        ("ur the best, hows ur mum", "you're the best, how's your mum"),
        ("my gf is off tmrw", "my girlfriend is off tomorrow"),
        ("my bday is in october", "my birthday is in October"),
    ],
)
def test_apostrophes_and_capitals_are_put_in(typed: str, standard: str):
    assert spelled(typed) == standard


@pytest.mark.parametrize(
    "text",
    [
        "I'm 24 and I don't drive.",
        "im Park",
        "Im Garten ist es schön",
        "Wir sind im Park mit dem Hund",
        "bin im so genannten park",
        "Ich hab das Shirt noch, thats it",
        "Hans u Maria kommen",
        "le film dont je parle",
        "i ragazzi sono qui",
        "siete u ocho veces",
        "my ID is 1234",
        "my id has expired and the new one is late",
        "Im is my boss",
        "Jony Ive designed it for the museum",
        "I have ME, and it is worse in winter",
        "the index i is too big",
        "that depends on i, the index of the loop",
        "a bug in the i/o of the server, i.e. the disk",
        "I feel ill and its fur is wet",
        "write to im.dont@example.org about the flat",
        "我住在上海 im",
        "she lets go of its tail, its own tail",
        "he got ill on the march, and you may laugh",
        "am montag im august",
        "el martes y el viernes",
    ],
)
def test_what_is_right_or_may_be_something_else_stays(text: str):
    assert spelled(text) == text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("im only 24 and i've never managed anyone", "Shazia is only 24 and has never managed anyone"),
        ("i live in bristol", "Shazia lives in bristol"),
        ("i dont eat meat", "Shazia doesn't eat meat"),
        ("ive got two cats", "Shazia has got two cats"),
        ("id love a coffee", "Shazia would love a coffee"),
        ("i havent been to leeds", "Shazia hasn't been to leeds"),
        ("are u still at the bakery", None),
    ],
)
def test_it_is_told_like_standard_english(typed: str, told: str | None):
    assert told_of("Shazia", typed) == told


@given(st.text())
def test_what_is_spelled_out_stays(text: str):
    assert spelled(spelled(text)) == spelled(text)
