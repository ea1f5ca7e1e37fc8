"""What only bids the other to do something says nothing of anybody."""

import pytest

from memory.language.statements import only_asks


@pytest.mark.parametrize(
    "sentence",
    [
        "Let me know how it goes!",
        "Come and pull weeds with me.",
        "don't tell Dad",
        "Put in a ticket.",
        "Take Wanda with you",
        "Tell me about it when you're back.",
        "Sag Bescheid, wenn ihr da seid.",
        "Komm gut an",
        "Trae fotos del piso nuevo",
        "cuéntame más",
        "记得带伞",
        "带小雅一起来呀！",
        "send me the file pls",
        "pls forward it",
        "mach mal bitte das Licht aus",
        "sag deinem chef mal die meinung",
        "Apúntate a natación hombre",
        "帮我带杯咖啡",
        "把文件发我",
    ],
)
def test_a_mere_bidding(sentence: str) -> None:
    assert only_asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Come on Sunday.",
        "Bring the 2 tents.",
        "Tell my sister that I moved.",
        "Komm am Samstag, ich koche.",
        "Trae a los niños el domingo",
        "明天带伞",
        "Bringing up twins is hard.",
        "Sagt dir der Name etwas?",
        "Venezuela queda lejos",
        "快递到了",
        "带孩子很累",
        "记得小时候下大雪",
        "Pass ist abgelaufen",
        "Espera gemelos",
        "guess who made the team",
        "Ring the side door, the front bell is broken",
        "Háblame en español",
        "帮我写个主持稿",
    ],
)
def test_no_mere_bidding(sentence: str) -> None:
    assert not only_asks(sentence)
