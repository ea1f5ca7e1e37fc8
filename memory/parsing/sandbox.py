"""Reads a document in a separate process, so that a hostile one costs only that process.

Threads cannot be stopped and share the server's memory; a process can be limited and killed. Nothing in memory.parsing
depends on Django or the settings, so that the process starts quickly and holds no secret.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import memory
from memory.errors import UnsupportedContent
from memory.parsing.formats import Format
from memory.parsing.text import Limits, NoText, Source

CHARSET = re.compile(r"[\w.:-]{1,40}")


def parse(format: Format, source: Source, limits: Limits) -> str:
    """The document's text. Raises UnsupportedContent with the reason, NoText if there is nothing to read."""
    output = _run(format, source, limits)
    try:
        answer: dict[str, str] = json.loads(output)
    except ValueError as error:  # killed by the kernel
        raise UnsupportedContent("the document cannot be read within the server's limits") from error
    if "empty" in answer:
        raise NoText(answer["empty"])
    if "refused" in answer:
        raise UnsupportedContent(answer["refused"])
    return answer["text"]


def _run(format: Format, source: Source, limits: Limits) -> bytes:
    numbers = [str(limits.characters), str(limits.seconds), str(limits.memory_bytes)]
    command = [sys.executable, "-S", "-P", "-m", "memory.parsing.worker", format.name, *numbers]
    if source.charset and CHARSET.fullmatch(source.charset):
        command.append(source.charset)
    try:
        # No shell, and nothing of the caller's in the command but a charset of checked characters.
        done = subprocess.run(  # nosec B603
            command,
            input=source.data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds,
            env=_environment(),
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnsupportedContent(f"reading the document takes more than {limits.seconds:g} s") from error
    return done.stdout


def _environment() -> dict[str, str]:
    """Only the location of the code: no key of a model, no setting."""
    project = str(Path(memory.__path__[0]).parent)
    return {"PYTHONPATH": os.pathsep.join([project, *filter(None, sys.path)]), "PYTHONUTF8": "1"}
