"""`ome.toml`: what it may say, what happens to mistakes, and that a running server follows."""

import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest

from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.config import read
from ome.engine.status import status
from ome.engine.worker import drain
from ome.starter import starter_toml, write_starter
from tests.ome.conftest import cell

pytestmark = pytest.mark.django_db


@pytest.fixture
def tea(register):
    register("coffee", every=7)
    return register("tea")


@pytest.fixture
def write(root, tea):
    def write(text):
        (root / "ome.toml").write_text(text)
        return config.strategies(fresh=True)

    return write


def problem(text):
    [only] = read(text)[1]
    return only


def test_without_a_file_the_declarations_are_in_force(tea):
    assert config.strategies(fresh=True)["coffee"].every == 7


def test_what_it_says_is_in_force(write):
    seen = write(
        "[strategies.tea]\nmax_retries = 2\nidle_minutes = 5\n[strategies.coffee]\nenabled = false\n"
    )
    assert (seen["tea"].max_retries, seen["tea"].idle_minutes) == (2, 5)
    assert not seen["coffee"].enabled
    assert list(config.enabled()) == ["tea"]


def test_a_trigger_takes_the_place_of_the_declared_one(write):
    coffee = write('[strategies.coffee]\ncron = "0  4 * * *"\n')["coffee"]
    assert (coffee.every, coffee.cron) == (1, "0 4 * * *")


def test_a_strategy_that_is_off_gets_no_runs_and_does_none(write, tea):
    announce([cell("mc_1")])
    write("[strategies.tea]\nenabled = false\n[strategies.coffee]\nenabled = false\n")
    assert announce([cell("mc_2")]) == 0
    assert drain() == 0
    assert (status()["pending"], status()["off"]) == (0, 2)
    write("")
    drain()
    assert len(tea.works) == 1


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("[strategies.tea]\nenabled = \n", 2, "this is not TOML", "Mend the line"),
        ("# x\n[strategies.tee]\nenabled = true\n", 2, "no strategy 'tee'", "Did you mean tea?"),
        ("[strategies.tea]\nenable = true\n", 2, "no setting 'enable'", "Did you mean enabled?"),
        ("[strategies.tea]\nenabled = 'yes'\n", 2, "enabled of tea cannot be 'yes'", "true or false"),
        ("[strategies.tea]\n\nmax_retries = -1\n", 3, "max_retries of tea cannot be -1", "0 to 100"),
        ("[strategies.tea]\nevery = 0\n", 2, "every of tea cannot be 0", "every n-th"),
        ("[strategies.tea]\ncron = 'daily'\n", 2, "cron of tea cannot be 'daily'", "five fields"),
        ("[strategies.tea]\ncron = '0 0 30 2 *'\n", 2, "cron of tea cannot be", "five fields"),
        (
            "[strategies.tea]\nevery = 2\nidle_minutes = 3\n",
            1,
            "choose one of every, idle_minutes",
            "Take away",
        ),
        ("[tea]\nenabled = true\n", 1, "[tea] means nothing here", "[strategies.<name>]"),
        ("[strategies]\ntea = 3\n", 2, "tea is not a table", "[strategies.tea]"),
        ("strategies = 3\n", 1, "no strategy 'strategies'", "There are: coffee, tea"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_what_to_do(tea, text, line, message, hint):
    seen = problem(text)
    assert seen.line == line
    assert message in seen.message
    assert hint in seen.hint


def test_after_a_mistake_the_last_good_version_stays(write):
    write("[strategies.tea]\nmax_retries = 2\n")
    assert (
        write("[strategies.tea]\nmax_retries = 'many'\n[strategies.coffee]\nenabled = false\n")[
            "tea"
        ].max_retries
        == 2
    )
    assert config.strategies()["coffee"].enabled
    [reason] = status()["reasons"]
    assert reason.startswith(
        "ome.toml, line 2: max_retries of tea cannot be 'many'. Allowed: a number from 0 to 100."
    )
    write("[strategies.tea]\nmax_retries = 3\n")
    assert status()["reasons"] == []


def test_a_file_that_is_wrong_from_the_beginning_leaves_the_declarations(write):
    assert write("=")["tea"].max_retries == 5


def test_a_file_that_is_not_text_is_a_mistake(root, tea):
    (root / "ome.toml").write_bytes(b"\xff\xfe")
    config.strategies(fresh=True)
    assert "cannot be read" in config.problems()[0].message


def test_a_file_that_cannot_be_reached_changes_nothing(write, root):
    write("[strategies.tea]\nenabled = false\n")
    (root / "ome.toml").unlink()
    (root / "ome.toml").symlink_to("ome.toml")
    assert not config.strategies(fresh=True)["tea"].enabled
    assert "cannot be read" in config.problems()[0].message


def test_a_file_whose_rights_are_given_back_is_read(write, monkeypatch):
    with monkeypatch.context() as patch:  # root may read everything
        patch.setattr(Path, "read_text", Mock(side_effect=PermissionError(13, "Permission denied")))
        write("[strategies.tea]\nenabled = false\n")
    assert "Permission denied" in config.problems()[0].message
    assert not config.strategies(fresh=True)["tea"].enabled
    assert config.problems() == []


def test_a_file_that_is_gone_changes_nothing_any_more(write, root):
    write("[strategies.tea]\nenabled = false\n")
    (root / "ome.toml").unlink()
    assert config.strategies(fresh=True)["tea"].enabled


def test_the_starter_changes_nothing_and_each_line_of_it_is_right(tea, root):
    assert write_starter(root)
    assert tomllib.loads((root / "ome.toml").read_text()) == {}
    lines = [
        line for line in starter_toml().splitlines() if line.startswith(("# [", "# e", "# max_retries ="))
    ]
    choices, mistakes = read("\n".join(line.removeprefix("# ") for line in lines if "   " not in line))
    assert mistakes == []
    assert {name: choice.every for name, choice in choices.items()} == {"coffee": 7, "tea": 1}


def test_the_starter_never_takes_the_place_of_a_file(root, write):
    write("# mine\n")
    assert not write_starter(root)
    assert (root / "ome.toml").read_text() == "# mine\n"
