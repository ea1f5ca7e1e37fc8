# ruff: noqa: T201 (it talks to a person)
"""One call to Anthropic's SDK with a memory around it: what fits the question goes in, what was said is kept.

    pip install anthropic
    ANTHROPIC_API_KEY=… python examples/chat_with_claude.py "Where do I like to climb?"

ANTHROPIC_BASE_URL names another endpoint that speaks the same protocol.
"""

import argparse
import time

from anthropic import Anthropic
from everos_client import Memory, instructions


def ask(memory: Memory, model: str, question: str) -> str:
    answer = Anthropic().messages.create(
        model=model,
        max_tokens=1024,
        system=instructions(memory.recall(question)),
        messages=[{"role": "user", "content": question}],
    )
    text = "".join(block.text for block in answer.content if block.type == "text")
    memory.remember(question, text)
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", default="claude-sonnet-4-5")
    parser.add_argument("--user", default="alice")
    parser.add_argument("--everos", default="http://127.0.0.1:8000")
    options = parser.parse_args()
    print(
        ask(Memory(options.everos, options.user, f"chat-{time.time_ns()}"), options.model, options.question)
    )
