"""The client as a package: its wheel works without Django, its types are those of the server's schema."""

import json
import subprocess
import sys
import typing
import venv
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from everos import types

PROJECT = Path(__file__).resolve().parents[2]
CODE = """
import sys
import everos, everos.types
everos.EverOS("http://127.0.0.1:9"), everos.AsyncEverOS("http://127.0.0.1:9")
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"django", "pydantic", "agents", "memory", "numpy"}), everos.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make wheels` builds it: in a copy, with what is installed."""
    copy = tmp_path_factory.mktemp("sources") / "python"
    subprocess.run(["cp", "-R", PROJECT / "clients" / "python", copy], check=True)
    folder = tmp_path_factory.mktemp("wheels")
    build = "from setuptools import build_meta; import sys; print(build_meta.build_wheel(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", build, folder], cwd=copy, check=True, capture_output=True, timeout=120
    )
    [built] = folder.iterdir()
    return built


def test_what_is_in_the_wheel(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = [archive.read(name).decode() for name in names if name.endswith("METADATA")]
    assert {"everos/__init__.py", "everos/py.typed", "everos/openai_agents.py"} <= set(names)
    assert all(name.startswith(("everos/", "everos-0")) for name in names)
    assert "Requires-Dist: httpx" in metadata
    assert "Provides-Extra: openai-agents" in metadata
    assert "from everos import EverOS" in metadata  # the README


def test_it_works_in_an_environment_with_nothing_but_httpx(wheel: Path, tmp_path: Path):
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    install = ["-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel]
    subprocess.run([sys.executable, *install], check=True, timeout=120)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    for package in (
        "httpx",
        "httpcore",
        "h11",
        "anyio",
        "certifi",
        "idna",
        "sniffio",
        "typing_extensions.py",
    ):
        installed = Path(httpx.__file__).parents[1] / package
        if installed.exists():
            (site / package).symlink_to(installed)
    done = subprocess.run([python, "-c", CODE], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"[] {site}")


# What the server calls the shapes that the client names.
SHAPES: dict[str, Any] = {
    "AddData": types.AddAnswer,
    "FlushData": types.FlushAnswer,
    "SearchData": types.SearchAnswer,
    "GetData": types.GetAnswer,
    "SearchEpisodeItem": types.FoundEpisode,
    "GetEpisodeItem": types.Episode,
    "SearchAtomicFactItem": types.FoundFact,
    "GetAtomicFactItem": types.Fact,
    "SearchForesightItem": types.FoundForesight,
    "GetForesightItem": types.Foresight,
    "SearchProfileItem": types.FoundProfile,
    "GetProfileItem": types.Profile,
    "SearchAgentCaseItem": types.FoundAgentCase,
    "GetAgentCaseItem": types.AgentCase,
    "SearchAgentSkillItem": types.FoundAgentSkill,
    "GetAgentSkillItem": types.AgentSkill,
    "UnprocessedMessage": types.UnprocessedMessage,
    "OneMemory": types.OneMemory,
    "LineageItem": types.Lineage,
    "ChangeItem": types.Change,
    "VerifyData": types.Verification,
    "DeleteData": types.DeleteAnswer,
    "DoomedMemory": types.DoomedMemory,
    "ReceiptData": types.Receipt,
    "TokenData": types.SignedToken,
    "MessageItem": types.Message,
    "ContentItem": types.ContentItem,
    "ToolCall": types.ToolCall,
    "ToolFunction": types.ToolFunction,
}


@pytest.mark.parametrize("name", SHAPES)
def test_types_are_those_of_the_schema(name: str):
    schema = json.loads((PROJECT / "tests" / "contract" / "openapi.json").read_text())["components"][
        "schemas"
    ]
    hints = typing.get_type_hints(SHAPES[name])
    assert set(hints) == set(schema[name]["properties"])
    for field, said in schema[name]["properties"].items():
        nullable = any(each.get("type") == "null" for each in said.get("anyOf", []))
        required = field in SHAPES[name].__required_keys__
        assert (type(None) in typing.get_args(hints[field])) == (
            nullable and (required or name == "MessageItem")
        ), field
