"""What the server writes around what was said is in the language of the conversation."""

from zoneinfo import ZoneInfo

import pytest

from memory.conversation.wording import is_heading, is_nobodys, names_in
from memory.ingest.extraction import compose
from memory.kinds.atomic_fact import teller_apart
from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of

ZONE = ZoneInfo("UTC")
SAID_AT = 1_780_477_200_000  # Wednesday, 3 June 2026


def talk(*said: str) -> list[Said]:
    names = ("Nora", "Jonas")
    return [
        Said(sender_id=name.lower(), sender_name=name, role="user", timestamp_ms=SAID_AT + n, text=text)
        for n, (name, text) in enumerate(zip(names, said, strict=True))
    ]


@pytest.mark.parametrize(
    ("said", "opening", "told"),
    [
        (
            ("I moved to Bonn and I like it here.", "You were in Bonn before."),
            "On Wednesday, 3 June 2026 at 09:00 UTC, Nora and Jonas talked:",
            "Jonas to Nora: ",
        ),
        (
            ("Ich bin nach Bonn gezogen und es gefällt mir.", "Du warst schon einmal dort."),
            "Am Mittwoch, 3. Juni 2026 um 09:00 UTC sprachen Nora und Jonas:",
            "Jonas an Nora: ",
        ),
        (
            ("Me he mudado a Bonn y me gusta la ciudad.", "Tú ya has vivido en la ciudad."),
            "El miércoles, 3 de junio de 2026 a las 09:00 UTC hablaron Nora y Jonas:",
            "Jonas a Nora: ",
        ),
        (
            ("我搬到波恩了，很喜欢这里。", "你以前在那里住过。"),
            "2026年6月3日星期三 09:00 UTC，Nora 和 Jonas的对话：",
            "Jonas 对 Nora: ",
        ),
    ],
)
def test_openings_and_speakers_are_in_the_language_spoken(
    said: tuple[str, str], opening: str, told: str
) -> None:
    turns = talk(*said)
    first, *lines = compose(turns, ZONE).content.splitlines()
    assert first == opening
    assert is_heading(first)
    assert not any(map(is_heading, lines))
    assert names_in(first) == ["Nora", "Jonas"]
    facts = [fact.text for fact in facts_of(turns, ZONE)["nora"]]
    assert any(fact.startswith(told) and teller_apart(fact)[0] == "Jonas" for fact in facts), facts


@pytest.mark.parametrize(
    "line",
    [
        "get_weather answered: 12 °C",
        "get_weather antwortete: 12 °C",
        "get_weather respondió: 12 °C",
        "get_weather 的回答: 12 °C",
        "Nora hat ein Dokument geteilt: Rezept",
    ],
)
def test_a_tool_and_a_document_are_nobodys_words(line: str) -> None:
    assert is_nobodys(line)
