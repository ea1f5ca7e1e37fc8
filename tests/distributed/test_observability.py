"""Metrics and log lines of many processes: whichever is asked answers for all, and one id leads through all of them."""

import json
import os
import signal
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.distributed.stack import Member, Stack
from tests.system.client import Client, eventually

pytestmark = pytest.mark.long

Line = dict[str, Any]
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]
SCRAPES = 6  # of new connections, which both processes of a service answer
REFUSED = {"method": "POST", "route": "api/v1/memory/search", "status": "422"}
TALK = [
    {"sender_id": "olga", "role": "user", "timestamp": 1763700000000, "content": "I repair old clocks."},
    {"sender_id": "bot", "role": "assistant", "timestamp": 1763700010000, "content": "A fine craft."},
]


def scrape(web: Member) -> Samples:
    with urllib.request.urlopen(f"http://127.0.0.1:{web.port}/metrics", timeout=60) as answer:
        families = text_string_to_metric_families(answer.read().decode())
    return {(s.name, frozenset(s.labels.items())): s.value for family in families for s in family.samples}


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def lines(member: Member) -> list[Line]:
    return [json.loads(line) for line in member.log.read_text("utf-8").splitlines()]


def answering(web: Member, since: int) -> set[int]:
    """The processes that have answered a request after so many lines of the log."""
    return {line["pid"] for line in lines(web)[since:] if line["event"] == "request"}


def refuse(web: Member, times: int) -> None:
    def ask(_: int) -> None:
        client = Client(web.port)
        assert client.post("search", {}).status == 422
        client.connection.close()

    with ThreadPoolExecutor(8) as clients:
        list(clients.map(ask, range(times)))


@pytest.mark.long
def test_whichever_process_is_asked_has_counted_all_requests(standing_stack: Stack) -> None:
    web = standing_stack.web()
    before = value(scrape(web), "everos_http_requests_total", **REFUSED)
    sent, since = 0, len(lines(web))
    while sent < 400 and (sent == 0 or len(answering(web, since)) < 2):
        refuse(web, 40)
        sent += 40
    assert len(answering(web, since)) == 2
    for samples in [scrape(web) for _ in range(SCRAPES)]:
        assert value(samples, "everos_http_requests_total", **REFUSED) == before + sent
        counted = value(samples, "everos_http_request_seconds_count", method="POST", route=REFUSED["route"])
        assert counted >= before + sent


@pytest.mark.long
def test_what_a_killed_process_has_counted_stays(standing_stack: Stack) -> None:
    web = standing_stack.web()
    refuse(web, 40)
    before = value(scrape(web), "everos_http_requests_total", **REFUSED)
    gone = lines(web)[-1]["pid"]
    os.kill(gone, signal.SIGKILL)
    standing_stack.wait_until_up(web)
    refuse(web, 1)
    assert value(scrape(web), "everos_http_requests_total", **REFUSED) == before + 1
    assert [line["pid"] for line in lines(web) if line["event"] == "request"][-1] != gone


def test_the_state_is_that_of_the_common_stores(standing_stack: Stack) -> None:
    client = standing_stack.client()
    before = value(scrape(standing_stack.web()), "everos_buffered_messages")
    client.add("told-to-many", TALK).ok()
    for web in standing_stack.members["web"]:
        for samples in [scrape(web) for _ in range(SCRAPES)]:
            assert value(samples, "everos_buffered_messages") == before + 2
            assert value(samples, "everos_stores_readable") == 1
            assert value(samples, "everos_processes", role="worker") == 2
            assert value(samples, "everos_processes", role="beat") == 1
            assert value(samples, "everos_processes", role="watcher") == 1
    client.flush("told-to-many").ok()


def test_one_id_leads_from_the_answer_into_the_workers(standing_stack: Stack) -> None:
    client = standing_stack.client()
    client.add("asked", TALK).ok()
    request_id = client.flush("asked").body["request_id"]
    standing_stack.ready()
    workers = [line for worker in standing_stack.members["worker"] for line in lines(worker)]
    done = [line for line in workers if line["event"] == "run done" and line.get("request_id") == request_id]
    assert {run["strategy"] for run in done} >= {"extract_atomic_facts", "extract_foresight"}
    assert {run["task"] for run in done} == {"ome.tasks.drain"}


def test_every_process_says_every_line_as_json(standing_stack: Stack) -> None:
    standing_stack.ready()
    begins = {
        "web": "listening",
        "worker": "the worker is ready",
        "beat": "beat sends wake-ups",
        "watch": "the watcher is ready",
    }
    for role, members in standing_stack.members.items():
        for member in members:
            said = eventually(lambda member=member: lines(member), f"{role} says something")
            assert begins[role] in [line["event"] for line in said]
            assert all(line["pid"] and line["timestamp"] and line["level"] for line in said)
