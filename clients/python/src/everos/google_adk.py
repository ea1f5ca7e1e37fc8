"""A memory service for Google's Agent Development Kit, backed by an EverOS server: `everos[adk]`.

```python
runner = Runner(agent=agent, app_name="chat", session_service=sessions, memory_service=EverOSMemoryService())
```
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from google.adk.events import Event
from google.adk.memory import BaseMemoryService
from google.adk.memory.base_memory_service import SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session
from google.genai.types import Content, Part

from everos import types
from everos.client import EverOS

USER = "user"  # the author of the user's messages
MOST_MESSAGES = 500  # in one call


class EverOSMemoryService(BaseMemoryService):
    """Remembers what users and agents said in their sessions, without tool calls and their results.

    ADK keeps the memory of one app from that of another: the app's name is the app on the server. With `shared=True`
    all of them have the app of the client, and what else is remembered there. Calls are made in a thread, so that the
    event loop goes on.
    """

    def __init__(
        self, client: EverOS | None = None, *, shared: bool = False, k: int = 8, max_tokens: int = 2000
    ) -> None:
        self.client = client or EverOS()
        self.shared, self.k, self.max_tokens = shared, k, max_tokens

    async def add_session_to_memory(self, session: Session) -> None:
        """Adds the session; if it was added before, only what is new."""
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Adds events; an event with a known id is not added again. `custom_metadata` is not stored."""
        messages = [message for event in events if (message := _message(event, user_id))]
        await asyncio.to_thread(self._add, app_name, session_id or f"adk-{user_id}", messages)

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Stores texts unchanged. `custom_metadata` is not stored."""
        client = self._client(app_name)
        for text in filter(None, (_text(memory.content) for memory in memories)):
            await asyncio.to_thread(client.remember, user_id, text)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        if not query.strip():
            return SearchMemoryResponse()
        recall = self._client(app_name).recall
        answer = await asyncio.to_thread(recall, user_id, query, k=self.k, max_tokens=self.max_tokens)
        return SearchMemoryResponse(memories=[_entry(memory) for memory in answer["memories"]])

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Forgets a memory and everything derived from it. Raises NotFound if the user has no memory with this id."""
        if memory_id is None:
            raise ValueError(
                "memory_id says which memory is to be forgotten: it is the id of what a search found"
            )
        await asyncio.to_thread(self._client(app_name).delete, ids=[memory_id], user_id=user_id)

    def _client(self, app_name: str) -> EverOS:
        return self.client if self.shared else self.client.within(app=app_name)

    def _add(self, app_name: str, session_id: str, messages: Iterable[types.Message]) -> None:
        """Adds messages and asks the server to make memories of them; until then, the messages themselves are found."""
        client, left = self._client(app_name), iter(messages)
        some = list(islice(left, MOST_MESSAGES))
        if not some:
            return
        while some:
            client.add(session_id, some)
            some = list(islice(left, MOST_MESSAGES))
        client.flush(session_id, async_mode=True)


def _message(event: Event, user_id: str) -> types.Message | None:
    """The event as a message; None for an event without text, and for a partial one."""
    text = _text(event.content)
    if text is None or event.partial:
        return None
    named: types.Message = (
        {"sender_id": user_id, "role": "user"}
        if event.author == USER
        else {"sender_id": event.author, "role": "assistant"}
    )
    return {
        **named,
        "content": text,
        "timestamp": int(event.timestamp * 1000),
        "message_id": f"adk_{event.id}",
    }


def _text(content: Content | None) -> str | None:
    return "\n".join(_texts(content)).strip() or None


def _texts(content: Content | None) -> Iterator[str]:
    """The texts, without the model's thoughts."""
    for part in (content.parts or []) if content else []:
        if part.text and not part.thought:
            yield part.text


def _entry(memory: types.Recalled) -> MemoryEntry:
    return MemoryEntry(
        id=memory["id"],
        content=Content(role=USER, parts=[Part(text=memory["text"])]),
        timestamp=memory["when"],
        custom_metadata={"kind": memory["kind"]},
    )
