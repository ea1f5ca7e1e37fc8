"""mem0's filters: which memories they let through, and with whom these can be at all. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from memory.api.mem0.operators import OPERATORS, holds
from memory.api.rest.fields import CONTROL
from memory.errors import InvalidInput
from memory.markdown.names import check_scope
from memory.scope import Owner, OwnerType

MAX_DEPTH = 16
MAX_CONDITIONS = 512  # members of lists count one each
MAX_PLACES = 1_000
MAX_VALUE_CHARS = 1_000
LONGEST_ID = 256
EVERY = "*"

ENTITIES: Mapping[str, OwnerType] = {
    "user_id": OwnerType.USER,
    "agent_id": OwnerType.AGENT,
    "run_id": OwnerType.SESSION,
    "session_id": OwnerType.SESSION,
}
NARROWEST = (OwnerType.USER, OwnerType.AGENT, OwnerType.SESSION)
OF_MEMORIES = frozenset({
    *ENTITIES, "app_id", "id", "memory", "hash", "categories", "keywords", "created_at", "updated_at", "timestamp",
    "expiration_date", "actor_id", "role",
})  # fmt: skip
NOBODY_NAMED = "filters: name at least one of user_id, agent_id, app_id or run_id"

Fields = Mapping[str, Any]
Whose = Owner | OwnerType | None  # somebody, everybody of a type, or whoever it is
Test = Callable[[Fields], bool]


@dataclass(frozen=True, slots=True)
class Place:
    """Where memories are to be looked for. Without an app, in the one of the caller."""

    app_id: str | None = None
    whose: Whose = None


@dataclass(frozen=True, slots=True)
class Filter:
    """`places` is None where what it lets through may be anybody's."""

    lets_through: Test
    places: frozenset[Place] | None = None


def parse(tree: object) -> Filter:
    """Raises InvalidInput; also where it is not said whose memories are meant."""
    found = _Parser().node(tree, 1)
    if found.places is None:
        raise InvalidInput(NOBODY_NAMED)
    return found


def everything(app_id: str | None = None) -> Filter:
    return Filter(lambda fields: True, frozenset({Place(app_id)}))


class _Parser:
    def __init__(self) -> None:
        self._conditions = 0

    def node(self, tree: object, depth: int) -> Filter:
        if not isinstance(tree, dict):
            raise InvalidInput("filters: an object is needed")
        if depth > MAX_DEPTH:
            raise InvalidInput(f"filters: nested more than {MAX_DEPTH} levels deep")
        return _all(part for name, value in tree.items() for part in self._parts(name, value, depth))

    def _parts(self, name: str, value: object, depth: int) -> Iterator[Filter]:
        if name == "AND":
            yield _all(self._children(name, value, depth))
        elif name == "OR":
            yield _any(self._children(name, value, depth))
        elif name == "NOT":
            yield _none(self._children(name, [value] if isinstance(value, dict) else value, depth))
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
        for name, wanted in value.items():
            tests = self._tests(name, wanted)
            yield Filter(lambda fields, name=name, tests=tests: _passes(fields["metadata"].get(name), tests))  # type: ignore[misc]

    def _condition(self, name: str, wanted: object) -> Filter:
        """A name that no memory has by itself is one of its metadata."""
        tests = self._tests(name, wanted)
        if name not in OF_MEMORIES:
            return Filter(lambda fields: _passes(fields["metadata"].get(name), tests))
        return Filter(lambda fields: _passes(fields.get(name), tests), _places(name, tests))

    def _tests(self, name: str, wanted: object) -> dict[str, Any]:
        """By operator. A list alone means one of them, any other value just this one."""
        if isinstance(wanted, dict) and wanted and wanted.keys() <= OPERATORS.keys():
            tests = wanted
        else:
            tests = {"in" if isinstance(wanted, list) else "eq": wanted}
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


def _places(name: str, tests: Mapping[str, Any]) -> frozenset[Place] | None:
    named = tests["eq"] if "eq" in tests else tests.get("in")
    if (name not in ENTITIES and name != "app_id") or named is None:
        return None
    several = named if isinstance(named, list) else [named]
    if not all(isinstance(each, str) for each in several):
        raise InvalidInput(f"filters: {name} takes a text")
    if name == "app_id":
        return frozenset(Place(app_id=_app(each)) for each in several)
    if any(CONTROL.search(each) or len(each) > LONGEST_ID for each in several):
        raise InvalidInput(f"filters: {name} takes ids of at most {LONGEST_ID} printable characters")
    type = ENTITIES[name]
    return frozenset(Place(whose=type if each == EVERY else Owner(type, each)) for each in several)


def _app(identifier: str) -> str:
    if identifier == EVERY:
        raise InvalidInput("filters: app_id names apps one by one, not all of them by *")
    check_scope(identifier)
    return identifier


def _all(parts: Iterable[Filter]) -> Filter:
    several = list(parts)
    places: frozenset[Place] | None = None
    for part in several:
        places = _both(places, part.places)
    return Filter(lambda fields: all(part.lets_through(fields) for part in several), places)


def _any(several: list[Filter]) -> Filter:
    places = [part.places for part in several]
    together = None if None in places else frozenset(place for some in places for place in some or ())
    return Filter(lambda fields: any(part.lets_through(fields) for part in several), together)


def _none(several: list[Filter]) -> Filter:
    return Filter(lambda fields: not any(part.lets_through(fields) for part in several))


def _both(one: frozenset[Place] | None, other: frozenset[Place] | None) -> frozenset[Place] | None:
    if one is None or other is None:
        return other if one is None else one
    if len(one) * len(other) > MAX_PLACES:
        raise InvalidInput(f"filters: more than {MAX_PLACES} combinations of whose memories are meant")
    return frozenset(filter(None, (_narrowed(*pair) for pair in product(one, other))))


def _narrowed(one: Place, other: Place) -> Place | None:
    """None where nothing can be both."""
    if one.app_id and other.app_id and one.app_id != other.app_id:
        return None
    named = [each for each in (one.whose, other.whose) if isinstance(each, Owner)]
    if len({each.type for each in named}) == 1 and len(set(named)) == 2:
        return None
    whose = min((one.whose, other.whose), key=_breadth)
    return Place(one.app_id or other.app_id, whose)


def _breadth(whose: Whose) -> tuple[int, int]:
    if whose is None:
        return 2, 0
    if isinstance(whose, OwnerType):
        return 1, NARROWEST.index(whose)
    return 0, NARROWEST.index(whose.type)
