"""A memory block for LlamaIndex, which keeps earlier messages on an EverOS server: `everos[llamaindex]`.

```python
memory = Memory.from_defaults(session_id="chat-1", memory_blocks=[EverOSMemoryBlock(user_id="alice")])
```
"""

import asyncio
from collections.abc import Iterable
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import Field

from everos import types
from everos.client import EverOS

CHARS_A_TOKEN = 4  # about as many
SENDERS = (MessageRole.USER, MessageRole.ASSISTANT)


class EverOSMemoryBlock(BaseMemoryBlock[str]):
    """Memories of one user from all sessions that match the latest message.

    Messages that leave the short-term memory go to the server, in the session that they were said in; those of tools
    and of the system do not. Calls are made in a thread, so that the event loop goes on.
    """

    name: str = "everos"
    description: str | None = "What is remembered of earlier conversations with the user."
    user_id: str
    agent_id: str = "assistant"  # the sender of the assistant's messages
    k: int = Field(default=8, description="How many memories are shown at most.")
    max_tokens: int = Field(default=2000, description="How long all of them are at most.")
    client: EverOS = Field(default_factory=EverOS, exclude=True, repr=False)

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        """The memories, one on each line, best first; empty if there is no message from the user."""
        query = next((text for one in reversed(messages or []) if (text := _said_by_user(one))), None)
        if query is None:
            return ""
        answer = await asyncio.to_thread(
            self.client.recall, self.user_id, query, k=self.k, max_tokens=self.max_tokens
        )
        return "\n".join(_line(memory) for memory in answer["memories"])

    async def _aput(self, messages: list[ChatMessage]) -> None:
        for session_id, said in self._by_session(messages).items():
            await asyncio.to_thread(self.client.add, session_id, said)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Drops the worst matches until the text is short enough; None if nothing is left."""
        lines = content.split("\n")
        excess = tokens_to_truncate * CHARS_A_TOKEN
        while lines and excess > 0:
            excess -= len(lines.pop()) + 1
        return "\n".join(lines) or None

    def _by_session(self, messages: Iterable[ChatMessage]) -> dict[str, list[types.Message]]:
        sessions: dict[str, list[types.Message]] = {}
        for message in messages:
            text = _text(message)
            if message.role in SENDERS and text:
                session_id = message.additional_kwargs.get("session_id") or f"llamaindex-{self.user_id}"
                sessions.setdefault(session_id, []).append(self._message(message.role, text))
        return sessions

    def _message(self, role: MessageRole, text: str) -> types.Message:
        if role is MessageRole.USER:
            return {"sender_id": self.user_id, "role": "user", "content": text}
        return {"sender_id": self.agent_id, "role": "assistant", "content": text}


def _said_by_user(message: ChatMessage) -> str | None:
    return _text(message) if message.role is MessageRole.USER else None


def _text(message: ChatMessage) -> str | None:
    return (message.content or "").strip() or None


def _line(memory: types.Recalled) -> str:
    return f"[{memory['when']}] {memory['text']}".replace("\n", " ")
