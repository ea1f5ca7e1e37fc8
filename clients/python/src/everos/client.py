"""The clients `EverOS` and `AsyncEverOS`, with the same methods; those of `AsyncEverOS` are awaited."""

import asyncio
import copy
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar
from weakref import WeakKeyDictionary

import httpx

from everos._call import Awaiting, Blocking, Call, Scope
from everos._methods import Methods
from everos._sending import (
    DEFAULT_RETRIES,
    DEFAULT_TIMEOUT,
    Attempts,
    read_answer,
    refusal,
    request_of,
    settings_of,
    unreachable,
)
from everos._v1 import export
from everos.errors import EverOSError

T = TypeVar("T")
Self = TypeVar("Self", bound="_Settings")


class _Settings:
    """The settings that both clients share."""

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        app: str = "default",
        project: str = "default",
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
    ) -> None:
        self.url, self._headers = settings_of(url, key)
        self.scope = Scope(app, project)
        self.timeout = timeout
        self.retries = retries

    def within(self: Self, *, app: str | None = None, project: str | None = None) -> Self:
        """The same client for another app or project; it shares the connections."""
        other = copy.copy(self)
        other.scope = Scope(app or self.scope.app_id, project or self.scope.project_id)
        return other

    def __repr__(self) -> str:
        scope = f"app={self.scope.app_id!r}, project={self.scope.project_id!r}"
        return f"{type(self).__name__}({self.url!r}, {scope})"

    def _attempts(self, call: Call[T]) -> Attempts:
        return Attempts(self.retries, repeatable=call.repeatable)


class EverOS(_Settings, Methods, Blocking):
    """A client whose methods return answers. Threads may share it.

    Without `url` it is `EVEROS_URL`, or http://127.0.0.1:8000; without `key` it is `EVEROS_TOKEN`, or none. `timeout`
    is in seconds for each attempt, `retries` how many follow the first one where another is safe. `transport` is one
    of httpx, for proxies and certificates of one's own.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        app: str = "default",
        project: str = "default",
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(url, key, app=app, project=project, timeout=timeout, retries=retries)
        self._http = httpx.Client(
            base_url=self.url, headers=self._headers, timeout=timeout, transport=transport
        )

    def send(self, call: Call[T]) -> T:
        """Sends a described call. Raises EverOSError."""
        attempts = self._attempts(call)
        while True:
            try:
                return read_answer(call, self._exchange(call))
            except EverOSError as failure:
                time.sleep(attempts.wait_after(failure))

    def export(
        self,
        to: str | os.PathLike[str],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        group_id: str | None = None,
        format: Literal["zip", "okf"] = "zip",
    ) -> Path:
        """Writes the memories of the project or of one owner to the file `to`, which appears once it is complete."""
        call = export(self.scope, user_id=user_id, agent_id=agent_id, group_id=group_id, format=format)
        attempts = self._attempts(call)
        while True:
            try:
                return self._download(call, Path(to))
            except EverOSError as failure:
                time.sleep(attempts.wait_after(failure))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "EverOS":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, call: Call[T]) -> httpx.Response:
        try:
            return self._http.request(**request_of(call))
        except httpx.HTTPError as error:
            raise unreachable(error, self.url) from error

    def _download(self, call: Call[T], to: Path) -> Path:
        partial = to.with_name(f"{to.name}.part")
        try:
            with self._http.stream(**request_of(call)) as response:
                if not response.is_success:
                    response.read()
                    raise refusal(response)
                with partial.open("wb") as file:
                    for piece in response.iter_bytes():
                        file.write(piece)
            return partial.replace(to)
        except httpx.HTTPError as error:
            raise unreachable(error, self.url) from error
        finally:
            partial.unlink(missing_ok=True)


class AsyncEverOS(_Settings, Methods, Awaiting):
    """`EverOS` for asyncio: methods are awaited, and lists are iterated with `async for`."""

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        app: str = "default",
        project: str = "default",
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(url, key, app=app, project=project, timeout=timeout, retries=retries)
        self._transport = transport
        # Connections belong to an event loop, and a program that calls `asyncio.run` several times has several loops.
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()

    async def send(self, call: Call[T]) -> T:
        """Sends a described call. Raises EverOSError."""
        attempts = self._attempts(call)
        while True:
            try:
                return read_answer(call, await self._exchange(call))
            except EverOSError as failure:
                await asyncio.sleep(attempts.wait_after(failure))

    async def export(
        self,
        to: str | os.PathLike[str],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        group_id: str | None = None,
        format: Literal["zip", "okf"] = "zip",
    ) -> Path:
        """Writes the memories of the project or of one owner to the file `to`, which appears once it is complete."""
        call = export(self.scope, user_id=user_id, agent_id=agent_id, group_id=group_id, format=format)
        attempts = self._attempts(call)
        while True:
            try:
                return await self._download(call, Path(to))
            except EverOSError as failure:
                await asyncio.sleep(attempts.wait_after(failure))

    async def aclose(self) -> None:
        """Closes the connections of the running event loop."""
        client = self._by_loop.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()

    async def __aenter__(self) -> "AsyncEverOS":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def _http(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        if loop not in self._by_loop:
            self._by_loop[loop] = httpx.AsyncClient(
                base_url=self.url, headers=self._headers, timeout=self.timeout, transport=self._transport
            )
        return self._by_loop[loop]

    async def _exchange(self, call: Call[T]) -> httpx.Response:
        try:
            return await self._http().request(**request_of(call))
        except httpx.HTTPError as error:
            raise unreachable(error, self.url) from error

    async def _download(self, call: Call[T], to: Path) -> Path:
        partial = to.with_name(f"{to.name}.part")
        try:
            async with self._http().stream(**request_of(call)) as response:
                if not response.is_success:
                    await response.aread()
                    raise refusal(response)
                with partial.open("wb") as file:
                    async for piece in response.aiter_bytes():
                        file.write(piece)
            return partial.replace(to)
        except httpx.HTTPError as error:
            raise unreachable(error, self.url) from error
        finally:
            partial.unlink(missing_ok=True)
