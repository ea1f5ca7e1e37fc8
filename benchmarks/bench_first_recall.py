"""A newcomer's time from `make run` to the first recall, in each client: `python benchmarks/bench_first_recall.py`.

For each client a server starts on an empty root, and a program starts that configures the client, remembers one thing
and recalls it. What is installed beforehand is not counted. `--only NAME` measures some of them.

Processor time is that of the server until it answers, and of the client's program: on a busy machine it says more than
the seconds do.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks import first_recall_programs as programs  # noqa: E402
from benchmarks.served import Served, fresh_root, while_alive  # noqa: E402

CLIENTS = PROJECT / ".venv-clients" / "bin" / "python"  # `make test-clients` makes it
TYPESCRIPT = PROJECT / "clients" / "typescript"
STEPS = ("configured", "remembered", "recalled")


@dataclass(frozen=True)
class Program:
    """How a client's program is started; the server's address comes behind it."""

    name: str
    command: list[str]
    arguments: tuple[str, ...] = ()
    folder: Path = PROJECT


def python(name: str, source: str, *arguments: str, interpreter: Path = CLIENTS) -> Program:
    return Program(name, [str(interpreter), "-W", "ignore", "-c", programs.PYTHON + source], arguments)


def node(name: str, source: str) -> Program:
    return Program(name, ["node", "--input-type=module", "-e", source], folder=TYPESCRIPT)


def all_programs() -> Iterator[Program]:
    here = Path(sys.executable)
    yield python("MCP's own client", "from mcp import Client\n" + programs.MCP, interpreter=here)
    yield python("FastMCP", "from fastmcp import Client\n" + programs.MCP, interpreter=here)
    yield python("`everos mcp` (Claude Desktop)", programs.BRIDGE, interpreter=here)
    yield python("Claude Code", programs.HOOKS, "claude-code", interpreter=here)
    yield python("Codex", programs.HOOKS, "codex", interpreter=here)
    yield python("everos for Python", programs.EVEROS)
    yield python("mem0", programs.MEM0)
    yield python("Anthropic's memory tool", programs.ANTHROPIC_TOOL)
    yield python("Anthropic's Memory Stores", programs.ANTHROPIC_STORES)
    yield python("LangGraph", programs.LANGGRAPH)
    yield python("OpenAI Agents SDK", programs.OPENAI_AGENTS)
    yield python("LlamaIndex", programs.LLAMAINDEX)
    yield python("Google ADK", programs.ADK)
    yield python("Pydantic AI", programs.PYDANTIC_AI)
    if shutil.which("node") and (TYPESCRIPT / "dist").is_dir():  # `make test-clients` builds it
        yield node("everos for TypeScript", programs.TYPESCRIPT)
        yield node("AI SDK", programs.AI_SDK)


@dataclass(frozen=True)
class Measured:
    """`seconds` from nothing to a server that answers, and then of each step; and the processor time of both."""

    seconds: list[float]
    of_server: float
    of_client: float


def measured(program: Program, folder: Path) -> Measured:
    started = time.perf_counter()
    with Served(fresh_root(folder, "first")) as server:
        moments = [started, time.perf_counter()]
        of_server = sum(while_alive(processor_seconds, pid) for pid in server.processes())
        before = children_seconds()
        env = {**os.environ, "HOME": str(folder), "PYTHONPATH": f"{PROJECT}:{PROJECT / 'clients/python/src'}"}
        words = [*program.command, f"http://127.0.0.1:{server.port}", *program.arguments]
        running = subprocess.Popen(words, cwd=program.folder, env=env, stdout=subprocess.PIPE, text=True)
        assert running.stdout is not None
        for line in running.stdout:
            if line.strip() in STEPS:
                moments.append(time.perf_counter())
        if running.wait() or len(moments) != 2 + len(STEPS):
            raise RuntimeError(f"{program.name} ended with {running.returncode}")
        of_client = children_seconds() - before
    return Measured([later - earlier for earlier, later in pairwise(moments)], of_server, of_client)


def processor_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def children_seconds() -> float:
    """Of processes that have ended: the server is none of them yet."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3, help="the fastest of so many counts")
    options = parser.parse_args()
    print(
        "| client | server answers | configured | remembered | recalled | in all | server's processor time | client's |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for program in all_programs():
        if options.only and program.name not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            rounds = (measured(program, Path(folder)) for _ in range(options.rounds))
            best = min(rounds, key=lambda one: sum(one.seconds))
            figures = (*best.seconds, sum(best.seconds), best.of_server, best.of_client)
            print(f"| {program.name} | {' | '.join(f'{each:.1f} s' for each in figures)} |", flush=True)


if __name__ == "__main__":
    main()
