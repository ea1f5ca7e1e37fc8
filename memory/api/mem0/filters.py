"""Parses mem0's filters into a test of memories, and the owners whose memories can match. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from memory.api.mem0.operators import ANY_VALUE, OPERATORS, holds
from memory.api.suggestions import misspelt
from memory.errors import InvalidInput
from memory.markdown.root import CONTROL, check_scope
from memory.scope import LONGEST_ID, Owner, OwnerType

MAX_DEPTH = 16
MAX_CONDITIONS = 512  # members of lists count one each
MAX_SELECTORS = 1_000
MAX_VALUE_CHARS = 1_000
ENTITIES: Mapping[str, OwnerType] = {
    "user_id": OwnerType.USER,
    "agent_id": OwnerType.AGENT,
    "run_id": OwnerType.SESSION,
    "session_id": OwnerType.SESSION,
}
NARROWEST = (OwnerType.USER, OwnerType.AGENT, OwnerType.SESSION)
MEMORY_FIELDS = frozenset({
    *ENTITIES, "app_id", "id", "memory", "hash", "categories", "keywords", "created_at", "updated_at", "timestamp",
    "expiration_date", "actor_id", "role",
})  # fmt: skip
NO_ENTITY = "filters: name at least one of user_id, agent_id, app_id or run_id"

Fields = Mapping[str, Any]
OwnerOrType = Owner | OwnerType | None  # one owner, all owners of a type, or all owners
Test = Callable[[Fields], bool]


@dataclass(frozen=True, slots=True)
class Selector:
    """The owners to look at in one app; None is the app of the caller."""

    app_id: str | None = None
    owner: OwnerOrType = None


@dataclass(frozen=True, slots=True)
class Filter:
    """`selectors` is None if memories of any owner may match."""

    matches: Test
    selectors: frozenset[Selector] | None = None


def parse(tree: object) -> Filter:
    """Raises InvalidInput, also for a filter that names no entity."""
    found = _Parser().node(tree, 1)
    if found.selectors is None:
        raise InvalidInput(NO_ENTITY + misspelt(_names(tree), ENTITIES))
    return found


def _names(tree: object) -> Iterator[str]:
    for name, value in tree.items() if isinstance(tree, dict) else ():
        yield name
        if name in ("AND", "OR") and isinstance(value, list):
            for child in value:
                yield from _names(child)


def match_all(app_id: str | None = None) -> Filter:
    return Filter(lambda fields: True, frozenset({Selector(app_id)}))


class _Parser:
    def __init__(self) -> None:
        self._conditions = 0

    def node(self, tree: object, depth: int) -> Filter:
        if not isinstance(tree, dict):
            raise InvalidInput("filters: an object is needed")
        if depth > MAX_DEPTH:
            raise InvalidInput(f"filters: nested more than {MAX_DEPTH} levels deep")
        return _all_of(part for name, value in tree.items() for part in self._parts(name, value, depth))

    def _parts(self, name: str, value: object, depth: int) -> Iterator[Filter]:
        if name == "AND":
            yield _all_of(self._children(name, value, depth))
        elif name == "OR":
            yield _any_of(self._children(name, value, depth))
        elif name == "NOT":
            yield _none_of(self._children(name, [value] if isinstance(value, dict) else value, depth))
        elif name == "metadata":
            yield from self._metadata(value)
        else:
            yield self._condition(name, value)

    def _children(self, name: str, value: object, depth: int) -> list[Filter]:
        if not isinstance(value, list):
            raise InvalidInput(f"filters: {name} takes a list")
        self._count(value)
        return [self.node(child, depth + 1) for child in value]

    def _metadata(self, value: object) -> Iterator[Filter]:
        if not isinstance(value, dict):
            raise InvalidInput("filters: metadata takes an object")
        for name, condition in value.items():
            tests = self._tests(name, condition)
            yield Filter(lambda fields, name=name, tests=tests: _passes(fields["metadata"].get(name), tests))  # type: ignore[misc]

    def _condition(self, name: str, condition: object) -> Filter:
        """A test of one field; a name that is not a field of memories is looked up in the metadata."""
        tests = self._tests(name, condition)
        if name not in MEMORY_FIELDS:
            return Filter(lambda fields: _passes(fields["metadata"].get(name), tests))
        return Filter(lambda fields: _passes(fields.get(name), tests), _selectors(name, tests))

    def _tests(self, name: str, condition: object) -> dict[str, Any]:
        """Operands by operator. A plain list means `in`, any other plain value `eq`."""
        if isinstance(condition, dict) and condition and condition.keys() <= OPERATORS.keys():
            tests = condition
        else:
            tests = {"in" if isinstance(condition, list) else "eq": condition}
        for operator, operand in tests.items():
            self._count(operand)
            OPERATORS[operator].check(name, operand)
        return tests

    def _count(self, operand: object) -> None:
        self._conditions += max(1, len(operand)) if isinstance(operand, list) else 1
        if self._conditions > MAX_CONDITIONS:
            raise InvalidInput(f"filters: more than {MAX_CONDITIONS} conditions")
        for each in operand if isinstance(operand, list) else [operand]:
            if isinstance(each, str) and len(each) > MAX_VALUE_CHARS:
                raise InvalidInput(f"filters: a value has at most {MAX_VALUE_CHARS} characters")


def _passes(value: Any, tests: Mapping[str, Any]) -> bool:
    return all(holds(operator, value, operand) for operator, operand in tests.items())


def _selectors(name: str, tests: Mapping[str, Any]) -> frozenset[Selector] | None:
    named = tests["eq"] if "eq" in tests else tests.get("in")
    if (name not in ENTITIES and name != "app_id") or named is None:
        return None
    several = named if isinstance(named, list) else [named]
    if not all(isinstance(each, str) for each in several):
        raise InvalidInput(f"filters: {name} takes a text")
    if name == "app_id":
        return frozenset(Selector(app_id=_app(each)) for each in several)
    if any(CONTROL.search(each) or len(each) > LONGEST_ID for each in several):
        raise InvalidInput(f"filters: {name} takes ids of at most {LONGEST_ID} printable characters")
    type = ENTITIES[name]
    return frozenset(Selector(owner=type if each == ANY_VALUE else Owner(type, each)) for each in several)


def _app(identifier: str) -> str:
    if identifier == ANY_VALUE:
        raise InvalidInput("filters: app_id cannot be *; name the apps one by one")
    check_scope(identifier)
    return identifier


def _all_of(parts: Iterable[Filter]) -> Filter:
    several = list(parts)
    selectors: frozenset[Selector] | None = None
    for part in several:
        selectors = _intersection(selectors, part.selectors)
    return Filter(lambda fields: all(part.matches(fields) for part in several), selectors)


def _any_of(several: list[Filter]) -> Filter:
    selectors = [part.selectors for part in several]
    together = None if None in selectors else frozenset(each for some in selectors for each in some or ())
    return Filter(lambda fields: any(part.matches(fields) for part in several), together)


def _none_of(several: list[Filter]) -> Filter:
    return Filter(lambda fields: not any(part.matches(fields) for part in several))


def _intersection(
    one: frozenset[Selector] | None, other: frozenset[Selector] | None
) -> frozenset[Selector] | None:
    if one is None or other is None:
        return other if one is None else one
    if len(one) * len(other) > MAX_SELECTORS:
        raise InvalidInput(f"filters: more than {MAX_SELECTORS} combinations of owners and apps")
    return frozenset(filter(None, (_narrower(*pair) for pair in product(one, other))))


def _narrower(one: Selector, other: Selector) -> Selector | None:
    """The intersection of two selectors; None if it is empty."""
    if one.app_id and other.app_id and one.app_id != other.app_id:
        return None
    named = [each for each in (one.owner, other.owner) if isinstance(each, Owner)]
    if len({each.type for each in named}) == 1 and len(set(named)) == 2:
        return None
    owner = min((one.owner, other.owner), key=_breadth)
    return Selector(one.app_id or other.app_id, owner)


def _breadth(owner: OwnerOrType) -> tuple[int, int]:
    if owner is None:
        return 2, 0
    if isinstance(owner, OwnerType):
        return 1, NARROWEST.index(owner)
    return 0, NARROWEST.index(owner.type)
