"""A fresh install gets exactly what was tested: everything imported is declared, everything installed is pinned."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
OWN = {"everos_site", "memory", "cascade", "ome", "tests", "benchmarks"}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(name: str) -> list[str]:
    """A requirement a line, its hashes included."""
    text = (PROJECT / "requirements" / name).read_text().replace("\\\n", "")
    return [line for line in text.splitlines() if line and not line.startswith(("#", "-r"))]


def names(name: str) -> set[str]:
    return {canonical(re.split(r"[=<> ;\[]", line, maxsplit=1)[0]) for line in listed(name)}


def imported(folders: set[str]) -> set[str]:
    """Distributions of the modules that the code of these folders imports."""
    modules: set[str] = set()
    for path in (path for folder in folders for path in (PROJECT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.split(".")[0])
    foreign = modules - set(sys.stdlib_module_names) - OWN
    providers = packages_distributions()
    return {canonical(providers[module][0]) for module in foreign if module in providers}


@pytest.mark.parametrize("name", ["base.txt", "tracing.txt", "dev.txt", "small-model.txt", "clients.txt"])
def test_every_version_is_pinned_with_the_hashes_of_its_files(name: str) -> None:
    for line in listed(name):
        assert re.fullmatch(
            r"[A-Za-z0-9._-]+==[A-Za-z0-9._+!-]+( ; .+?)?( +--hash=sha256:[0-9a-f]{64})+", line
        ), line


def test_only_files_with_a_known_hash_are_installed() -> None:
    """By the Makefile and in the image; the project itself is the checkout."""
    recipes = (PROJECT / "Makefile").read_text() + (PROJECT / "Dockerfile").read_text()
    installs = re.findall(r"^.*--requirement .*$", recipes, re.MULTILINE)
    assert len(installs) == 5
    assert all("--require-hashes --no-deps" in line for line in installs)


def test_what_the_product_imports_is_declared_and_pinned() -> None:
    used = imported({"everos_site", "memory", "cascade", "ome"})
    declared = names("base.in") | names("tracing.in")
    assert used <= declared | {"kombu", "pydantic-core"}  # parts of celery and pydantic
    assert used <= names("base.txt") | names("tracing.txt")


def test_what_the_tests_import_is_pinned() -> None:
    assert imported({"tests", "benchmarks"}) <= names("dev.txt") | names("small-model.txt")


def test_the_tests_run_with_the_versions_of_the_product() -> None:
    """The platforms that a version is for may be stated in other words."""

    def pinned(name: str) -> set[str]:
        return {re.sub(r" ;.*?(?= +--hash)", "", line) for line in listed(name)}

    assert pinned("base.txt") | pinned("tracing.txt") <= pinned("dev.txt")
