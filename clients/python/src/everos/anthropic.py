"""Claude's memory tool, backed by an EverOS server: searchable, with a history, and shared with all other clients.

from anthropic import Anthropic
from everos.anthropic import EverOSMemoryTool

memory = EverOSMemoryTool(url="http://127.0.0.1:8000", user="alice")
Anthropic().beta.messages.tool_runner(model=..., max_tokens=1024, messages=[...], tools=[memory]).until_done()
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

import httpx
from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )
    from pydantic import BaseModel

__all__ = ["AsyncEverOSMemoryTool", "EverOSMemoryTool"]

PATH = "/anthropic/memory"
SECONDS = 30.0
VIEW_ALL = {"command": "view", "path": "/memories"}
CLEARED = "All memory cleared"


class EverOSMemoryTool(BetaAbstractMemoryTool):
    """Claude's memory tool. `user`, `app` and `project` default to those of the key, or of the server's settings."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        user: str | None = None,
        app: str | None = None,
        project: str | None = None,
        *,
        timeout: float = SECONDS,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._http = httpx.Client(**_options(url, key, user, app, project, timeout))

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return self._run(_fields(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return self._run(_fields(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return self._run(_fields(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return self._run(_fields(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return self._run(_fields(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return self._run(_fields(command))

    def clear_all_memory(self) -> str:
        """Permanently forgets everything that the server shows of this user."""
        asked: set[str] = set()
        while path := _next_of(self._run(VIEW_ALL), asked):
            self._run({"command": "delete", "path": path})
        return CLEARED

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> EverOSMemoryTool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, command: Mapping[str, Any]) -> str:
        """Raises ToolError, whose message Claude gets as the result."""
        try:
            return _content(self._http.post(PATH, json=command))
        except httpx.HTTPError as error:
            raise _unreachable(error) from error


class AsyncEverOSMemoryTool(BetaAsyncAbstractMemoryTool):
    """`EverOSMemoryTool` for `AsyncAnthropic`."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        user: str | None = None,
        app: str | None = None,
        project: str | None = None,
        *,
        timeout: float = SECONDS,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._http = httpx.AsyncClient(**_options(url, key, user, app, project, timeout))

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await self._run(_fields(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await self._run(_fields(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await self._run(_fields(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await self._run(_fields(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await self._run(_fields(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await self._run(_fields(command))

    async def clear_all_memory(self) -> str:
        """Permanently forgets everything that the server shows of this user."""
        asked: set[str] = set()
        while path := _next_of(await self._run(VIEW_ALL), asked):
            await self._run({"command": "delete", "path": path})
        return CLEARED

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncEverOSMemoryTool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _run(self, command: Mapping[str, Any]) -> str:
        """Raises ToolError, whose message Claude gets as the result."""
        try:
            return _content(await self._http.post(PATH, json=command))
        except httpx.HTTPError as error:
            raise _unreachable(error) from error


def _options(
    url: str, key: str | None, user: str | None, app: str | None, project: str | None, timeout: float
) -> dict[str, Any]:
    named = {"user": user, "app": app, "project": project}
    return {
        "base_url": url.rstrip("/"),
        "headers": {"Authorization": f"Bearer {key}"} if key else {},
        "params": {name: value for name, value in named.items() if value},
        "timeout": timeout,
    }


def _fields(command: BaseModel) -> dict[str, Any]:
    return command.model_dump(mode="json", exclude_none=True)


def _content(response: httpx.Response) -> str:
    """Raises ToolError."""
    try:
        answer = response.json()
    except ValueError:
        raise ToolError(
            f"The memory server answered with status {response.status_code} and no JSON"
        ) from None
    if response.is_success:
        content = str(answer["content"])
        if answer["is_error"]:
            raise ToolError(content)
        return content
    error = answer.get("error") if isinstance(answer, dict) else None
    raise ToolError(str(error["message"] if isinstance(error, dict) and "message" in error else answer))


def _unreachable(error: httpx.HTTPError) -> ToolError:
    return ToolError(
        f"The memory server does not answer ({type(error).__name__}); nothing is known of this command"
    )


def _next_of(listing: str, asked: set[str]) -> str | None:
    """A path directly in the folder of this list that was not asked for yet: what was drawn from one goes with it."""
    paths = (line.partition("\t")[2].rstrip("/") for line in listing.split("\n")[2:])
    path = next((path for path in paths if path.count("/") == 2 and path not in asked), None)
    if path is not None:
        asked.add(path)
    return path
