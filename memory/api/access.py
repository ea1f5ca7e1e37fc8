"""Marks views that answer without a key. All others need one where the setting `auth.required` is on."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.urls import URLPattern, URLResolver

View = TypeVar("View", bound=Callable[..., Any])

_MARK = "needs_no_key"


def without_key(view: View) -> View:
    """Mark a view that anybody may call, or that checks its caller itself."""
    setattr(getattr(view, "__func__", view), _MARK, True)  # a method has no attributes of its own
    return view


def all_without_key(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Mark the views of all these routes."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            all_without_key(pattern.url_patterns)
        else:
            without_key(pattern.callback)


def needs_key(view: Callable[..., Any]) -> bool:
    return not getattr(view, _MARK, False)
