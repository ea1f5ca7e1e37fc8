"""Changes single values of a JSON text, and preserves every other byte, including comments."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from everos_site.connect.files import ConnectError

MOST_LEVELS = 100
_SPACE = re.compile(r"[ \t\r\n]*")
_GAP = re.compile(r"(?:[ \t\r\n]++|//[^\n]*+|/\*.*?\*/)*+", re.DOTALL)
_TEXT = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"[^\s,\[\]{}\"/]+")
_LINE_REST = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/[ \t]*)?(?=\r?\n)")
_INDENT = re.compile(r"\n([ \t]+)\S")


@dataclass(slots=True)
class Node:
    """A value and its position in the text. An object or list has `children`; those of an object have keys."""

    start: int
    end: int = 0
    is_object: bool = False
    is_list: bool = False
    children: list["Child"] = field(default_factory=list)
    scalar: Any = None

    @property
    def value(self) -> Any:
        if self.is_object:
            return {child.key: child.node.value for child in self.children}
        return [child.node.value for child in self.children] if self.is_list else self.scalar

    def member(self, key: str) -> "Child | None":
        """The last member with this key, as JSON parsers choose it."""
        return next((child for child in reversed(self.children) if child.key == key), None)


@dataclass(slots=True)
class Child:
    start: int  # of the key, or of the value in a list
    key: str
    node: Node


def parse(text: str, comments: bool) -> Node:
    """Raises ConnectError, which names the line."""
    reader = _Reader(text, comments)
    begin = reader.gap(1 if text.startswith("\ufeff") else 0)
    node = reader.value(begin, 0)
    if reader.gap(node.end) != len(text):
        raise reader.problem(node.end, "there is text after the end")
    if not node.is_object:
        raise ConnectError("it is not a JSON object")
    return node


def insert_member(text: str, parent: Node, key: str, value: Any) -> str:
    """The text with a member added at the end of the object."""
    return _insert_child(text, parent, lambda indent: f"{json.dumps(key)}: {_dumped(text, value, indent)}")


def insert_item(text: str, parent: Node, value: Any) -> str:
    return _insert_child(text, parent, lambda indent: _dumped(text, value, indent))


def remove(text: str, parent: Node, child: Child) -> str:
    """The text without one of the children of the object or list."""
    place = parent.children.index(child)
    begin, end = child.start, child.node.end
    comma = _comma(text, end)
    if comma is not None:
        end = comma + 1
    elif place:
        before = _comma(text, parent.children[place - 1].node.end)
        if before is not None:
            text = text[:before] + text[before + 1 :]
            begin, end = begin - 1, end - 1
    while begin and text[begin - 1] in " \t\r\n":
        begin -= 1
    left = text[:begin] + text[end:]
    if len(parent.children) == 1:
        inner = _SPACE.match(left, begin)
        closing = inner.end() if inner else begin
        if left[begin - 1] in "[{" and left[closing] in "]}":
            return left[:begin] + left[closing:]
    return left


def _insert_child(text: str, parent: Node, written: Callable[[str | None], str]) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    base = _indent_at(text, parent.start)
    closing = parent.end - 1
    if not parent.children:
        indent = base + _unit(text)
        inner = text[parent.start + 1 : closing].rstrip()
        head = text[: parent.start + 1] + inner
        return f"{head}{newline}{indent}{written(indent)}{newline}{base}{text[closing:]}"
    last = parent.children[-1]
    if "\n" not in text[parent.start : last.start]:  # all on one line
        comma = _comma(text, last.node.end)
        at = last.node.end if comma is None else comma + 1
        return f"{text[:at]}{', ' if comma is None else ' '}{written(None)}{text[at:]}"
    indent = _indent_at(text, last.start)
    comma = _comma(text, last.node.end)
    after = "" if comma is None else ","  # a trailing comma stays a trailing comma
    if comma is None:
        text = f"{text[: last.node.end]},{text[last.node.end :]}"
        comma = last.node.end
    rest = _LINE_REST.match(text, comma + 1)
    at = rest.end() if rest else comma + 1
    return f"{text[:at]}{newline}{indent}{written(indent)}{after}{text[at:]}"


def _comma(text: str, end: int) -> int | None:
    """The position of the comma after a value; None if there is none."""
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    return at if text[at : at + 1] == "," else None


def _dumped(text: str, value: Any, indent: str | None) -> str:
    if indent is None:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    return (("\r\n" if "\r\n" in text else "\n") + indent).join(lines)


def _indent_at(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


class _Reader:
    def __init__(self, text: str, comments: bool) -> None:
        self.text, self.comments = text, comments

    def gap(self, at: int) -> int:
        found = (_GAP if self.comments else _SPACE).match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, level: int) -> Node:
        if level > MOST_LEVELS:
            raise self.problem(at, "it is nested too deeply")
        sign = self.text[at : at + 1]
        if sign in ("{", "["):
            return self._container(at, level)
        found = (_TEXT if sign == '"' else _SCALAR).match(self.text, at)
        if found is None:
            raise self.problem(at, "a value is missing")
        try:
            return Node(at, found.end(), scalar=json.loads(found[0]))
        except ValueError:
            raise self.problem(at, "this is not JSON") from None

    def _container(self, at: int, level: int) -> Node:
        node = Node(at, is_object=self.text[at] == "{", is_list=self.text[at] == "[")
        closing = "}" if node.is_object else "]"
        at = self.gap(at + 1)
        while self.text[at : at + 1] != closing:
            child = self._child(at, node.is_object, level)
            node.children.append(child)
            at = self.gap(child.node.end)
            if self.text[at : at + 1] == ",":
                at = self.gap(at + 1)
                if self.text[at : at + 1] == closing and not self.comments:
                    raise self.problem(at, "there is a comma before the end")
            elif self.text[at : at + 1] != closing:
                raise self.problem(at, f"a comma or {closing} is missing")
        node.end = at + 1
        return node

    def _child(self, at: int, has_key: bool, level: int) -> Child:
        if not has_key:
            return Child(at, "", self.value(at, level + 1))
        key = self.value(at, level + 1)
        colon = self.gap(key.end)
        if not isinstance(key.scalar, str) or self.text[colon : colon + 1] != ":":
            raise self.problem(at, "a name and a colon are missing")
        return Child(at, key.scalar, self.value(self.gap(colon + 1), level + 1))

    def problem(self, at: int, words: str) -> ConnectError:
        return ConnectError(f"it is not valid JSON: line {self.text.count(chr(10), 0, at) + 1}: {words}")


def at_path(root: Node, path: Sequence[str]) -> Node | None:
    """The value at the path; None if there is none. Raises ConnectError if the path goes through something else than an
    object.
    """
    node = root
    for key in path:
        if not node.is_object:
            raise ConnectError(f"`{key}` would be in something that is not an object")
        child = node.member(key)
        if child is None:
            return None
        node = child.node
    return node
