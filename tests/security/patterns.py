"""All regular expressions of the product, and for each the texts on which a careless one takes time by the square."""

import ast
import importlib
import pkgutil
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import get_annotations
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
PACKAGES = ("memory", "ome", "cascade", "everos_site")
PROGRAMS = {"everos_site.gunicorn.conf"}  # that do their work when they are imported
LOOKING = {"search", "sub", "subn", "split", "findall", "finditer"}  # at each place of a text
AT_ITS_START = {"match", "fullmatch"}
FROM_DATA = {"compile", *LOOKING, *AT_ITS_START}
MANY = 9  # repetitions from which a repeat is taken to have no end
FAR = 40  # repetitions within which the texts of a pattern's own parts find what is slow

COMMON = (
    *(
        " ",
        "\n",
        "\t",
        "[",
        "(",
        "{",
        '"',
        "'",
        "`",
        "<",
        ">",
        "&",
        "0",
        "7",
        "a",
        "A",
        "Z",
        ".",
        ",",
        ":",
        ";",
        "?",
        "!",
    ),
    *(
        "-",
        "_",
        "*",
        "#",
        "/",
        "\\",
        "|",
        "$",
        "漢",
        "é",
        "。",
        "？",
        "(（",
        "a@",
        "a.",
        "a ",
        " a",
        "a-",
        "a'",
        "A b ",
        "I ",
    ),
    *(
        "[ ",
        "( ",
        " (",
        "\n\n",
        " \n",
        "\r\n",
        "a:",
        "a: ",
        ": ",
        ", ",
        "no ",
        "please ",
        "1:",
        "1-",
        "1月",
        "<!--",
        "--",
    ),
    *('""', '\\"', "{[", "```", "a\n", "and ", "my ", "x_", "?]", ".)"),
)


@dataclass(frozen=True)
class Found:
    """`looks`: whether the product looks for it at every place of a text, or at the beginning only."""

    where: str
    pattern: re.Pattern[Any]
    looks: bool

    def __str__(self) -> str:
        return self.where


def modules() -> list[ModuleType]:
    names = [
        info.name
        for package in PACKAGES
        for info in pkgutil.walk_packages([str(PROJECT / package)], f"{package}.")
        if ".migrations" not in info.name and info.name not in PROGRAMS and not info.name.endswith("__main__")
    ]
    return [importlib.import_module(name) for name in (*PACKAGES, *names)]


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((PROJECT / package).rglob("*.py")):
            yield str(path.relative_to(PROJECT)), ast.parse(path.read_text())


def everything() -> list[Found]:
    looked_for = _names_that_look()
    found = [*_held(looked_for), *_inline()]
    return list({(one.pattern.pattern, one.pattern.flags, one.looks): one for one in found}.values())


def made_at_run_time() -> set[str]:
    """Functions in which a pattern is made that is no constant: `file:function`."""
    places = set()
    for name, tree in sources():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
                if any(_is_re(call) and not isinstance(call.args[0], ast.Constant) for call in calls):
                    places.add(f"{name}:{function.name}")
    return places


def _is_re(call: ast.Call) -> bool:
    made = call.func
    return (
        isinstance(made, ast.Attribute)
        and isinstance(made.value, ast.Name)
        and made.value.id == "re"
        and made.attr in FROM_DATA
    )


def _names_that_look() -> set[str]:
    """Of variables and attributes whose methods of looking are used anywhere; one that is handed on counts as well."""
    names = {"expression"}
    for _, tree in sources():
        only_matched: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in AT_ITS_START:
                only_matched.update(map(id, ast.walk(node.value)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in only_matched:
                names.add(node.id)
            if (
                isinstance(node, ast.Attribute)
                and node.attr in LOOKING
                and isinstance(node.value, ast.Attribute)
            ):
                names.add(node.value.attr)
    return names


def _held(looked_for: set[str]) -> Iterator[Found]:
    seen: set[int] = set()
    for module in modules():
        for name, value in list(vars(module).items()):
            for path, pattern in _within(value, name, seen, 6):
                looks = any(part in looked_for for part in re.split(r"[.\[\]]", path))
                yield Found(f"{module.__name__}.{path}", pattern, looks)


def _within(value: Any, path: str, seen: set[int], levels: int) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield path, value
        return
    if levels == 0 or id(value) in seen or isinstance(value, str | bytes | int | float | ModuleType):
        return
    seen.add(id(value))
    for name, inner in _members(value):
        yield from _within(inner, f"{path}{name}", seen, levels - 1)


def _members(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"[{key!r}]", inner) for key, inner in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return [(f"[{number}]", inner) for number, inner in enumerate(value)]
    of = value if isinstance(value, type) else type(value)
    if of.__module__.split(".")[0] not in PACKAGES:
        return []
    slots = [name for one in of.__mro__ for name in getattr(one, "__slots__", ())]
    if not isinstance(value, type):  # private ones are only compared with a whole description, which is short
        slots += [
            name
            for one in of.__mro__
            for name, held in vars(one).items()
            if name[0] != "_" and _is_made_when_needed(held)
        ]
    stated = {**getattr(value, "__dict__", {}), **{name: getattr(value, name, None) for name in slots}}
    return [(f".{name}", inner) for name, inner in stated.items()]


def _is_made_when_needed(attribute: Any) -> bool:
    return isinstance(attribute, cached_property) and "Pattern" in str(
        get_annotations(attribute.func).get("return")
    )


def _inline() -> Iterator[Found]:
    """Constants that stand in a call."""
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_re(node) and isinstance(node.args[0], ast.Constant):
                flags = next((ast.unparse(word.value) for word in node.keywords if word.arg == "flags"), None)
                if flags is None and node.func.attr == "compile" and len(node.args) > 1:  # type: ignore[attr-defined]
                    flags = ast.unparse(node.args[1])
                pattern = re.compile(node.args[0].value, eval(flags or "0"))
                looks = node.func.attr in LOOKING  # type: ignore[attr-defined]
                if node.func.attr != "compile":  # type: ignore[attr-defined]
                    yield Found(f"{name}:{node.lineno}", pattern, looks)


def texts(pattern: re.Pattern[Any]) -> list[tuple[str, str]]:
    """What stands first, and what follows it over and over."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsed = re._parser.parse(pattern.pattern, pattern.flags)  # type: ignore[attr-defined]
    whole = _example(parsed)
    common = COMMON if _most_repetitions(parsed) > FAR else ()
    rows = {("", piece) for piece in (*common, whole, f"{whole} ", *_prefixes(parsed))}
    rows |= set(_repeats(parsed, ""))
    atoms = sorted(_atoms(parsed))[:8]
    rows |= {("", first + second) for first, second in product(atoms[:4], repeat=2)}
    rows |= {(whole, atom) for atom in atoms}
    return sorted(row for row in rows if row[1])


def text_of(row: tuple[str, str], size: int) -> str:
    """It ends with what no pattern expects."""
    before, piece = row
    return before + piece * max(1, size // len(piece)) + "\x01"


@cache
def _of_category(category: str) -> str:
    return {"DIGIT": "1", "SPACE": " ", "WORD": "a", "NOT_SPACE": "x", "NOT_WORD": " ", "NOT_DIGIT": "a"}[
        category
    ]


def _sample(items: Any) -> str:
    """A character of a class; of a negated one, some character that is not in it."""
    negated = bool(items) and str(items[0][0]) == "NEGATE"
    singles: list[str] = []
    for kind, argument in items:
        match str(kind):
            case "LITERAL":
                singles.append(chr(argument))
            case "RANGE":
                singles.append(chr(argument[0]))
            case "CATEGORY":
                singles.append(_of_category(str(argument).removeprefix("CATEGORY_")))
    if not negated:
        return singles[0]
    return next(one for one in "a0 .-[(\"'x," if one not in singles)


def _example(parsed: Any, upto: int | None = None) -> str:
    told = ""
    for kind, argument in list(parsed)[:upto]:
        match str(kind):
            case "LITERAL":
                told += chr(argument)
            case "NOT_LITERAL":
                told += "b" if argument == ord("a") else "a"
            case "ANY":
                told += "a"
            case "IN":
                told += _sample(argument)
            case "BRANCH":
                told += _example(argument[1][0])
            case "SUBPATTERN":
                told += _example(argument[3])
            case "ATOMIC_GROUP":
                told += _example(argument)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                told += _example(argument[2]) * max(argument[0], 1)
    return told


def _prefixes(parsed: Any) -> Iterator[str]:
    """What can be the beginning of a match, in every branch, but not the beginning of a word of it."""
    for position in range(1, len(parsed) + 1):
        if not _is_word(parsed[position - 1 : position + 1]) or position == len(parsed):
            yield _example(parsed, position)
    for _, parts in _inner(parsed):
        words = [part for part in parts if _is_word(part)]
        for part in parts:
            if part not in words[3:]:  # words fail alike
                yield from _prefixes(part)


def _is_word(parsed: Any) -> bool:
    return all(str(kind) == "LITERAL" for kind, _ in parsed)


def _inner(parsed: Any) -> Iterator[tuple[str, list[Any]]]:
    for kind, argument in parsed:
        match str(kind):
            case "BRANCH":
                yield "BRANCH", argument[1]
            case "SUBPATTERN":
                yield "SUBPATTERN", [argument[3]]
            case "ATOMIC_GROUP":
                yield "ATOMIC_GROUP", [argument]
            case "ASSERT" | "ASSERT_NOT":
                yield "ASSERT", [argument[1]]
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                yield "REPEAT", [argument[2]]


def _most_repetitions(parsed: Any) -> int:
    own = [int(argument[1]) for kind, argument in parsed if str(kind).endswith("_REPEAT")]
    return max([0, *own, *(_most_repetitions(part) for _, parts in _inner(parsed) for part in parts)])


def _repeats(parsed: Any, before: str) -> Iterator[tuple[str, str]]:
    """Each repeat of many, behind an example of what goes before it."""
    for position, node in enumerate(parsed):
        lead = before + _example(parsed, position)
        if str(node[0]).endswith("_REPEAT") and node[1][1] >= MANY:
            yield lead, _example(node[1][2])
        for _, parts in _inner([node]):
            for part in parts:
                yield from _repeats(part, lead)


def _atoms(parsed: Any) -> set[str]:
    found = set()
    for kind, argument in parsed:
        if str(kind) in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            found.add(_example([(kind, argument)]))
    for _, parts in _inner(parsed):
        for part in parts:
            found |= _atoms(part)
    return found
