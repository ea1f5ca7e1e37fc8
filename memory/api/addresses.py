"""What is said of a path at which there is nothing, and of a method that a path does not have."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from django.urls import URLPattern, URLResolver, get_resolver, is_valid_path
from django.urls.resolvers import RoutePattern

LONGEST_PATH = 200  # in a message, and compared with the paths that exist
CLOSE = 0.8


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
    return next(iter(get_close_matches(path, _fixed_paths(get_resolver()), 1, CLOSE)), None)


@lru_cache(maxsize=1)
def _fixed_paths(resolver: URLResolver) -> tuple[str, ...]:
    """All paths of the server without parameters."""
    return tuple(f"/{path}" for path in _paths(resolver.url_patterns) if "<" not in path)


def _paths(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each.pattern, RoutePattern):
            inner = _paths(each.url_patterns) if isinstance(each, URLResolver) else [""]
            yield from (f"{each.pattern}{path}" for path in inner)
