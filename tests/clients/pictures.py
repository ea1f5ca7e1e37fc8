"""The pictures of docs/connect: what each client does with a running server, run and recorded.

    python -m tests.clients.pictures            # all of them, into docs/connect/pictures
    python -m tests.clients.pictures mem0 mcp

Each picture starts with an empty memory. Python sessions run as in an interactive interpreter; lines of a shell are run
by `sh`, with the commands of both environments on its path.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.syntax import Syntax
from rich.terminal_theme import MONOKAI

from tests.clients.pictured import SESSIONS, Session
from tests.mcp.test_inspector import INSPECTOR
from tests.system.server import PROJECT, Server

FOLDER = PROJECT / "docs" / "connect" / "pictures"
CLIENTS = PROJECT / ".venv-clients" / "bin"
WIDTH = 116
PORT = 8000  # the pages' own, so that what they say is what runs
# Without the fonts, which it would fetch from elsewhere.
SVG_FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)

# Prints each statement as an interactive interpreter does, and then what it evaluates to.
INTERPRETER = """
import ast, asyncio, inspect, pprint, sys

def show(value):
    if value is not None:
        print(value) if isinstance(value, str) else pprint.pp(value, width=WIDTH - 4)

async def run(source, names):
    for statement in ast.parse(source).body:
        lines = ast.get_source_segment(source, statement).splitlines()
        print("\\n".join([f">>> {lines[0]}", *(f"... {line}" for line in lines[1:])]))
        code = compile(ast.Interactive([statement]), "session", "single", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        result = eval(code, names)
        if inspect.iscoroutine(result):
            await result

sys.displayhook = show
asyncio.run(run(sys.argv[1], {}))
""".replace("WIDTH", str(WIDTH))


@dataclass(frozen=True)
class Place:
    """A home folder and a server of its own."""

    home: Path
    server: Server

    @property
    def env(self) -> dict[str, str]:
        path = [PROJECT / ".venv" / "bin", self.home / "node_modules" / ".bin", CLIENTS]
        return {
            **self.server.env,
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "PATH": os.pathsep.join([*map(str, path), os.environ["PATH"]]),
            "PYTHONWARNINGS": "ignore",
            "MEM0_TELEMETRY": "False",
        }

    def run(self, session: Session) -> str:
        """What stands in the terminal afterwards."""
        for name, content in session.files.items():
            (self.home / name).write_text(content)
        if session.python:
            return self._output([str(CLIENTS / "python"), "-c", INTERPRETER, session.python])
        if session.module:
            return "\n".join(self._node(session.module))
        return "\n".join(part for line in session.shell for part in self._line(line))

    def _line(self, line: str) -> list[str]:
        shown = [f"$ {line}", *self._output(["sh", "-c", line]).splitlines()]
        if "EVEROS_AUTH__REQUIRED" not in self.env:  # else /health does not tell everyone what waits
            self.server.ready()
        return shown

    def _node(self, module: str) -> list[str]:
        """In the folder of the TypeScript client, which is built there."""
        shutil.copytree(PROJECT / "clients" / "typescript", self.home, dirs_exist_ok=True, symlinks=True)
        for command in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
            subprocess.run(command, cwd=self.home, check=True, capture_output=True, timeout=300)
        (self.home / "chat.mjs").write_text(module)
        return ["$ cat chat.mjs", *module.strip().splitlines(), *self._line("node chat.mjs")]

    def _output(self, command: list[str]) -> str:
        done = subprocess.run(
            command, cwd=self.home, env=self.env, capture_output=True, text=True, timeout=120, check=False
        )
        if done.returncode:
            raise SystemExit(f"{command[-1]}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return self._of_a_newcomer(done.stdout.strip())

    def _of_a_newcomer(self, text: str) -> str:
        """Folders as they are called on nobody's machine in particular."""
        return text.replace(f"{PROJECT}/.venv/bin/everos", "everos").replace(str(self.home), "~")


def record(session: Session) -> Path:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        server = Server(home / "memory", {"EVEROS_MCP__USER": "alice", **session.settings})
        server.port, server.env["EVEROS_API__PORT"] = PORT, str(PORT)
        try:
            server.start()
            if session.inspector:
                _install_inspector(home)
            text = Place(home, server).run(session)
        finally:
            server.kill()
    if session.shows not in text:
        raise SystemExit(f"{session.page}: {session.shows!r} is not in\n{text}")
    return _draw(session, text)


def _install_inspector(home: Path) -> None:
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", INSPECTOR]
    subprocess.run(command, cwd=home, check=True, timeout=300)


def _draw(session: Session, text: str) -> Path:
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    console.print(Syntax(text, session.language, theme="monokai", word_wrap=True, background_color="default"))
    FOLDER.mkdir(exist_ok=True)
    picture = FOLDER / f"{session.page}.svg"
    svg = console.export_svg(
        title=session.title, theme=MONOKAI, code_format=SVG_FORMAT, unique_id=session.page
    )
    picture.write_text(svg)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", choices=[*(session.page for session in SESSIONS), []])
    chosen = parser.parse_args().pages
    for session in SESSIONS:
        if not chosen or session.page in chosen:
            sys.stdout.write(f"{record(session).relative_to(PROJECT)}\n")


if __name__ == "__main__":
    main()
