"""A session of the OpenAI Agents SDK that is kept by EverOS, and that memory learns from.

    pip install "./clients/python[openai-agents]"

    session = EverOSSession("chat-7", user_id="alice")
    result = await Runner.run(agent, "I moved to Lisbon.", session=session)

Items are kept as they are; what user, assistant and tools say in them becomes memory of the user and the agent, which
`session.client.recall` finds in every later session.
"""

from typing import TYPE_CHECKING, Any, cast

from agents.memory.session_settings import SessionSettings, resolve_session_limit

from everos._sessions import DEFAULT_AGENT
from everos.client import AsyncEverOS
from everos.types import FlushAnswer

if TYPE_CHECKING:
    from agents.items import TResponseInputItem

AT_ONCE = 500  # items of one request


class EverOSSession:
    """Implements `agents.memory.Session`. Without a `client` it makes one from EVEROS_URL and EVEROS_TOKEN.

    A session belongs to one user: to others it is empty, and what they add is refused (Conflict). `agent_id` is as
    whom memory knows the assistant.
    """

    def __init__(
        self,
        session_id: str,
        user_id: str,
        *,
        client: AsyncEverOS | None = None,
        agent_id: str = DEFAULT_AGENT,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.user_id = user_id
        self.agent_id = agent_id
        self.client = client or AsyncEverOS()
        self.session_settings = session_settings or SessionSettings()

    async def get_items(self, limit: int | None = None) -> "list[TResponseInputItem]":
        """All items in their order, or the latest `limit`."""
        wanted = resolve_session_limit(limit, self.session_settings)
        most = None if wanted is None or wanted < 0 else wanted  # as in the SDK's own sessions
        found = await self.client.session_items(self.session_id, self.user_id, limit=most)
        return cast("list[TResponseInputItem]", found)

    async def add_items(self, items: "list[TResponseInputItem]") -> None:
        """Keeps them, and tells memory what is said in them."""
        for begin in range(0, len(items), AT_ONCE):
            some = cast("list[dict[str, Any]]", items[begin : begin + AT_ONCE])
            await self.client.add_session_items(self.session_id, self.user_id, some, agent_id=self.agent_id)

    async def pop_item(self) -> "TResponseInputItem | None":
        """Removes and returns the newest item; memory forgets it, unless it is a memory already."""
        found = await self.client.pop_session_item(self.session_id, self.user_id)
        return cast("TResponseInputItem | None", found)

    async def clear_session(self) -> None:
        """Empties the session. What was said stays in memory: `client.delete(session_id=…)` forgets both."""
        await self.client.clear_session(self.session_id, self.user_id)

    async def flush(self) -> FlushAnswer:
        """Makes a memory of what was said, now; else the server does after a minute of silence."""
        return await self.client.flush(self.session_id)
