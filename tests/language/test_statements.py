"""What of a message tells something."""

import pytest

from memory.language.statements import points_back, statements


@pytest.mark.parametrize(
    "text",
    ["我现在住在成都。", "我有狗。", "我的猫在这。", "I moved.", "Ich habe Hunger.", "好的。我去上海。"],
)
def test_a_statement_is_kept_however_common_its_words(text: str) -> None:
    assert statements(text, ()) != []


@pytest.mark.parametrize(
    "text",
    [
        "你好！",
        "谢谢你",
        "好的好的",
        "我也是",
        "哈哈哈哈",
        "嗯嗯，好吧。",
        "Thanks!",
        "Guten Morgen",
        "真的吗？",
        "You and your gadgets!",
        "Das hast du mir noch nie erzählt.",
        "No me habías dicho nada",
        "小顾，样片剪完了没",
    ],
)
def test_courtesies_tell_nothing(text: str) -> None:
    assert statements(text, ()) == []


def test_a_question_behind_a_plan_hides_no_plan() -> None:
    assert statements("周六不行，我们要去婆婆家，周日下午可以吗", ()) != []
    assert statements("明天下午我要陪老婆去产检，后天（2028年6月15日）上午行吗", ()) != []


def test_a_german_article_points_at_nothing_said_before() -> None:
    assert points_back("Das war schön.")
    assert not points_back("Das Bett hat einen Riss.")
