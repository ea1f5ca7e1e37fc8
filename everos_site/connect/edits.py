"""Inserts parts of a JSON object or TOML tables into a configuration file, and removes them again."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from everos_site.connect import jsonc
from everos_site.connect.files import ConnectError

Form = Literal["json", "jsonc", "toml"]
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """One insertion. `member`: one key of an object; `item`: one value of a list; `default`: a key that the file needs
    with any value; `table`: `lines` of TOML, which `value` is the content of.
    """

    kind: Literal["member", "item", "default", "table"]
    path: Path
    value: Any
    lines: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The text after insertions: `done` are those that were necessary, `made` objects and lists created for them."""

    text: str
    done: list[Edit] = field(default_factory=list)
    made: list[Path] = field(default_factory=list)


def insert(text: str, form: Form, edits: Sequence[Edit]) -> Result:
    """Inserts the edits. Whatever exists already is left, and not recorded as ours. Raises ConnectError."""
    if form == "toml":
        return _insert_tables(text, edits)
    result = Result(text if text.strip("\ufeff \t\r\n") else f"{text.strip()}{{}}\n")
    for edit in edits:
        result = _insert_edit(result, form == "jsonc", edit)
    return result


def remove(text: str, form: Form, edits: Sequence[Edit], made: Sequence[Path]) -> tuple[str, list[str]]:
    """The text without the edits, and the names of edits that are no longer in it. Raises ConnectError."""
    if form == "toml":
        return _remove_tables(text, edits)
    missing = []
    for edit in reversed(edits):
        without = _remove_edit(text, form == "jsonc", edit)
        if without is None:
            missing.append(".".join(edit.path))
        else:
            text = without
    for path in sorted(made, key=len, reverse=True):
        text = _remove_empty(text, form == "jsonc", path)
    return text, missing


def holds(text: str, form: Form, edit: Edit) -> bool:
    """Whether the text contains the edit, unchanged."""
    if form == "toml":
        return _table(_toml(text), edit.path) == edit.value
    node = jsonc.at_path(jsonc.parse(text, form == "jsonc"), edit.path)
    if node is None:
        return False
    return edit.value in node.value if edit.kind == "item" and node.is_list else node.value == edit.value


def _insert_edit(result: Result, comments: bool, edit: Edit) -> Result:
    text, root = result.text, jsonc.parse(result.text, comments)
    known = jsonc.at_path(root, edit.path)
    if edit.kind == "item" and known is not None:
        if not known.is_list:
            raise ConnectError(f"`{'.'.join(edit.path)}` is not a list")
        if edit.value in known.value:
            return result
        return Result(jsonc.insert_item(text, known, edit.value), [*result.done, edit], result.made)
    if known is not None:
        if known.value == edit.value or edit.kind == "default":
            return result
        raise ConnectError(
            f"`{'.'.join(edit.path)}` exists already and was not added by this command: remove or rename it, "
            "and try again"
        )
    depth = next(n for n in range(len(edit.path)) if jsonc.at_path(root, edit.path[: n + 1]) is None)
    parent = jsonc.at_path(root, edit.path[:depth])
    if parent is None or not parent.is_object:
        raise ConnectError(f"`{'.'.join(edit.path[:depth])}` is not an object")
    value = [edit.value] if edit.kind == "item" else edit.value
    for key in reversed(edit.path[depth + 1 :]):
        value = {key: value}
    ends = len(edit.path) + (edit.kind == "item")
    made = [edit.path[:end] for end in range(depth + 1, ends)]
    text = jsonc.insert_member(text, parent, edit.path[depth], value)
    return Result(text, [*result.done, edit], [*result.made, *made])


def _remove_edit(text: str, comments: bool, edit: Edit) -> str | None:
    """None if the text does not contain the edit, or contains it changed."""
    root = jsonc.parse(text, comments)
    parent = jsonc.at_path(root, edit.path if edit.kind == "item" else edit.path[:-1])
    if parent is None:
        return None
    if edit.kind == "item":
        child = next((each for each in reversed(parent.children) if each.node.value == edit.value), None)
    else:
        child = parent.member(edit.path[-1])
    if child is None or child.node.value != edit.value:
        return None
    return jsonc.remove(text, parent, child)


def _remove_empty(text: str, comments: bool, path: Path) -> str:
    root = jsonc.parse(text, comments)
    node, parent = jsonc.at_path(root, path), jsonc.at_path(root, path[:-1])
    child = parent.member(path[-1]) if parent is not None else None
    if node is None or parent is None or child is None or node.value not in ({}, []):
        return text
    return jsonc.remove(text, parent, child)


def _insert_tables(text: str, edits: Sequence[Edit]) -> Result:
    newline = "\r\n" if "\r\n" in text else "\n"
    done: list[Edit] = []
    for edit in edits:
        known = _table(_toml(text), edit.path)
        if known == edit.value:
            continue
        if known is not None:
            raise ConnectError(f"[{'.'.join(edit.path)}] exists already and was not added by this command")
        own = Edit(edit.kind, edit.path, edit.value, edit.lines.replace("\n", newline))
        gap = "" if not text else newline if text.endswith("\n") else newline * 2
        text = f"{text}{gap}{own.lines}"
        if _table(_toml(text), edit.path) != edit.value:
            raise ConnectError(f"[{'.'.join(edit.path)}] cannot be added at the end of the file")
        done.append(own)
    return Result(text, done)


def _remove_tables(text: str, edits: Sequence[Edit]) -> tuple[str, list[str]]:
    missing = []
    for edit in edits:
        begin, lines, end = text.rpartition(edit.lines)
        if not lines:
            missing.append(".".join(edit.path))
            continue
        newline = "\r\n" if "\r\n" in text else "\n"
        text = begin.removesuffix(newline) + end if begin.endswith(newline * 2) else begin + end
        _toml(text)
    return text, missing


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConnectError(f"it is not valid TOML: {error}") from None


def _table(known: Any, path: Path) -> Any:
    for key in path:
        known = known.get(key) if isinstance(known, dict) else None
    return known
