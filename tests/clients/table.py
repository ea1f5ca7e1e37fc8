"""The table of docs/connect/README.md, written by the tests that it tells of: `make clients-table`.

As a plugin of pytest it counts, for each client, which public methods its tests have called and how many of the tests
passed, and replaces that client's row. Clients none of whose tests ran keep theirs.
"""

import functools
import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "connect" / "README.md"
BEGIN, END = "<!-- written by make clients-table -->", "<!-- end of the table -->"
HEAD = "| client and version | methods called | tests passed | run |\n|---|---|---|---|"
RESOURCES = "anthropic.resources.beta.memory_stores"


@dataclass
class Client:
    """`tests` is a pattern of test ids; `classes` are those whose public methods count."""

    name: str
    packages: tuple[str, ...]
    tests: str
    classes: tuple[str, ...] = ()
    called: set[str] = field(default_factory=set)
    passed: int = 0
    ran: int = 0


CLIENTS = [
    Client("MCP's own client", ("mcp",), "mcp/test_clients.py::(?!.*fastmcp)", ("mcp.Client",)),
    Client("FastMCP", ("fastmcp-slim",), "mcp/test_clients.py::.*fastmcp", ("fastmcp.Client",)),
    Client("MCP inspector", ("npm:@modelcontextprotocol/inspector",), "mcp/test_inspector.py"),
    Client("EverOS 1.x over MCP", ("everos-mcp",), "mcp/test_reference_client.py"),
    Client("mem0", ("mem0ai",), "test_mem0_client.py", ("mem0.MemoryClient", "mem0.AsyncMemoryClient")),
    Client(
        "Anthropic's memory tool",
        ("anthropic",),
        "test_anthropic_memory_tool.py",
        ("everos.anthropic.EverOSMemoryTool", "everos.anthropic.AsyncEverOSMemoryTool"),
    ),
    Client(
        "Anthropic's Memory Stores",
        ("anthropic",),
        "test_anthropic_memory_stores.py",
        (
            f"{RESOURCES}.memory_stores.MemoryStores",
            f"{RESOURCES}.memories.Memories",
            f"{RESOURCES}.memory_versions.MemoryVersions",
        ),
    ),
    Client("LangGraph", ("langgraph", "langgraph-checkpoint"), "test_langgraph.py", ("everos.langgraph.EverOSStore",)),
    Client("OpenAI Agents SDK", ("openai-agents",), "test_openai_agents.py", ("everos.openai_agents.EverOSSession",)),
    Client(
        "LlamaIndex", ("llama-index-core",), "frameworks.py.*(llamaindex|short_term|speaker|block)",
        ("everos.llamaindex.EverOSMemoryBlock",),
    ),
    Client(
        "Google ADK", ("google-adk",), "frameworks.py.*(adk|added_twice|event_loop)",
        ("everos.google_adk.EverOSMemoryService",),
    ),
    Client("Pydantic AI", ("pydantic-ai-slim",), "frameworks.py.*(pydantic_ai|forgets|approve|without_its_memory)"),
    Client("everos for Python", ("everos",), "test_sdk_"),
    Client("everos for TypeScript, AI SDK", ("npm:ai",), "test_typescript.py"),
]  # fmt: skip


class Table:
    def __init__(self, page: Path) -> None:
        self._page, self._calls = page, set[str]()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for client in CLIENTS:
            if any(re.search(client.tests, item.nodeid) for item in session.items):
                for name in client.classes:
                    self._count(name)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._calls.clear()
        yield
        item.user_properties.append(("called", sorted(self._calls)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Where the tests are spread over processes, in the one that started them."""
        if report.skipped or (report.when != "call" and not report.failed):
            return
        for client in (client for client in CLIENTS if re.search(client.tests, report.nodeid)):
            client.ran += 1
            client.passed += report.passed
            if report.passed:
                client.called.update(
                    name for key, names in report.user_properties if key == "called" for name in names
                )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            text = self._page.read_text()
            before, rest = text.split(BEGIN)
            old, after = rest.split(END)
            self._page.write_text(f"{before}{BEGIN}\n{_rows(old)}\n{END}{after}")

    def _count(self, name: str) -> None:
        cls = _class(name)
        for method in _public(cls):
            setattr(cls, method, self._counted(f"{name}.{method}", inspect.getattr_static(cls, method)))

    def _counted(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def counted(*args: Any, **kwargs: Any) -> Any:
            self._calls.add(name)
            return method(*args, **kwargs)

        return counted


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clients-table", type=Path, default=None, help="a page whose table of clients is renewed"
    )


def pytest_configure(config: pytest.Config) -> None:
    page = config.getoption("--clients-table")
    if page is not None:
        config.pluginmanager.register(Table(page))


def _rows(old: str) -> str:
    known = {
        row.split("|")[1].split(" `")[0].strip(): row for row in old.splitlines() if row.startswith("| ")
    }
    rows = (_row(client) if client.ran else known.get(client.name) for client in CLIENTS)
    return "\n".join([HEAD, *filter(None, rows)])


def _row(client: Client) -> str:
    versions = ", ".join(
        f"`{package.removeprefix('npm:')}` {_version(package)}" for package in client.packages
    )
    known = [f"{name}.{method}" for name in client.classes for method in _public(_class(name))]
    called = f"{len(client.called.intersection(known))} of {len(known)}" if known else "–"
    return f"| {client.name} {versions} | {called} | {client.passed} of {client.ran} | {date.today()} |"


def _class(name: str) -> type:
    module, _, cls = name.rpartition(".")
    found: type = getattr(__import__(module, fromlist=[cls]), cls)
    return found


def _public(cls: type) -> list[str]:
    """Methods that the class or its package defines, and private ones that an interface asks for."""
    package = cls.__module__.partition(".")[0]
    own = [base for base in cls.__mro__ if base.__module__.partition(".")[0] == package]
    named = {name for base in own for name, value in vars(base).items() if inspect.isfunction(value)}
    asked_for = {name for base in cls.__mro__ for name in getattr(base, "__abstractmethods__", ())}
    return sorted(name for name in named if name in asked_for or not name.startswith("_"))


def _version(package: str) -> str:
    if package == "npm:ai":
        return str(
            json.loads((PROJECT / "clients/typescript/package.json").read_text())["devDependencies"]["ai"]
        )
    if package.startswith("npm:"):
        return _pinned(PROJECT / "tests/mcp/test_inspector.py", f'"{package[4:]}@', '"')
    if package == "everos-mcp":
        return _pinned(PROJECT / "requirements/everos-mcp.txt", "everos-mcp==", " ")
    if package == "everos":
        return _pinned(PROJECT / "clients/python/pyproject.toml", 'version = "', '"')
    return metadata.version(package)


def _pinned(file: Path, before: str, after: str) -> str:
    return file.read_text().partition(before)[2].partition(after)[0]
