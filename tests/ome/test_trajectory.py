"""What an agent did, as its turns say it."""

import re

import pytest

from ome.strategies.extract_agent_case.trajectory import agents_of, failure_of, trajectory_of
from tests.ome.trajectories import answer, call, refund, say


@pytest.mark.parametrize(
    ("result", "failure"),
    [
        ("Error: payment does not add up", "payment does not add up"),
        ('{"error": {"code": 7, "message": "no such order"}}', "no such order"),
        ('{"success": false, "message": "locked"}', "locked"),
        ('{"status": "failed"}', "it failed"),
        ("Traceback (most recent call last):\n  File x\nValueError: bad day", "ValueError: bad day"),
        ("错误：找不到订单", "找不到订单"),
        ("404 not found", "404 not found"),
    ],
)
def test_a_tool_that_failed(result: str, failure: str):
    assert failure_of(result) == failure


@pytest.mark.parametrize(
    "result",
    [
        "",
        "[]",
        '{"error": null, "order": 7}',
        '{"errors": []}',
        '{"status": "ok"}',
        "0 errors",
        "{broken",
        "The report speaks of an error in line 3.",
        '[{"error": "x"}]',
        '{"success": true}',
    ],
)
def test_an_answer_that_is_no_failure(result: str):
    assert failure_of(result) == ""


def test_calls_find_their_answers_also_when_an_id_is_used_again():
    turns = [
        say("Find both."),
        *call("find", '{"a": 1}', n=1),
        *call("find", "Error: gone", n=2),
        answer("One."),
    ]
    steps = trajectory_of(turns, "atlas").steps

    assert [(step.arguments, step.failure) for step in steps] == [({"n": 1}, ""), ({"n": 2}, "gone")]


def test_what_was_done_after_asking():
    steps = trajectory_of(refund(), "atlas").steps

    assert [(step.tool, step.asked_first) for step in steps] == [
        ("find_order", False),
        ("refund_order", True),
    ]


def test_two_agents_each_have_their_own_request():
    turns = [
        say("Find my order."),
        *call("find_order"),
        answer("There it is."),
        say("Hermes, tell me the weather."),
        *call("get_weather", "sunny", sender="hermes"),
        answer("Sunny.", "hermes"),
    ]
    assert agents_of(turns) == ["atlas", "hermes"]
    assert trajectory_of(turns, "atlas").asked == ["Find my order."]
    assert trajectory_of(turns, "hermes").asked == ["Hermes, tell me the weather."]


def test_an_agent_that_works_for_another_one_has_the_users_request():
    turns = [
        say("Book a table."),
        answer("Hermes, please find one."),
        *call("find_table", sender="hermes"),
        answer("Table 3 is free.", "hermes"),
        answer("You have table 3."),
    ]
    assert trajectory_of(turns, "hermes").asked == ["Book a table."]


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([say("Hello"), answer("Hi!")], "no tool was called"),
        ([say("Why?"), *call("think", ""), answer("Because.")], "no tool was called"),
        ([*call("find_order"), answer("Found.")], "nobody asked for anything"),
        ([say("Find it."), *call("find_order", None)], "no tool answered"),
        ([say("Find it."), *call("find_order")], "there is no answer after the calls"),
    ],
)
def test_a_thin_trajectory_says_why(turns: list, reason: str):
    assert trajectory_of(turns, "atlas").thin() == reason


def test_giving_the_task_to_a_person_is_an_end():
    turns = [say("Find it."), *call("find_order"), *call("transfer_to_human_agents", "Transfer successful")]
    assert trajectory_of(turns, "atlas").thin() == ""


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"function": None},
        {"function": {"name": 5, "arguments": "{broken"}},
        {"id": None, "function": {"name": "a b\n`c`", "arguments": ["x"]}},
    ],
)
def test_calls_of_any_shape_are_read(odd: dict):
    turn = answer("").model_copy(update={"tool_calls": [odd]})
    [step] = trajectory_of([say("Find it."), turn, answer("Done.")], "atlas").steps

    assert re.fullmatch(r"[\w.:/-]+", step.tool)
    assert step.arguments == {}
