# ruff: noqa: T201 (it talks to a person)
"""Claude with a memory that stays: what it notes in `/memories` is kept by EverOS, and found by every other client.

    pip install "./clients/python[anthropic]"
    ANTHROPIC_API_KEY=… python examples/claude_memory_tool.py "Remember that I climb on Thursdays."

ANTHROPIC_BASE_URL names another endpoint that speaks the same protocol.
"""

import argparse

from anthropic import Anthropic
from everos.anthropic import EverOSMemoryTool


def ask(memory: EverOSMemoryTool, model: str, question: str) -> str:
    runner = Anthropic().beta.messages.tool_runner(
        model=model, max_tokens=1024, messages=[{"role": "user", "content": question}], tools=[memory]
    )
    answer = runner.until_done()
    return "".join(block.text for block in answer.content if block.type == "text")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="of EverOS")
    parser.add_argument("--key", help="of EverOS, where it asks for one")
    parser.add_argument("--user", default="me", help="whose memory it is")
    parser.add_argument("--model", default="claude-sonnet-5-5")
    given = parser.parse_args()
    with EverOSMemoryTool(url=given.url, key=given.key, user=given.user) as tool:
        print(ask(tool, given.model, given.question))
