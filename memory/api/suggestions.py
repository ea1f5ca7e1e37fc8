"""What refusals say of a path, a method or a field that does not exist, with the near one that was probably meant."""

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, is_valid_path
from django.urls.resolvers import RoutePattern

CLOSE_PATH, CLOSE_FIELD = 0.8, 0.65
# Comparing takes time, and a client's key may be as long as the body.
LONGEST_PATH, LONGEST_NAME = 200, 64
MOST_COMPARED, MOST_NAMED = 20, 3  # unknown fields of a request


def nothing_at(path: str, documentation: str) -> str:
    """`documentation` is the page about the dialect of the path, if this server has such pages."""
    near = _near_path(path) if len(path) <= LONGEST_PATH else None
    meant = f"; did you mean {near}?" if near else "."
    more = f" The documentation is at {documentation}" if is_valid_path(documentation) else ""
    return f"There is nothing at {path[:LONGEST_PATH]}{meant}{more}"


def not_allowed(method: str | None, allowed: Iterable[str]) -> str:
    return f"{method} is not allowed here, only {', '.join(allowed)}"


def _near_path(path: str) -> str | None:
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    if is_valid_path(other):
        return other
    return next(iter(get_close_matches(path, _fixed_paths(get_resolver()), 1, CLOSE_PATH)), None)


@lru_cache(maxsize=1)
def _fixed_paths(resolver: URLResolver) -> tuple[str, ...]:
    """All paths of the server without parameters."""
    return tuple(f"/{path}" for path in _paths(resolver.url_patterns) if "<" not in path)


def _paths(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each.pattern, RoutePattern):
            inner = _paths(each.url_patterns) if isinstance(each, URLResolver) else [""]
            yield from (f"{each.pattern}{path}" for path in inner)


def unknown_fields(given: Any, known: Collection[str]) -> str:
    """Such as ` (unknown: mesages; did you mean messages?)`; empty if the object has no unknown field."""
    if not isinstance(given, dict):
        return ""
    unknown = islice((name[:LONGEST_NAME] for name in given if name not in known), MOST_COMPARED)
    named = [f"{name}; {meant}" if (meant := meaning(name, given, known)) else name for name in unknown]
    named.sort(key=lambda text: "; " not in text)
    return f" (unknown: {', '.join(named[:MOST_NAMED])})" if named else ""


def misspelt(given: Iterable[str], known: Collection[str]) -> str:
    """The same of a request's names of all sorts: only those that are spelt almost like a known one."""
    names = islice(given, MOST_COMPARED)
    return unknown_fields({name: None for name in names if meaning(name, (), known)}, known)


def meaning(name: str, given: Collection[str], known: Collection[str]) -> str:
    """A question for the known field that is spelt almost like the name and not given; empty if there is none."""
    close = get_close_matches(
        name[:LONGEST_NAME], [each for each in known if each not in given], 1, CLOSE_FIELD
    )
    return f"did you mean {close[0]}?" if close else ""
