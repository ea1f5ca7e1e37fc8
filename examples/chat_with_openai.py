# ruff: noqa: T201 (it talks to a person)
"""One call to OpenAI's SDK with a memory around it: what fits the question goes in, what was said is kept.

    pip install openai
    OPENAI_API_KEY=… python examples/chat_with_openai.py "Where do I like to climb?"

OPENAI_BASE_URL names another endpoint that speaks the same protocol.
"""

import argparse
import time

from everos_client import Memory, instructions
from openai import OpenAI


def ask(memory: Memory, model: str, question: str) -> str:
    answer = OpenAI().chat.completions.create(
        model=model,
        messages=[
            {"role": "system", "content": instructions(memory.recall(question))},
            {"role": "user", "content": question},
        ],
    )
    text = answer.choices[0].message.content or ""
    memory.remember(question, text)
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", default="gpt-4o-mini")
    parser.add_argument("--user", default="alice")
    parser.add_argument("--everos", default="http://127.0.0.1:8000")
    options = parser.parse_args()
    print(
        ask(Memory(options.everos, options.user, f"chat-{time.time_ns()}"), options.model, options.question)
    )
