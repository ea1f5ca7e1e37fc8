# ruff: noqa: T201 (it talks to a person)
"""A LangGraph graph with a store that outlives it: what is said is kept, and what fits it is found. No model is asked.

    pip install langgraph "./clients/python[langgraph]"
    python examples/langgraph_store.py "I climb on Tuesdays"
    python examples/langgraph_store.py "What do I do on Tuesdays?"

EVEROS_URL names a server elsewhere, EVEROS_TOKEN the key for it.
"""

import argparse
import hashlib
from typing import TypedDict

from everos.langgraph import EverOSStore
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

SAID = ("said",)


class Turn(TypedDict, total=False):
    text: str
    found: list[str]


def recall(turn: Turn, *, store: BaseStore) -> Turn:
    return {"found": [item.value["text"] for item in store.search(SAID, query=turn["text"], limit=3)]}


def remember(turn: Turn, *, store: BaseStore) -> Turn:
    key = hashlib.sha256(turn["text"].encode()).hexdigest()[:16]
    store.put(SAID, key, {"text": turn["text"]})
    return {}


def ask(user: str, text: str) -> list[str]:
    builder = StateGraph(Turn)
    builder.add_node(recall)
    builder.add_node(remember)
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "remember")
    builder.add_edge("remember", END)
    graph = builder.compile(store=EverOSStore(user_id=user, fields=["text"]))
    return list(graph.invoke({"text": text})["found"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("text")
    parser.add_argument("--user", default="alice")
    options = parser.parse_args()
    for found in ask(options.user, options.text) or ["Nothing is remembered yet."]:
        print(found)
