"""`ome.toml` and the strategies that ship with the server: what is off is not written, and no restart is needed."""

import time
from pathlib import Path

import pytest

from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.strategy import Work
from ome.engine.worker import drain
from tests.ome.conftest import Register, cell
from tests.ome.users import facts, foresights, profile_file, says, talk

pytestmark = pytest.mark.django_db

TALK = says(
    "I adopted a cat called Miso, and I will visit my parents in Porto on 3 March 2031.", name="Alice"
)
OFF = (
    "[strategies.extract_foresight]\nenabled = false\n\n[strategies.extract_user_profile]\nenabled = false\n"
)


def test_two_that_are_off_write_nothing_and_the_others_do(root: Path) -> None:
    (root / "ome.toml").write_text(OFF)
    config.strategies(fresh=True)
    talk(TALK)
    assert facts()
    assert (foresights(), profile_file().exists()) == ([], False)


def test_a_running_process_follows_within_two_seconds(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.strategies(fresh=True)["extract_foresight"].enabled
    (root / "ome.toml").write_text(OFF)
    clock = time.monotonic
    monkeypatch.setattr("ome.engine.config.time.monotonic", lambda: clock() + 2)
    assert not config.strategies()["extract_foresight"].enabled


def test_a_strategy_that_is_switched_off_while_another_of_its_lane_is_in_progress_does_not_start(
    root: Path, register: Register
) -> None:
    def switch_off(_: Work) -> None:
        (root / "ome.toml").write_text("[strategies.second]\nenabled = false\n")
        config.strategies(fresh=True)

    first, second = register("first", do=switch_off), register("second")
    announce([cell()])
    drain()
    assert (first.run.status, second.run.status) == ("done", "pending")
    assert second.works == []
