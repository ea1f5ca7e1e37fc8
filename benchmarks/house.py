"""How easily the code is read: its size, its longest functions, and how many files one call goes through.

    make house

Calls are followed in this process, on a memory root that is thrown away: a conversation of four messages is added; its
flush, one hybrid search, and the strategies that derive facts, foresights and a profile are traced. Counted are
the files of the product whose functions are entered, and how often the next function lies in another file.
"""

import ast
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
PACKAGES = ("memory", "cascade", "ome", "everos_site")
SHORT = 25
Function = ast.FunctionDef | ast.AsyncFunctionDef
MESSAGES = (
    ("Maya", "user", "I moved to Leipzig in March and work at the city library now."),
    ("Jonas", "user", "How nice! Do you still have your cat?"),
    ("Maya", "user", "Yes, her name is Pixel. We will visit my sister in Dresden on 12 June 2026."),
    ("Jonas", "user", "My exam is on Monday, so I am going to study all weekend."),
)


def modules() -> dict[Path, ast.Module]:
    """Product code: no tests, benchmarks or migrations."""
    paths = sorted(path for name in PACKAGES for path in (PROJECT / name).rglob("*.py"))
    return {path: ast.parse(path.read_text()) for path in paths if "migrations" not in path.parts}


def sizes(parsed: dict[Path, ast.Module]) -> dict[str, Any]:
    lengths = {path: len(path.read_text().splitlines()) for path in parsed}
    functions = {
        f"{path.relative_to(PROJECT)}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path, module in parsed.items()
        for node in ast.walk(module)
        if isinstance(node, Function)
    }
    longest = max(functions, key=functions.__getitem__)
    return {
        "product files": len(parsed),
        "product lines": sum(lengths.values()),
        f"files under {SHORT} lines (without empty ones)": sum(
            0 < length < SHORT for length in lengths.values()
        ),
        "longest function": f"{functions[longest]} ({longest})",
        "import cycles": ", ".join(" > ".join(cycle) for cycle in cycles(imports(parsed))) or 0,
    }


def imports(parsed: dict[Path, ast.Module]) -> dict[str, set[str]]:
    """Which modules of the product each of them imports, in functions too; not for types alone."""
    names = {
        ".".join(path.relative_to(PROJECT).with_suffix("").parts): module for path, module in parsed.items()
    }
    found: dict[str, set[str]] = {}
    for name, module in names.items():
        targets = set()
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                members = {f"{node.module}.{alias.name}" for alias in node.names}
                targets |= members & names.keys() or {node.module} & names.keys()
            elif isinstance(node, ast.Import):
                targets |= {alias.name for alias in node.names} & names.keys()
        found[name] = targets - {name}
    return found


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in sorted(graph[name]):
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            at = stack.index(name)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                groups.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return groups


class Trace:
    """The files whose functions were entered, and how often the next one was another."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.changes = 0
        self._latest: dict[int, str] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(PRODUCT) or "/migrations/" in name:
            return
        thread = threading.get_ident()
        self.changes += self._latest.get(thread) not in (None, name)
        self._latest[thread] = name
        self.files.add(name)

    def __str__(self) -> str:
        return f"{len(self.files)} files, {self.changes} changes of file"


PRODUCT = tuple(f"{PROJECT / name}{os.sep}" for name in PACKAGES)


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    threading.setprofile_all_threads(trace) if sys.version_info >= (3, 12) else threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def paths_of_calls() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "memory")
        os.environ.update(
            HOME=folder, EVEROS_MEMORY__ROOT=str(root), DJANGO_SETTINGS_MODULE="everos_site.settings"
        )
        sys.path.insert(0, str(PROJECT))
        import django

        django.setup()
        return _traced_calls()


def _traced_calls() -> dict[str, Any]:
    from django.test import Client

    from cascade.drain import drain as index
    from memory.command import migrate_databases
    from ome.engine.worker import drain as derive

    migrate_databases()
    client = Client()

    def call(action: str, **body: Any) -> Any:
        answer = client.post(
            f"/api/v1/memory/{action}", body, content_type="application/json", HTTP_HOST="127.0.0.1"
        )
        if answer.status_code != 200:
            raise RuntimeError(f"{action}: {answer.status_code} {answer.content!r}")
        return answer.json()["data"]

    def conversation(number: int) -> Callable[[], Any]:
        messages = [
            {"sender_id": name.lower(), "sender_name": name, "role": role, "content": text,
             "timestamp": 1_780_000_000_000 + number * 86_400_000 + place * 60_000}
            for place, (name, role, text) in enumerate(MESSAGES)
        ]  # fmt: skip
        return lambda: call("add", session_id=f"talk-{number}", messages=messages)

    def search() -> Any:
        return call("search", user_id="maya", query="Where does Maya live?", method="hybrid")

    conversation(1)()
    call("flush", session_id="talk-1")
    derive()
    index()
    search()  # all is imported, open and loaded
    conversation(2)()
    with traced() as flushed:
        call("flush", session_id="talk-2")
    with traced() as derived:
        derive()
    index()
    with traced() as searched:
        search()
    return {"a search goes through": searched, "a flush": flushed, "the strategies of a session": derived}


def main() -> None:
    for name, figure in (sizes(modules()) | paths_of_calls()).items():
        print(f"{name:42} {figure}")


if __name__ == "__main__":
    main()
