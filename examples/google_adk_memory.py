# ruff: noqa: T201 (it talks to a person)
"""An agent of Google's ADK that looks into its memory before it answers; each run is a session of its own.

    pip install "./clients/python[adk]"
    GOOGLE_API_KEY=… python examples/google_adk_memory.py "Where do I like to climb?"

EVEROS_URL names a server elsewhere, EVEROS_TOKEN the key for it.
"""

import argparse
import asyncio

from everos.google_adk import EverOSMemoryService
from google.adk.agents import LlmAgent
from google.adk.agents.callback_context import CallbackContext
from google.adk.models import BaseLlm
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import load_memory
from google.genai.types import Content, Part

APP = "everos_example"
INSTRUCTION = (
    "Answer the user. Look into your memory with load_memory where earlier conversations may matter."
)


async def keep(callback_context: CallbackContext) -> None:
    await callback_context.add_session_to_memory()


async def ask(model: str | BaseLlm, user: str, question: str) -> str:
    agent = LlmAgent(
        name="companion", model=model, instruction=INSTRUCTION, tools=[load_memory], after_agent_callback=keep
    )
    sessions = InMemorySessionService()
    runner = Runner(app_name=APP, agent=agent, session_service=sessions, memory_service=EverOSMemoryService())
    session = await sessions.create_session(app_name=APP, user_id=user)
    said = []
    message = Content(role="user", parts=[Part(text=question)])
    async for event in runner.run_async(user_id=user, session_id=session.id, new_message=message):
        if event.is_final_response() and event.content:
            said += [part.text for part in event.content.parts or [] if part.text]
    return "\n".join(said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", default="gemini-2.5-flash")
    parser.add_argument("--user", default="alice")
    options = parser.parse_args()
    print(asyncio.run(ask(options.model, options.user, options.question)))
