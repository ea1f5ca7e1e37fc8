# ruff: noqa: T201 (it talks to a person)
"""A LlamaIndex chat whose long-term memory is a block of its `Memory`: each run is a session of its own.

    pip install "./clients/python[llamaindex]"
    python examples/llamaindex_memory.py "I climb on Tuesdays"
    python examples/llamaindex_memory.py "What do I do on Tuesdays?"

It asks no model: LlamaIndex' `MockLLM` repeats its prompt, in which the memories stand. Any other LLM of LlamaIndex can
take its place. EVEROS_URL names a server elsewhere, EVEROS_TOKEN the key for it.
"""

import argparse
import asyncio
import time

from everos.llamaindex import EverOSMemoryBlock
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import LLM, ChatMessage, MockLLM
from llama_index.core.memory import Memory


async def ask(llm: LLM, user: str, text: str) -> str:
    session = f"chat-{time.time_ns()}"
    block = EverOSMemoryBlock(user_id=user)
    memory = Memory.from_defaults(session_id=session, memory_blocks=[block])
    engine = SimpleChatEngine.from_defaults(llm=llm, memory=memory)
    answer = str(await engine.achat(text))
    # The session ends here: what is still in the short-term memory goes to the long-term one.
    await block.aput([ChatMessage(role="user", content=text)], session_id=session)
    return answer


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("text")
    parser.add_argument("--user", default="alice")
    options = parser.parse_args()
    print(asyncio.run(ask(MockLLM(), options.user, options.text)))
