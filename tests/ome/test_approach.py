"""The steps of a case, written and read back."""

import pytest

from ome.strategies.extract_agent_case import approach
from ome.strategies.extract_agent_case.trajectory import trajectory_of
from tests.ome.trajectories import answer, call, refund, say


def steps(turns: list) -> str:
    return approach.approach(trajectory_of(turns, "atlas"))


def test_the_steps_in_order_with_what_mattered():
    assert steps(refund()).splitlines() == [
        "1. Called `find_order` with order 7",
        "2. After asking the user, called `refund_order` with order 7",
        "3. Answered: Your money is on its way.",
    ]


def test_repeated_calls_are_one_step():
    turns = [say("Find all."), *(turn for n in range(9) for turn in call("find", n=n)), answer("Done.")]
    assert steps(turns).splitlines()[0] == "1. Called `find` × 9 with n 0, 1, 2, 3, 4, 5 and 3 more"


def test_what_failed_and_what_was_tried_then():
    told = steps([say("Find it."), *call("find", "Error: gone", n=1), *call("find", n=2), answer("There.")])

    assert told.splitlines()[:2] == [
        "1. Called `find` with n 1; it failed: gone",
        "2. Called `find` with n 2",
    ]
    assert [(step.tool, step.failure) for step in approach.read(told)] == [("find", "gone"), ("find", "")]


def test_reasoning_is_told_and_is_no_tool():
    told = steps(
        [say("Find it."), *call("think", "", thought="It is lost."), *call("find"), answer("There.")]
    )

    assert "1. Reasoned: It is lost." in told
    assert [step.tool for step in approach.read(told)] == ["find"]


def test_a_long_run_is_bounded():
    calls = [turn for n in range(200) for turn in call(f"tool_{n}", text="long " * 500)]
    told = steps([say("Do it all."), *calls, answer("Done. " * 500)])

    assert len(told) <= approach.APPROACH_CHARS
    assert "further steps" in told


def test_steps_that_a_person_wrote_are_read():
    told = "- ask for the number\n- `find_order`, then\n* After asking the user, `refund_order` (it failed: locked)\n"

    read = approach.read(told)
    assert [step.tool for step in read] == ["find_order", "refund_order"]
    assert [step.asked_first for step in read] == [False, True]


@pytest.mark.parametrize(
    ("line", "tool", "is_command"),
    [
        ("Ran `kubectl -n staging get pods`", "kubectl get", True),
        ("Ran `pytest`; it failed: 2 failed", "pytest", True),
        ("Ran the tests with `bash`: `make test`", "make test", True),
        ("Used `bash` to look around", "bash", True),
        ("`run_shell` was called with `git push origin main`", "git push", True),
        ("Called `find_order` and told the user `it is on its way`", "find_order", False),
        ("Nach Rückfrage: Ausgeführt: `make test`", "make test", True),
    ],
)
def test_a_command_is_read_as_its_program(line: str, tool: str, is_command: bool):
    [step] = approach.read(f"1. {line}")
    assert (step.tool, step.is_command) == (tool, is_command)


def test_what_the_agent_answered_names_no_tool():
    told = steps([say("Fix it."), *call("find"), answer("The secret `api-env` had lost its key.")])

    assert told.splitlines()[-1] == "2. Answered: The secret 'api-env' had lost its key."
    assert [step.tool for step in approach.read(told)] == ["find"]


@pytest.mark.parametrize(
    ("wish", "first", "asked"),
    [
        (
            "Ich möchte die Schuhe zurückgeben",
            "1. Aufruf von `find_order` mit order 7; fehlgeschlagen: gesperrt",
            "2. Nach Rückfrage: Aufruf von `refund_order` mit order 7",
        ),
        (
            "Quiero devolver los zapatos",
            "1. Llamada a `find_order` con order 7; falló: gesperrt",
            "2. Tras preguntar al usuario: Llamada a `refund_order` con order 7",
        ),
        (
            "我想退这双鞋",
            "1. 调用 `find_order`，参数 order 7；失败：gesperrt",
            "2. 询问用户后，调用 `refund_order`，参数 order 7",
        ),
    ],
)
def test_steps_are_in_the_language_of_the_conversation_and_are_read_back(wish: str, first: str, asked: str):
    turns = [
        say(wish),
        *call("find_order", "Fehler: gesperrt", order=7),
        answer("7?"),
        say(wish),
        *call("refund_order", order=7),
        answer("7."),
    ]
    told = steps(turns)

    assert told.splitlines()[:2] == [first, asked]
    assert [(step.tool, step.asked_first, step.failure) for step in approach.read(told)] == [
        ("find_order", False, "gesperrt"),
        ("refund_order", True, ""),
    ]
