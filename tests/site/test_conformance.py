"""docs/conformance.md: every statement has a test that exists, or says why we differ."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "conformance.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
DOCUMENTS = ("000", "001", "002", "003", "004")

Row = tuple[str, str, str, str]


def rows() -> list[Row]:
    """(statement, interface, test, difference) of every table, without the heads."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    found = [tuple(cell.strip() for cell in line[1:].removesuffix("|").split(" | ")) for line in lines]
    assert [row for row in found if len(row) != 4] == []
    return [row for row in found if row[0] != "Statement"]  # type: ignore[misc]


@cache
def names_in(path: str) -> frozenset[str]:
    """`name`, and `Class::name`, of each test in the file."""
    body = ast.parse((PROJECT / path).read_text("utf-8")).body
    inside = [(f"{node.name}::", node.body) for node in body if isinstance(node, ast.ClassDef)]
    return frozenset(
        prefix + node.name
        for prefix, nodes in [("", body), *inside]
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def test_every_test_that_is_named_exists() -> None:
    named = set(TEST.findall(PAGE.read_text("utf-8")))
    assert named
    assert [f"{path}::{name}" for path, name in sorted(named) if name not in names_in(path)] == []


def test_every_statement_has_an_interface_and_a_test_or_a_reason() -> None:
    found = rows()
    assert len(found) > 200
    assert [row for row in found if not (row[0] and row[1] and (TEST.search(row[2]) or row[3]))] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_document_has_its_part(document: str) -> None:
    assert re.search(rf"^## {document} ", PAGE.read_text("utf-8"), re.MULTILINE)
