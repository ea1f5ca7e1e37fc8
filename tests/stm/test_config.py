from typing import Any

import pytest

from memory.stm.sessions import Config, configure, context, delete_session
from tests.conftest import change_settings
from tests.stm.conftest import say

pytestmark = pytest.mark.usefixtures("store")


def test_what_the_session_does_not_say_is_as_in_the_settings(settings: Any) -> None:
    change_settings(settings, "stm", strategy="token_threshold", max_messages=7, max_tokens=70)
    assert configure("s1", {}) == Config("token_threshold", 7, 70)
    assert configure("s1", {"max_messages": 5}) == Config("token_threshold", 5, 70)
    change_settings(settings, "stm", strategy="sliding_window", max_messages=8, max_tokens=80)
    assert configure("s1", {}) == Config("sliding_window", 5, 80)


def test_what_is_not_named_stays_as_it_was() -> None:
    configure("s1", {"strategy": "token_threshold", "max_messages": 5, "max_tokens": 50})
    assert configure("s1", {"max_tokens": 60}) == Config("token_threshold", 5, 60)


def test_null_gives_way_to_the_settings_again() -> None:
    configure("s1", {"strategy": "token_threshold", "max_tokens": 50})
    assert configure("s1", {"strategy": None, "max_tokens": None}) == Config("sliding_window", 50, 4000)


def test_it_holds_for_one_session_only() -> None:
    configure("s1", {"max_messages": 1})
    say(*"ab")
    say(*"ab", session_id="s2")
    assert [len(context(session_id).messages) for session_id in ("s1", "s2")] == [1, 2]


def test_it_goes_with_the_session() -> None:
    configure("s1", {"max_messages": 1})
    assert delete_session("s1")
    assert configure("s1", {}) == Config("sliding_window", 50, 4000)
