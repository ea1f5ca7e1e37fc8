"""The TypeScript client with its middleware for the AI SDK, and the example: built and tested with node, against a
real server."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai_server import FakeOpenAI, Says

PROJECT = Path(__file__).resolve().parents[2]
CLIENT = PROJECT / "clients" / "typescript"
EXAMPLE = PROJECT / "examples" / "vercel-ai"
AWAY = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "ECONNRESET")  # of the registry

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or shutil.which("npm") is None, reason="node and npm are not installed"
)


def run(folder: Path, *command: str, **settings: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **settings}, capture_output=True, text=True, timeout=300
    )
    if command[:2] == ("npm", "ci") and any(code in done.stderr for code in AWAY):
        pytest.skip(f"the packages cannot be fetched: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(folder: Path) -> None:
    """As the lock says; anew only when that has changed. npm writes its own copy of it last."""
    lock, fetched = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if not fetched.exists() or fetched.stat().st_mtime < lock.stat().st_mtime:
        run(folder, "npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error")


@pytest.fixture(scope="module")
def client(url: str) -> str:
    """Built and tested; what node has told."""
    installed(CLIENT)
    return run(CLIENT, "npm", "test", EVEROS_URL=url)


def test_all_of_its_own_tests_pass(client: str) -> None:
    counts = dict(line[2:].split() for line in client.splitlines() if line.startswith(("# pass", "# fail")))
    assert counts["fail"] == "0"
    assert int(counts["pass"]) >= 24


@pytest.mark.usefixtures("client")
def test_the_package_holds_what_it_exports() -> None:
    [packed] = json.loads(run(CLIENT, "npm", "pack", "--dry-run", "--json", "--ignore-scripts"))
    files = {each["path"] for each in packed["files"]}
    package = json.loads((CLIENT / "package.json").read_text("utf-8"))
    for ways in package["exports"].values():
        assert {way.removeprefix("./") for way in ways.values()} <= files
    assert not [file for file in files if file.startswith(("src/", "test/", "build/"))]
    assert "dependencies" not in package


@pytest.fixture
def endpoint() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        fake.fail(Says("How nice."), Says("In Yosemite."))
        yield fake


@pytest.mark.usefixtures("client")
def test_the_example_remembers_from_one_chat_to_the_next(url: str, endpoint: FakeOpenAI) -> None:
    installed(EXAMPLE)
    settings = {
        "EVEROS_URL": url,
        "EVEROS_USER": "olga",
        "OPENAI_BASE_URL": endpoint.url,
        "OPENAI_API_KEY": "k",
    }
    assert run(EXAMPLE, "node", "chat.js", "I climb in Yosemite every June.", **settings) == "How nice.\n"
    assert run(EXAMPLE, "node", "chat.js", "Where do I climb?", **settings) == "In Yosemite.\n"
    first, second = [call.body["messages"][0]["content"] for call in endpoint.calls]
    assert first == "You are a helpful assistant."
    assert "Yosemite" in second
