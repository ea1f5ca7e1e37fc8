"""One scale in every dialect and language: what has nothing to do with a query is told to be so."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cascade.drain import drain

# What is remembered, the same in other words, and three questions about something else.
LANGUAGES = {
    "English": (
        "Nora is allergic to peanuts and shellfish.",
        "Peanuts and shellfish make Nora ill.",
        ("How do I restart the mail server?", "What did the plumber charge?", "The train leaves at seven."),
    ),
    "German": (
        "Tom will im Juli an der Donau entlangradeln.",
        "Im Juli fährt Tom mit dem Rad die Donau hinunter.",
        (
            "Wie starte ich den Mailserver neu?",
            "Was hat der Klempner verlangt?",
            "Wann zahlt die Versicherung?",
        ),
    ),
    "Spanish": (
        "Lucía alquila un piso junto al río en Lisboa.",
        "Lucía vive de alquiler en Lisboa, al lado del río.",
        (
            "¿Cómo reinicio el servidor de correo?",
            "¿Cuánto cobró el fontanero?",
            "El violín está desafinado.",
        ),
    ),
    "Chinese": (
        "小乐从六岁开始上大提琴课。",
        "小乐六岁起就在学大提琴。",
        ("怎么重启邮件服务器？", "水管工收了多少钱？", "昨晚的备份因为磁盘已满而失败。"),
    ),
}
UNRELATED, RELATED = 0.2, 0.4
Score = Callable[[str, str], float]


def call(path: str, body: Any) -> Any:
    answer = Client().post(path, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def by_everos_v1(text: str, query: str) -> float:
    said = {"sender_id": "u", "role": "user", "timestamp": 1_748_390_400_000, "content": text}
    call("/api/v1/memory/add", {"session_id": "s", "messages": [said]})
    call("/api/v1/memory/flush", {"session_id": "s"})
    drain()
    found = call("/api/v1/memory/search", {"user_id": "u", "query": query, "method": "vector", "top_k": 5})[
        "data"
    ]["episodes"]
    return max((float(hit["score"]) for hit in found), default=0.0)


def by_agentic_v3(text: str, query: str) -> float:
    call(
        "/api/v3/agentic/memorize",
        {
            "message_id": "m",
            "create_time": "2025-05-28T10:00:00Z",
            "sender": "u",
            "content": text,
            "flush": True,
        },
    )
    drain()
    asked = {"user_id": "u", "query": query, "retrieval_mode": "embedding", "time_range_days": 36_500}
    found = call("/api/v3/agentic/retrieve_lightweight", asked)["result"]["memories"]
    return max((float(hit["score"]) for hit in found), default=0.0)


def by_maas(text: str, query: str) -> float:
    call("/ltm/memories", {"messages": text, "category": "fact", "user_id": "u"})
    drain()
    found = call("/ltm/memories/search", {"query": query, "user_id": "u"})["results"]
    return max((float(hit["score"]) for hit in found), default=0.0)


def by_agent_memory(text: str, query: str) -> float:
    call("/api/v1/memory/bot/store", {"key": "k", "value": text})
    drain()
    found = call("/api/v1/memory/bot/vector-search", {"text": query, "threshold": 0})["results"]
    return max((float(hit["similarity"]) for hit in found), default=0.0)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("score", [by_everos_v1, by_agentic_v3, by_maas, by_agent_memory])
def test_what_is_unrelated(root: Path, score: Score, language: str) -> None:
    text, same, others = LANGUAGES[language]
    related, unrelated = score(text, same), [score(text, other) for other in others]
    assert related > RELATED
    assert max(unrelated) < UNRELATED
