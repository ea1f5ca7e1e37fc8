"""Log lines: what was said, by whom, and for which request."""

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SPEAK = """
import django, logging, structlog, warnings
django.setup()
with structlog.contextvars.bound_contextvars(request_id="0123abcd"):
    logging.getLogger("memory.test").warning("kept %s", "Zoë", extra={"entry": "ep_1"})
    structlog.get_logger("memory.other").warning("kept too", entry="ep_2")
    try:
        said = "what nobody else may read"
        1 / 0
    except ZeroDivisionError:
        logging.getLogger("memory.test").exception("failed")
logging.getLogger("memory.test").debug("not shown")
warnings.warn("this will go away", UserWarning)
"""


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The lines of each format."""
    root = tmp_path_factory.mktemp("spoken")
    return {format: lines(root, format) for format in ("json", "console")}


def on_a_terminal(root: Path, program: str, **env: str) -> list[str]:
    """What it shows there."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 120))
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
        "EVEROS_MEMORY__ROOT": str(root),
        **env,
    }
    process = subprocess.Popen([sys.executable, "-c", program], cwd=PROJECT, env=environ, stderr=theirs)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    assert process.wait(60) == 0
    return shown.decode().splitlines()


def lines(root: Path, format: str) -> list[str]:
    return run(SPEAK, root, format)


def run(program: str, root: Path, format: str) -> list[str]:
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "everos_site.settings", "EVEROS_LOG__FORMAT": format}
    environ["EVEROS_MEMORY__ROOT"] = str(root)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_json_lines_carry_the_request_and_the_facts(spoken: dict[str, list[str]]) -> None:
    first, second, third, _ = [json.loads(line) for line in spoken["json"]]
    assert first["event"] == "kept Zoë"
    assert (first["logger"], first["level"], first["entry"]) == ("memory.test", "warning", "ep_1")
    assert (second["event"], second["logger"], second["entry"]) == ("kept too", "memory.other", "ep_2")
    assert third["exception"][0]["exc_type"] == "ZeroDivisionError"
    assert {line["request_id"] for line in (first, second, third)} == {"0123abcd"}


@pytest.mark.parametrize("format", ["json", "console"])
def test_a_traceback_does_not_repeat_what_was_said(spoken: dict[str, list[str]], format: str) -> None:
    shown = "\n".join(spoken[format])
    assert "ZeroDivisionError" in shown
    assert "what nobody else" not in shown


def test_an_outage_is_one_line_for_each_task(tmp_path: Path) -> None:
    program = """
import django, logging
django.setup()
from celery.app import trace
from celery.beat import SchedulingError
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError
def meet(error, logger, said, *about, **more):
    try:
        try:
            raise error
        except BrokerError as broken:
            raise SchedulingError("not applied") from broken
    except Exception:
        logging.getLogger(logger).error(said, *about, exc_info=True, **more)
meet(OperationalError("refused"), "celery.app.trace", "Task %s raised", "tick", extra={"data": {"traceback": "long"}})
meet(BrokerError("refused"), "celery.beat", "Message Error\\n%s", "a stack")
meet(KeyError("a bug"), "celery.app.trace", "Task %s raised", "tock")
"""
    away = {"EVEROS_DATABASE__URL": "postgresql://nobody@127.0.0.1:1/nothing", "EVEROS_LOG__FORMAT": "json"}
    database, broker, bug = map(json.loads, on_a_terminal(tmp_path, program, **away))
    assert (
        database["event"]
        == "the database is away; the work is kept, and done when it is back: Task tick raised"
    )
    assert broker["event"] == "the broker is away; the work is kept, and done when it is back: Message Error"
    assert database["level"] == broker["level"] == "warning"
    assert not {"exception", "data"} & {*database, *broker}
    assert bug["level"] == "error"
    assert bug["exception"]


def test_warnings_are_lines_too(spoken: dict[str, list[str]]) -> None:
    [*_, last] = [json.loads(line) for line in spoken["json"]]
    assert (last["logger"], last["level"]) == ("py.warnings", "warning")
    assert "this will go away" in last["event"]


def test_console_lines_carry_them_too(spoken: dict[str, list[str]]) -> None:
    shown = spoken["console"]
    assert "kept Zoë" in shown[0]
    assert "request_id=0123abcd" in shown[0]
    assert "kept too" in shown[1]
    assert any("ZeroDivisionError" in line for line in shown)


LONG = """
import django, logging
django.setup()
logging.getLogger("memory.test").info("kept %s", "x" * 1000, extra={"entry": "y" * 1000})
logging.getLogger("memory.test").warning("kept")
"""


def test_lines_on_a_terminal_are_short_and_coloured(tmp_path: Path) -> None:
    long, short = on_a_terminal(tmp_path, LONG)
    assert len(long) == 300
    assert long.endswith("x…")
    assert "\x1b[" in short
    assert re.match(r"\d\d:\d\d:\d\d ", re.sub(r"\x1b\[\d*m", "", short))


def test_who_wants_no_colours_gets_none(tmp_path: Path) -> None:
    assert not any("\x1b" in line for line in on_a_terminal(tmp_path, SPEAK, NO_COLOR="1"))


def test_lines_for_programs_are_whole(tmp_path: Path) -> None:
    """What is cut off for people is in JSON."""
    done = run(LONG, tmp_path, "json")
    assert len(json.loads(done[0])["event"]) > 1000
    assert all(len(line) <= 300 for line in run(LONG, tmp_path, "console"))


LONG_WORK = """
import django, time
django.setup()
import structlog
from memory.progress_bar import progress_bar
with progress_bar() as step:
    for name in ("first", "second", "third"):
        step(f"{name}.md", 3)
        structlog.get_logger("work").info("one more is done")
        time.sleep(0.15)
structlog.get_logger("work").info("all are done")
"""


def test_a_bar_stands_for_the_log_where_somebody_looks(tmp_path: Path) -> None:
    shown = " ".join(on_a_terminal(tmp_path, LONG_WORK))
    assert "3/3" in shown
    assert "third.md" in shown
    assert "one more is done" not in shown
    assert "all are done" in shown


def test_without_a_terminal_there_is_a_log_that_tells_how_far_it_is_and_no_bar(tmp_path: Path) -> None:
    often = "from memory import progress_bar; progress_bar.LINE_SECONDS = 0\n"
    written = run(often + LONG_WORK, tmp_path, "console")
    assert [line for line in written if "3/3" in line] == []
    assert len([line for line in written if "one more is done" in line]) == 3
    told = ["1 of 3: first.md", "2 of 3: second.md", "3 of 3: third.md"]
    assert [line for line in written if " of 3: " in line] == told


WATCHED = """
import sys, time
from memory.progress_bar import watched
seen = []
def look():
    seen.append(len(seen))
    return f"stage {len(seen)}", len(seen), 4
with watched(look, lambda: print("left", file=sys.stderr)):
    while sys.stderr.isatty() and len(seen) < 3:
        time.sleep(0.05)
print("nobody looked" if not seen else "done", file=sys.stderr)
"""


def test_work_that_tells_nothing_itself_is_watched_where_somebody_looks(tmp_path: Path) -> None:
    shown = " ".join(on_a_terminal(tmp_path, WATCHED))
    assert "2/4" in shown
    assert "stage 2" in shown
    assert "left" in shown, "what the thread has opened is closed"
    assert run(WATCHED, tmp_path, "console") == ["nobody looked"]
