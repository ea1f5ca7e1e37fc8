"""What similar cases teach, as a procedure."""

import pytest

from ome.strategies.extract_agent_skill.rules import (
    CONTENT_CHARS,
    PastCase,
    confidence,
    is_worth_keeping,
    maturity,
    procedure,
)

LOOK = "1. Called `find_order` with order 7"
DEED = "2. After asking the user, called `refund_order` with order 7"
GOOD = "Worked: `find_order` → `refund_order`."


def past(number: int, intent: str = "Return my shoes", approach: str = f"{LOOK}\n{DEED}", **more) -> PastCase:
    values = {"key_insight": GOOD, "quality": 0.8, **more}
    return PastCase(f"ac_20261121_{number:08d}", intent, approach, **values)


def content(*cases: PastCase) -> str:
    return procedure(cases, cases).content


def section(title: str, *cases: PastCase) -> str:
    return content(*cases).split(f"## {title}\n\n")[1].split("\n\n##")[0]


def test_when_to_use_it_and_the_steps():
    told = section("When to use", past(1), past(2, "Send back a coat"))
    assert told == "For requests such as:\n- Return my shoes\n- Send back a coat"

    looked = past(3, approach=LOOK)
    assert section("Steps", past(1), past(2), looked) == (
        "1. Call `find_order` (always)\n2. After asking the user, call `refund_order` (in 2 of 3 cases)"
    )


def test_it_is_in_the_language_of_its_requests():
    step = "1. Nach Rückfrage: Aufruf von `refund_order`"
    insight = "`refund_order` ist fehlgeschlagen: gesperrt."
    worked = f"{insight} Zum Ziel führte: `find_order` → `refund_order`. Ergebnis: 7 Paar."
    cases = [past(n, "Ich möchte die Schuhe zurückgeben", step, key_insight=worked) for n in (1, 2)]

    assert section("Wofür", *cases) == "Für Anfragen wie:\n- Ich möchte die Schuhe zurückgeben"
    assert section("Schritte", *cases) == "1. Nach Rückfrage: `refund_order` aufrufen (immer)"
    assert section("Fallstricke", *cases) == f"- {insight}"


def test_a_step_of_one_case_among_many_is_left_out():
    odd = past(3, approach="1. Called `sing`\n2. Called `refund_order`")
    assert "`sing`" not in section("Steps", past(1), past(2), odd, past(4))


def test_commands_are_run_and_what_only_shows_files_is_no_step():
    approach = "1. Ran `cat deploy.log`\n2. Ran `cd api && git pull`\n3. Called `find` with order 7"
    cases = [past(n, "Deploy the api", approach) for n in (1, 2)]

    assert section("Steps", *cases) == "1. Run `git pull` (always)\n2. Call `find` (always)"
    assert procedure(cases, cases).description == "Deploy the api (git pull → find)"
    assert procedure(cases, cases).name == "deploy_api"


def test_what_failed_is_a_pitfall_and_no_step():
    failed = past(
        2,
        approach="1. Called `guess`; it failed: no",
        quality=0.2,
        key_insight="`guess` failed: no. Nothing that was tried worked.",
    )
    assert "guess" not in section("Steps", past(1), failed)
    assert section("Pitfalls", past(1), failed) == "- `guess` failed: no. Nothing that was tried worked."


def test_limits_that_good_cases_met_are_pitfalls_too():
    limit = "Limit met: Worn shoes cannot be refunded."
    assert section("Pitfalls", past(1), past(2, key_insight=f"{GOOD} {limit}")) == f"- {limit}"
    assert "## Pitfalls" not in content(past(1), past(2))


def test_only_failures_teach_what_was_tried():
    bad = [past(n, quality=0.1, key_insight="`refund_order` failed: locked.") for n in (1, 2)]
    assert "`refund_order` (always)" in section("Steps", *bad)
    assert "## Example" not in content(*bad)


def test_the_example_is_the_best_case():
    assert section("Example", past(1), past(2, quality=0.9), past(3)).startswith(
        "Return my shoes (ac_20261121_00000002)"
    )


@pytest.mark.parametrize(
    ("cases", "name"),
    [
        ([past(1), past(2)], "refund_order"),
        ([past(1, "Find cheap shoes", LOOK), past(2, "Where are cheap shoes?", LOOK)], "cheap_shoes"),
        (
            [past(1, "天气怎么样", "1. Called `get_weather`"), past(2, "下雨吗", "1. `get_weather`")],
            "get_weather",
        ),
        ([past(1, "天气", "查了天气"), past(2, "下雨", "")], "procedure"),
    ],
)
def test_a_name(cases: list[PastCase], name: str):
    assert procedure(cases, cases).name == name


def test_the_description_has_the_words_of_the_requests_and_the_way():
    assert procedure([past(1), past(2)], [past(1), past(2)]).description == (
        "Return my shoes (find_order → refund_order)"
    )


def test_confidence_follows_quality_and_maturity_the_number_of_cases():
    good, bad = [past(n) for n in range(1, 9)], [past(n, quality=0.1) for n in range(1, 9)]

    assert 0 < confidence(bad) < confidence(good[:2]) < confidence(good) < 0.8
    assert 0 < maturity(bad[:2]) < maturity(good) < 1


def test_two_cases_make_a_skill_until_the_latest_five_went_badly():
    good, bad = past(1), [past(n, quality=0.1) for n in range(2, 8)]

    assert not is_worth_keeping([good])
    assert is_worth_keeping([good, *bad[:4]])
    assert not is_worth_keeping([good, *bad[:5]])
    assert is_worth_keeping([*bad, past(9)])


def test_hundreds_of_long_cases_give_a_bounded_text():
    cases = [
        past(n, f"Wish {n} " * 40, f"{LOOK} {'long ' * 300}", key_insight="It failed: " * 30)
        for n in range(300)
    ]
    assert len(content(*cases)) <= CONTENT_CHARS
