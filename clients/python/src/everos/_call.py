"""Describes each call once, as a method of both clients.

A function takes the scope and its arguments and describes the request as a `Call`. `Method` makes of it a method that
sends it: with an `EverOS` it returns the answer, with an `AsyncEverOS` something to await. `Pages` does the same for
lists that come page by page, and returns an iterator or an asynchronous one.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast, overload

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Scope:
    """The app and project that a call is about. No call crosses scopes."""

    app_id: str = "default"
    project_id: str = "default"

    def fields(self) -> dict[str, str]:
        return {"app_id": self.app_id, "project_id": self.project_id}


def data_of(answer: Any) -> Any:
    """The content of EverOS v1's envelope."""
    return answer["data"]


def as_it_is(answer: Any) -> Any:
    return answer


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and the function that reads its answer."""

    method: str
    path: str
    body: Any = None
    params: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True  # repeating it changes nothing, and returns the same answer
    read: Callable[[Any], T] = data_of


@dataclass(frozen=True)
class Page(Generic[T]):
    items: list[T]
    is_last: bool


class Blocking(ABC):
    """A client whose methods return answers."""

    scope: Scope

    @abstractmethod
    def send(self, call: Call[T]) -> T: ...


class Awaiting(ABC):
    """A client whose methods are awaited."""

    scope: Scope

    @abstractmethod
    async def send(self, call: Call[T]) -> T: ...


class Method(Generic[P, T]):
    """A method of both clients."""

    def __init__(self, describe: Callable[Concatenate[Scope, P], Call[T]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__
        self.__signature__ = _without_scope(describe)

    @overload
    def __get__(self, client: None, owner: type) -> "Method[P, T]": ...
    @overload
    def __get__(self, client: Blocking, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: Awaiting, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Blocking | Awaiting | None, owner: type) -> Any:
        if client is None:
            return self

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return client.send(self.describe(client.scope, *args, **kwargs))

        return _described(method, self)


class Pages(Generic[P, T]):
    """A method of both clients that iterates over all pages; `describe` takes the number of a page."""

    def __init__(self, describe: Callable[Concatenate[Scope, int, P], Call[Page[T]]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__
        self.__signature__ = _without_scope(describe, 2)

    @overload
    def __get__(self, client: None, owner: type) -> "Pages[P, T]": ...
    @overload
    def __get__(self, client: Blocking, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: Awaiting, owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Blocking | Awaiting | None, owner: type) -> Any:
        if client is None:
            return self

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            def page(number: int) -> Call[Page[T]]:
                return self.describe(client.scope, number, *args, **kwargs)

            page(1)  # raises at once for wrong arguments
            return _all(client, page) if isinstance(client, Blocking) else _all_awaited(client, page)

        return _described(method, self)


def _all(client: Blocking, page: Callable[[int], Call[Page[T]]]) -> Iterator[T]:
    seen: set[str] = set()
    number = 0
    while True:
        number += 1
        found = client.send(page(number))
        yield from _new(found.items, seen)
        if found.is_last:
            return


async def _all_awaited(client: Awaiting, page: Callable[[int], Call[Page[T]]]) -> AsyncIterator[T]:
    seen: set[str] = set()
    number = 0
    while True:
        number += 1
        found = await client.send(page(number))
        for item in _new(found.items, seen):
            yield item
        if found.is_last:
            return


def _new(items: list[T], seen: set[str]) -> Iterator[T]:
    """The items that were not seen yet: an item added during the iteration moves others to the next page, where they
    appear again.
    """
    for item in items:
        identifier = cast(Mapping[str, str], item)["id"]
        if identifier not in seen:
            seen.add(identifier)
            yield item


def _without_scope(describe: Callable[..., Any], leading: int = 1) -> inspect.Signature:
    signature = inspect.signature(describe)
    return signature.replace(
        parameters=list(signature.parameters.values())[leading:],
        return_annotation=inspect.Signature.empty,
    )


def _described(method: Callable[..., Any], of: "Method[Any, Any] | Pages[Any, Any]") -> Callable[..., Any]:
    """Sets the name and the signature that `help()` and editors show."""
    method.__name__ = of.describe.__name__
    method.__qualname__ = of.describe.__name__
    method.__doc__ = of.__doc__
    method.__signature__ = of.__signature__  # type: ignore[attr-defined]
    return method
