"""How well a trajectory went, and what to remember of it."""

import pytest

from ome.strategies.extract_agent_case.deeds import changes_something
from ome.strategies.extract_agent_case.quality import GOOD, POOR
from ome.strategies.extract_agent_case.remarks import asked_for_good
from ome.strategies.extract_agent_case.rules import Case, case_of
from tests.ome.trajectories import answer, call, refund, say


def drawn(turns: list) -> Case:
    case = case_of(turns, "atlas")
    assert isinstance(case, Case)
    return case


def quality(turns: list) -> float:
    return drawn(turns).quality_score


def test_what_worked():
    case = drawn(refund())

    assert case.quality_score >= GOOD
    assert case.key_insight == "Worked: `find_order` → `refund_order`."


def test_what_failed():
    case = drawn(refund(refund_order="Error: the order is locked"))

    assert case.quality_score < quality(refund()) - 0.2
    assert "`refund_order` failed: the order is locked." in case.key_insight


def test_a_failure_that_was_overcome_costs_less_than_one_that_was_not():
    lost = refund(refund_order="Error: locked")
    overcome = [*lost[:-2], *call("refund_order", "{}", order=7, unlock=True), answer("Done."), say("Thanks")]

    assert quality(lost) < quality(overcome) < quality(refund())
    assert "it worked with unlock true" in drawn(overcome).key_insight


def test_what_helped_after_a_failure():
    blocked = [say("Roll it back."), *call("roll_back", "Error: locked", to=4)]
    unlocked = [*blocked, *call("unlock", "ok"), *call("roll_back", "ok", to=4), answer("Done.")]
    again = [*blocked, *call("roll_back", "ok", to=4), answer("Done.")]

    assert "`roll_back` failed: locked; it worked after `unlock`." in drawn(unlocked).key_insight
    assert "`roll_back` failed: locked; it worked when called again." in drawn(again).key_insight


def test_another_call_of_the_same_tool_is_no_second_attempt():
    turns = [
        say("Fix the deploy."),
        *call("run", "Error: port in use", cmd="deploy"),
        *call("run", "ok", cmd="stop db"),
        *call("run", "ok", cmd="deploy"),
        answer("Done."),
    ]
    assert "`deploy` failed: port in use; it worked after `stop db`." in drawn(turns).key_insight


def test_the_result_is_that_of_the_last_answer_of_weight():
    turns = [
        say("How many M6 screws are left?"),
        *call("stock", "140"),
        answer("There are 140 units of M6 screws left in the central warehouse in Leeds."),
        say("And in Bristol?"),
        *call("stock", "12", place="Bristol"),
        answer("Bristol has 12 units, and a delivery comes on Monday."),
        say("Thanks!"),
        answer("You are welcome."),
    ]
    insight = drawn(turns).key_insight
    assert "Bristol has 12 units" in insight
    assert "140" not in insight


@pytest.mark.parametrize(
    ("remark", "reaction", "insight"),
    [
        ("Thank you so much!", "You're welcome! Let me know if you need any further assistance.", ""),
        ("ok, go with Leeds then", "Alright, Leeds it is.", ""),
        (
            "Great. Next time, please tell me before you order anything from the warehouse.",
            "Understood: I will tell you before I order anything from the warehouse.",
            "For the next time: tell me before you order anything from the warehouse. ",
        ),
        (
            "Never order more than 20 units without asking me.",
            "Noted: never more than 20 units without asking.",
            "For the next time: Never order more than 20 units without asking me. ",
        ),
    ],
)
def test_a_reaction_to_a_remark_is_no_result(remark: str, reaction: str, insight: str):
    turns = [
        say("How many M6 screws are left in Leeds?"),
        *call("stock", "140"),
        answer("There are 140 units of M6 screws left in the central warehouse in Leeds."),
        say(remark),
        answer(reaction),
    ]
    case = drawn(turns)

    assert case.key_insight == (
        f"{insight}Answered from `stock`."
        " Result: There are 140 units of M6 screws left in the central warehouse in Leeds."
    )
    told = "Answered: There are 140 units of M6 screws left in the central warehouse in Leeds."
    assert case.approach.splitlines()[-1] == f"2. {told}"
    assert case.task_intent == "How many M6 screws are left in Leeds?"


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Next time, please ask me first.", "ask me first"),
        ("Next time you deploy, run the tests.", "Next time you deploy, run the tests"),
        ("Sync from there next time instead of patching.", "Sync from there next time instead of patching"),
        ("In future, run it first.", "run it first"),
        ("In Zukunft bitte erst fragen.", "bitte erst fragen"),
        ("A partir de ahora borra las imágenes cada domingo.", "borra las imágenes cada domingo"),
        ("好的，谢谢。以后先问我", "以后先问我"),
        ("See you next time!", None),
        ("Bis zum nächsten Mal!", None),
        ("Next time I'm in Berlin I'll call.", None),
        ("We might need that in the future.", None),
        ("完成以后告诉我", None),
        ("Thank you!", None),
    ],
)
def test_what_is_asked_for_from_now_on(said: str, wish: str | None):
    assert list(asked_for_good([said])) == ([wish] if wish else [])


def test_what_was_tried_in_vain_is_told_and_is_no_success():
    turns = [
        say("Find out why test_upload is flaky."),
        *call("bash", "5 passed", command="pytest tests/test_upload.py"),
        answer("I could not reproduce the timeout: it passed 15 times."),
        say("ok, leave it for now"),
    ]
    case = drawn(turns)

    assert case.quality_score < GOOD
    assert case.key_insight == (
        "The user let it go: ok, leave it for now. Limit met: I could not reproduce the timeout: it passed 15 times."
    )


def test_trying_again_after_the_user_has_mended_it_is_no_correction():
    blamed = [*refund(), say("That did nothing, try again."), answer("Sorry."), say("Thank you!")]
    mended = [*refund(), say("I've unlocked it, try again."), answer("Done."), say("Thank you!")]

    assert quality(blamed) < quality(refund())
    assert quality(mended) == quality(refund())


def test_a_correction_without_a_figure():
    for said in (
        "No, not the sum, I want the average.",
        "Nein, ich meinte den Durchschnitt.",
        "不是，我要的是平均值",
    ):
        assert quality([*refund(), say(said), answer("Sorry.")]) < quality([*refund()[:-1]])


def test_what_the_user_corrected_and_what_came_of_it():
    turns = [
        say("¿Cuántos envíos se retrasaron en enero?"),
        *call("calcular_retrasos", "57", horas=24),
        answer("De 412 envíos se retrasaron 57. ¿Envío el resumen?"),
        say("Espera, para nosotros un retraso son más de 48 horas, no 24. Hazlo así."),
        *call("calcular_retrasos", "31", horas=48),
        answer("Con 48 horas son 31, de los que 27 se deben al temporal."),
        say("Gracias."),
        answer("De nada."),
    ]
    assert drawn(turns).key_insight == (
        "El usuario corrigió: Espera, para nosotros un retraso son más de 48 horas, no 24."
        " Se respondió con `calcular_retrasos`."
        " Resultado: Con 48 horas son 31, de los que 27 se deben al temporal."
    )


def test_corrections_of_the_user_count_and_being_upset_about_the_matter_does_not():
    corrected = [*refund(), say("That's wrong, you forgot the socks."), answer("Sorry."), say("Thank you!")]
    upset = [say("I'm upset, my shoes are broken. Please refund them."), *refund()[1:]]

    assert quality(corrected) < quality(refund())
    assert quality(upset) == quality(refund())


@pytest.mark.parametrize("figure", ["I have no 24, sorry.", "I am not 18!", "Nein, nicht 3."])
def test_a_figure_corrects_where_it_replaces_another(figure: str):
    said = [*refund(), say(figure), answer("Sorry."), say("Thank you!")]
    corrected = [*refund(), say("At 8, not 7."), answer("Sorry."), say("Thank you!")]

    assert quality(said) == quality(refund())
    assert quality(corrected) < quality(refund())


def test_it_is_never_below_0():
    tries = [turn for n in range(9) for turn in call(f"refund_{n}", "Error: locked")]
    assert (
        quality([say("Refund my shoes."), *tries, answer("I cannot do it."), say("No, that is wrong.")])
        == 0.0
    )


def test_going_in_circles_counts():
    circles = [*refund()[:3], *call("find_order", order=7), *call("find_order", order=7), *refund()[4:]]
    assert quality(circles) < quality(refund())


def test_a_user_who_lets_go():
    case = drawn([say("Find my order."), *call("find_order"), answer("Which one?"), say("Never mind.")])

    assert case.quality_score <= GOOD - 0.1
    assert case.key_insight == "The user let it go: Never mind."


def test_a_handover_with_a_reason_is_a_good_end():
    turns = [
        say("Refund my shoes."),
        *call("find_order"),
        answer("Unfortunately, worn shoes cannot be refunded. Shall I connect you?"),
        say("Yes."),
        *call("transfer_to_human_agents", "ok"),
    ]
    case = drawn(turns)

    assert case.quality_score >= GOOD
    assert case.key_insight == "Handed over to a person: Unfortunately, worn shoes cannot be refunded."


def test_nothing_worked():
    case = drawn([say("Find it."), *call("find_order", "Error: down"), answer("Sorry.")])

    assert case.quality_score < POOR
    assert case.key_insight == "`find_order` failed: down. Nothing that was tried worked."


@pytest.mark.parametrize(
    ("tool", "changes"),
    [
        ("update_reservation", True),
        ("cancelOrder", True),
        ("mcp.files/write", True),
        ("send-email", True),
        ("get_updates", False),
        ("search_flights", False),
        ("address_lookup", False),
        ("calculate", False),
    ],
)
def test_tools_that_change_something(tool: str, changes: bool):
    assert changes_something(tool) is changes
