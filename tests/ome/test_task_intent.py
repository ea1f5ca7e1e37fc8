"""The line that names what a user wanted."""

import pytest

from ome.strategies.extract_agent_case.task_intent import INTENT_CHARS, task_intent


@pytest.mark.parametrize(
    ("asked", "intent"),
    [
        (["Hi there! I'd like to change my flight, please."], "Change my flight"),
        (["Could you please help me to find a dentist?"], "Find a dentist"),
        (["Move my appointment to Friday. Thanks!"], "Move my appointment to Friday"),
        (["I have no number with me, but I need to cancel my hotel."], "Cancel my hotel"),
        (["Is it possible to pay by cheque?"], "Is it possible to pay by cheque?"),
        (["My printer is broken. Can you help me with that?"], "My printer is broken"),
        (["The login test fails on CI. Can you fix it?"], "The login test fails on CI; fix it"),
        (["dentist friday"], "Dentist friday"),
    ],
)
def test_a_request_without_the_talk_around_it(asked: list[str], intent: str):
    assert task_intent(asked) == intent


@pytest.mark.parametrize(
    "asked",
    [
        "Write a short essay about human evolution.",
        "Draft a thank-you note to my landlord.",
        "Compare the supervisor mode of two processors.",
        "Explain how appreciation of a currency works.",
        "Find out who is the representative of our district.",
        "Translate 'have a good trip' into Polish.",
        "Check again whether the backup has run.",
        "Double-check the sums in column C.",
        "Proofread my talk before the conference starts.",
        "Explain what the proceeds of a sale are.",
        "Write a test that fails when the server holds off writes.",
        "Plan how we reach out to our former customers.",
        "Show me how to escape quotes in a shell.",
        "Describe how a transfer window works in football.",
        "List three arguments why the result is correct.",
        "Can you connect my calendar to the mail program?",
        "Put the supervisor's name into the header.",
    ],
)
def test_a_word_of_farewell_or_consent_makes_no_request_less(asked: str):
    bare = asked.rstrip(".?").removeprefix("Can you ")
    assert task_intent(["Hello!", asked, "Thanks!"]).rstrip(".").casefold() == bare.casefold()


@pytest.mark.parametrize(
    "said",
    [
        "Yes, please go ahead with that.",
        "That's correct.",
        "This looks good to me.",
        "Never mind.",
        "I appreciate your patience, could I get a person?",
        "Can you transfer me to a human?",
        "I want to speak with your manager.",
        "Would you connect me with someone who can help?",
        "Have a great weekend!",
        "I'll get back to you tomorrow, will you be there?",
        "Could you help me with that?",
    ],
)
def test_consent_farewell_and_asking_for_somebody_else_are_no_request(said: str):
    assert task_intent(["Cancel the order for the lamp.", said]) == "Cancel the order for the lamp"


def test_several_messages_are_summed_up_without_consents_and_farewells():
    asked = [
        "Hello! I want to change my flight.",
        "Sure, my number is 4711.",
        "Move it to the day after, and take the cheapest seat.",
        "Yes, please go ahead.",
        "Could you also add a suitcase?",
        "Thank you so much!",
    ]
    assert task_intent(asked) == (
        "Change my flight; move it to the day after, and take the cheapest seat; add a suitcase"
    )


def test_what_was_said_twice_is_told_once():
    assert task_intent(["Cancel my flight.", "I said, cancel my flight."]) == "Cancel my flight"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("好的，那就帮我订两张票", "帮我订两张票"),
        ("你好。明天帮我把航班改到周五。谢谢。", "航班改到周五"),
        ("Hola, quiero cambiar mi vuelo al viernes.", "cambiar mi vuelo"),
        ("Guten Tag, ich möchte meinen Flug verschieben.", "meinen Flug verschieben"),
        ("金曜日に便を変更してください。", "便を変更"),
        ("Хочу перенести рейс на пятницу.", "перенести рейс"),
        ("أريد تغيير رحلتي إلى يوم الجمعة", "تغيير رحلتي"),
    ],
)
def test_other_languages(asked: str, words: str):
    assert words in task_intent([asked])


def test_many_long_messages_give_a_bounded_line():
    asked = [
        f"Please send parcel number {number} to {'far ' * 200} away town {number}." for number in range(500)
    ]
    assert len(task_intent(asked)) <= INTENT_CHARS
    assert len(task_intent(["x" * 100_000])) <= INTENT_CHARS


@pytest.mark.parametrize("asked", [[], [""], ["   "], ["Hi!"]])
def test_who_says_nothing_wants_nothing(asked: list[str]):
    assert task_intent(asked) == ""
