"""Log lines: what was said, by whom, and for which request."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

SPEAK = """
import django, logging, structlog
django.setup()
with structlog.contextvars.bound_contextvars(request_id="0123abcd"):
    logging.getLogger("memory.test").warning("kept %s", "Zoë", extra={"entry": "ep_1"})
    structlog.get_logger("memory.other").warning("kept too", entry="ep_2")
    try:
        1 / 0
    except ZeroDivisionError:
        logging.getLogger("memory.test").exception("failed")
logging.getLogger("memory.test").debug("not shown")
"""


def lines(tmp_path: Path, format: str) -> list[str]:
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "everos_site.settings", "EVEROS_LOG__FORMAT": format}
    environ["EVEROS_MEMORY__ROOT"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SPEAK], cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_json_lines_carry_the_request_and_the_facts(tmp_path: Path) -> None:
    first, second, third = [json.loads(line) for line in lines(tmp_path, "json")]
    assert first["event"] == "kept Zoë"
    assert (first["logger"], first["level"], first["entry"]) == ("memory.test", "warning", "ep_1")
    assert (second["event"], second["logger"], second["entry"]) == ("kept too", "memory.other", "ep_2")
    assert third["exception"][0]["exc_type"] == "ZeroDivisionError"
    assert {line["request_id"] for line in (first, second, third)} == {"0123abcd"}


def test_console_lines_carry_them_too(tmp_path: Path) -> None:
    shown = lines(tmp_path, "console")
    assert "kept Zoë" in shown[0]
    assert "request_id=0123abcd" in shown[0]
    assert "kept too" in shown[1]
    assert any("ZeroDivisionError" in line for line in shown)
