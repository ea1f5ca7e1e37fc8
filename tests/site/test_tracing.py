"""What a collector is told of a request and of all that follows from it; and what it is not told."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from everos_site.sections import TracingSection
from everos_site.spans import Tracing
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.otlp_collector import OtlpCollector, Seen
from tests.system.server import PROJECT, Server

pytestmark = pytest.mark.long

TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
KEY = "sk-a-key-that-nobody-may-see"
TOLD = "My brother Theodore collects zeppelins"
TALK = [
    {"sender_id": "alice", "role": "user", "timestamp": 1763700000000, "content": TOLD},
    {"sender_id": "bot", "role": "assistant", "timestamp": 1763700010000, "content": "How many?"},
]
SERVER, CLIENT, CONSUMER = 2, 3, 5  # kinds of spans, as the protocol numbers them


EPISODE = {
    "subject": "A talk",
    "summary": "A talk.",
    "content": "They talked.",
    "facts": [{"n": 1, "person": "", "fact": "Somebody spoke."}],
}


@pytest.fixture(scope="module")
def collector() -> Iterator[OtlpCollector]:
    with OtlpCollector() as running:
        yield running


@pytest.fixture(scope="module")
def spans(collector: OtlpCollector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Seen]]:
    """All spans of a server that was told something in a trace of its client, and has worked it off."""
    with FakeOpenAI() as model:
        model.answer("EpisodeDraft", EPISODE)
        server = Server(
            tmp_path_factory.mktemp("traced") / "memory",
            {
                "EVEROS_TRACING__ENDPOINT": collector.url,
                "EVEROS_TRACING__SERVICE_NAME": "our-memory",
                "EVEROS_LLM__BASE_URL": model.url,
                "EVEROS_LLM__API_KEY": KEY,
                "EVEROS_LLM__MODEL": "a-model",
                "OTEL_BSP_SCHEDULE_DELAY": "100",
            },
        )
        try:
            client = server.start().client()
            server.ready()  # the scan at the start is over: it may index what it meets, in no trace of anybody
            client.headers["traceparent"] = f"00-{TRACE}-{CALLER}-01"
            client.add("s-1", TALK).ok()
            client.flush("s-1").ok()
            server.ready()
            yield collector.wait_for(complete)
        finally:
            server.kill()


def complete(spans: list[Seen]) -> bool:
    """A span arrives when it has ended, after those within it."""
    parents = {span.id: span.name for span in spans}
    within = {(parents.get(span.parent), span.name) for span in spans}
    return within >= {
        ("POST api/v1/memory/flush", "extraction"),
        ("task ome.tasks.drain", "strategy run"),
        ("strategy run", "model call"),
        ("task cascade.tasks.drain", "index batch"),
    }


def one(spans: list[Seen], name: str) -> Seen:
    [span] = [span for span in spans if span.name == name]
    return span


def test_a_request_is_a_part_of_its_clients_trace(spans: list[Seen], collector: OtlpCollector) -> None:
    request = one(spans, "POST api/v1/memory/flush")
    assert (request.trace, request.parent, request.kind) == (TRACE, CALLER, SERVER)
    assert request.attributes["http.request.method"] == "POST"
    assert request.attributes["http.route"] == "api/v1/memory/flush"
    assert request.attributes["http.response.status_code"] == 200
    assert len(request.attributes["everos.request_id"]) == 32
    assert (request.resource["service.name"], request.resource["everos.role"]) == ("our-memory", "web")
    assert collector.paths == {"/v1/traces"}


def test_what_the_request_waited_for_is_within_it(spans: list[Seen]) -> None:
    request, extraction = one(spans, "POST api/v1/memory/flush"), one(spans, "extraction")
    assert extraction.parent == request.id
    assert extraction.attributes["everos.cell"].startswith("mc_")
    calls = [span for span in spans if span.name == "model call" and span.parent == extraction.id]
    assert [call.attributes["everos.purpose"] for call in calls] == ["episode"]
    assert (calls[0].kind, calls[0].attributes["gen_ai.request.model"]) == (CLIENT, "a-model")
    assert calls[0].attributes["gen_ai.usage.input_tokens"] > 0
    assert calls[0].attributes["gen_ai.usage.output_tokens"] > 0


def test_so_is_what_follows_in_the_background(spans: list[Seen]) -> None:
    by_id = {span.id: span for span in spans}
    for name, task in (("strategy run", "ome.tasks.drain"), ("index batch", "cascade.tasks.drain")):
        asked_for = [by_id[span.parent] for span in spans if span.name == name and span.parent in by_id]
        assert {(span.name, span.kind) for span in asked_for} == {(f"task {task}", CONSUMER)}
        assert {span.trace for span in asked_for} == {TRACE}
    runs = [span for span in spans if span.name == "strategy run"]
    assert "extract_atomic_facts" in {run.attributes["everos.strategy"] for run in runs}
    derived = [
        span for span in spans if span.name == "model call" and span.parent in {run.id for run in runs}
    ]
    assert "extract_user_profile" in {call.attributes["everos.purpose"] for call in derived}


def test_probes_and_the_idle_clock_make_no_spans(spans: list[Seen]) -> None:
    names = {span.name for span in spans}
    assert not [name for name in names if "health" in name]
    assert {name for name in names if name.startswith("task ")} <= {
        "task cascade.tasks.index_texts",
        "task cascade.tasks.drain",
        "task ome.tasks.drain",
    }


def test_nobody_is_told_what_was_said(spans: list[Seen], collector: OtlpCollector) -> None:
    for body in collector.bodies:
        for secret in ("Theodore", "zeppelins", KEY, "How many"):
            assert secret.encode() not in body


def test_an_error_is_told_by_its_type_only() -> None:
    with OtlpCollector() as collector:
        tracing = Tracing(TracingSection(endpoint=f"{collector.url}/elsewhere"), "web")
        with pytest.raises(ValueError, match="Theodore"), tracing.span("extraction", {"cell": "mc_1"}):
            raise ValueError("Theodore is no number")
        tracing.stop(30)
        [span] = collector.spans
        assert span.failed
        assert span.attributes == {"everos.cell": "mc_1", "error.type": "ValueError"}
        assert b"Theodore" not in collector.bodies[0]
        assert collector.paths == {"/elsewhere"}  # an address with a path is taken as it is


def test_of_a_share_of_none_nothing_is_sent_unless_the_caller_says_so() -> None:
    with OtlpCollector() as collector:
        tracing = Tracing(TracingSection(endpoint=collector.url, sample_ratio=0), "web")
        with tracing.span("of nobody", {}):
            pass
        with tracing.continued({"traceparent": f"00-{TRACE}-{CALLER}-01"}, "of a caller", {}):
            pass
        tracing.stop(30)
        assert [span.name for span in collector.spans] == ["of a caller"]


def test_without_the_libraries_the_settings_are_refused(tmp_path: Path) -> None:
    (tmp_path / "opentelemetry").mkdir()
    (tmp_path / "opentelemetry" / "__init__.py").write_text("")  # hides the real one
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
        "PYTHONPATH": str(tmp_path),
        "EVEROS_MEMORY__ROOT": str(tmp_path / "memory"),
        "EVEROS_TRACING__ENDPOINT": "http://127.0.0.1:4318",
    }
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--tag", "everos"],
        cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert checked.returncode == 1
    assert "everos.E009" in checked.stderr
    assert "pip install everos-django[tracing]" in checked.stderr
