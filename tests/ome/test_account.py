"""What runs cost, and how they stand: on their rows, in /metrics and in /health."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pydantic import BaseModel

from cascade.drain import drain as index
from cascade.scanner import scan
from memory.errors import ModelUnavailable
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.fakes.openai_server import Status
from tests.ome.conftest import cell, facts, fails, now_is_the_time

pytestmark = pytest.mark.django_db


class Answer(BaseModel):
    said: str


def ask(work):
    work.model.complete(work.owner.id, "system", "user", Answer, 10)


def metrics(client: Client) -> dict[str, float]:
    lines = client.get("/metrics").content.decode().splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")
    }


def test_calls_and_tokens_stand_with_their_run(register, endpoint):
    probe = register("tea", do=ask)
    announce([cell()])
    drain()
    run = probe.run
    assert run.model_calls == 1
    assert run.prompt_tokens > 0
    assert run.completion_tokens > 0


def test_attempts_that_failed_cost_too(register, endpoint):
    probe = register("tea", do=ask)
    endpoint.fail(Status(401))
    announce([cell()])
    drain()
    now_is_the_time()
    drain()
    assert (probe.run.status, probe.run.model_calls) == ("done", 2)


def test_what_is_done_together_is_charged_once(register, endpoint):
    probe = register("tea", do=ask, on=(FactsExtracted,), serial="owner", together=3)
    announce([facts(1), facts(2), facts(3)])
    drain()
    assert [run.model_calls for run in probe.runs] == [1, 0, 0]


def test_metrics(register, endpoint, client):
    register("tea", do=ask)
    register("bad", do=fails(ValueError()), max_retries=0)
    announce([cell()])
    drain()
    seen = metrics(client)
    assert seen['everos_ome_runs_total{result="done",strategy="tea"}'] == 1
    assert seen['everos_ome_runs_total{result="dead",strategy="bad"}'] == 1
    assert seen['everos_ome_run_seconds_count{strategy="bad"}'] == 1
    assert seen['everos_ome_model_calls_total{strategy="tea"}'] == 1
    assert seen['everos_ome_model_tokens_total{direction="prompt",strategy="tea"}'] > 0
    assert (seen["everos_ome_pending"], seen["everos_ome_dead"]) == (0, 1)


@pytest.fixture
def found(root, client):
    """A server whose index has been compared with the files."""
    client.get("/health")
    scan()
    index()


def test_what_is_being_derived_hides_nothing(register, client, found):
    register("tea")
    announce([cell()])
    seen = client.get("/health").json()
    assert seen["ome"]["pending"] == 1
    assert (seen["status"], seen["ready"], seen["reasons"]) == ("ok", True, [])


def test_derivation_that_fails_is_a_reason_of_its_own(register, client, found):
    register("away", do=fails(ModelUnavailable("the answer was no JSON")))
    announce([cell()])
    drain()
    seen = client.get("/health").json()
    assert (seen["status"], seen["ready"]) == ("degraded", True)
    [reason] = seen["reasons"]
    assert reason.startswith("runs that failed wait for another attempt: 1")


def test_derivation_that_lags_is_told(register, client, found):
    register("tea")
    announce([cell()])
    StrategyRun.objects.update(available_at=timezone.now() - timedelta(minutes=11))
    seen = client.get("/health").json()
    assert (seen["status"], seen["ready"]) == ("degraded", True)
    assert seen["reasons"] == ["derived memories lag behind: the oldest run has been due for 11 minutes"]


def test_health_names_what_fails(register, client, root):
    register("away", do=fails(ModelUnavailable("nobody answers")))
    register("bad", do=fails(ValueError()), max_retries=0, on=(FactsExtracted,))
    announce([cell(), facts(1)])
    drain()
    reasons = " | ".join(client.get("/health").json()["reasons"])
    assert (
        "runs that failed wait for another attempt: 1; the last error: ModelUnavailable: nobody answers"
        in reasons
    )
    assert "runs have failed too often: 1; `everos ome status` lists them" in reasons
