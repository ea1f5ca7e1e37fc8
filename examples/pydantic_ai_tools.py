# ruff: noqa: T201 (it talks to a person)
"""An agent of Pydantic AI that remembers, recalls and forgets by tools.

    pip install "./clients/python[pydantic-ai]" "pydantic-ai-slim[openai]"
    OPENAI_API_KEY=… python examples/pydantic_ai_tools.py "Where do I like to climb?"

OPENAI_BASE_URL names another endpoint that speaks the same protocol, EVEROS_URL a server elsewhere, EVEROS_TOKEN the
key for it.
"""

import argparse

from everos.pydantic_ai import memory_tools
from pydantic_ai import Agent


def ask(model: str, user: str, question: str) -> str:
    agent = Agent(model, toolsets=[memory_tools(user)])
    return agent.run_sync(question).output


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", default="openai-chat:gpt-5")
    parser.add_argument("--user", default="alice")
    options = parser.parse_args()
    print(ask(options.model, options.user, options.question))
