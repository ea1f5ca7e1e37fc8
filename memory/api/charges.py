"""What a call counts as, against the limits of its caller. Views declare it; `everos_site.rate_limits` counts.

A class of views may declare two class methods, which are asked before the view is called:

- `weigh(request)`: how many reads, writes and searches a body with several of them contains. Without it a call is one
  of the kind that follows from its route and method.
- `stores_with(request)`: whether the call adds to what is stored. Only such calls count against the quotas of a day.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Literal

from django.http import HttpRequest

Kind = Literal["reads", "writes", "searches"]
Weights = Counter[Kind]
View = Callable[..., Any]

CHANGING = frozenset({"POST", "PUT", "PATCH"})


def weights_of(view: View, request: HttpRequest) -> Weights | None:
    """None for a view that declares no weights."""
    weigh = getattr(_declaring(view), "weigh", None)
    return None if weigh is None else weigh(request)


def stores(view: View, request: HttpRequest) -> bool:
    declared = getattr(_declaring(view), "stores_with", None)
    return declared is not None and bool(declared(request))


def storing(view: View) -> View:
    """Mark a view that is a function: its calls store something, unless they only read or delete."""
    view.stores_with = _changes  # type: ignore[attr-defined]
    return view


def weights(kinds: Iterable[Kind]) -> Weights:
    """The weights of calls of these kinds; even a body without any is a call."""
    return Counter(kinds) or Counter({"reads": 1})


def _changes(request: HttpRequest) -> bool:
    return request.method in CHANGING


def _declaring(view: View) -> Any:
    return getattr(view, "view_class", view)
