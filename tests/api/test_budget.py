"""The ledger of model usage against the bill of the endpoint, and budgets that leave work to rules, step by step."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django.fixtures import Settings

from cascade.drain import drain as index
from memory.ingest import retry
from memory.models import MemCell, ModelCall
from memory.providers import budget, registry
from ome.engine.triggers import tick
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.conftest import change_settings
from tests.fakes.openai_server import Call, FakeOpenAI, HalfJson, Refusal, Says, Status
from tests.keys import key_of

Json = dict[str, Any]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("root")]

NOW = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)
AT_MS = int(NOW.timestamp() * 1000)
HOUR = NOW.replace(minute=0)
EPISODE = {
    "subject": "A move",
    "summary": "Alice moved.",
    "content": "Alice moved to Oslo and flies to Rome on 3 March 2027.",
}
FACT = {"n": 1, "person": "alice", "fact": "Alice lives in Oslo."}
PLAN = {"n": 1, "person": "alice", "foresight": "Alice flies to Rome.", "start": "2027-03-03"}
EVERYTHING = EPISODE | {"facts": [FACT], "foresights": [PLAN]}
SAID = "I moved to Oslo last week. I will fly to Rome on 3 March 2027."
KINDS = {
    "episode": "episodes",
    "atomic_fact": "atomic_facts",
    "foresight": "foresights",
    "profile": "profiles",
}
PRICES = {"chat": (2.0, 8.0), "small": (1.0, 1.0), "vectors": (0.1, 0.0), "ranks": (0.5, 0.0)}


@pytest.fixture
def model(fake_llm: FakeOpenAI, settings: Settings, root: Path) -> Iterator[FakeOpenAI]:
    """Chat, embeddings and reranking by one endpoint; profiles are revised after each session."""
    fake_llm.answer("EpisodeDraft", _episode)
    fake_llm.answer("EpisodeWithFacts", EPISODE | {"facts": [FACT]})
    fake_llm.answer("EpisodeAlone", EPISODE)
    fake_llm.answer("ProfileRevision", _revised)
    where = {"base_url": fake_llm.url, "api_key": "none"}
    change_settings(settings, "llm", **where, model="chat", max_retries=1)
    change_settings(settings, "embedding", **where, model="vectors", dimensions=8)
    change_settings(settings, "rerank", **where, model="ranks")
    change_settings(settings, "budget", prices=PRICES)
    (root / "ome.toml").write_text("[strategies.extract_user_profile]\nevery = 1\n")
    registry.close()
    with time_machine.travel(NOW, tick=False):
        yield fake_llm
    registry.close()


def _episode(call: Call) -> dict[str, Any]:
    said = json.loads(call.body["messages"][1]["content"].splitlines()[2])[2]
    return EVERYTHING | {"content": f"Alice said: {said}"}


def _revised(call: Call) -> dict[str, Any]:
    facts = call.section("facts")
    changes = [{"n": 0, "category": "home", "description": fact, "f": f} for f, fact in facts]
    return {"summary": "Lives in Oslo.", "changes": changes, "traits": [], "replaced": []}


def post(client: Client, call: str, **body: Any) -> Json:
    headers = {"Authorization": f"Bearer {key}"} if (key := body.pop("key", None)) else {}
    answer = client.post(
        f"/api/v1/memory/{call}", json.dumps(body), content_type="application/json", headers=headers
    )
    assert answer.status_code == 200, answer.content
    return dict(answer.json()["data"])


def remember(client: Client, session: str = "s", text: str = SAID, **more: Any) -> Json:
    """The answer of the flush; what follows from it is done, too."""
    message = {"sender_id": "alice", "role": "user", "timestamp": AT_MS, "content": text}
    post(client, "add", session_id=session, messages=[message], **more)
    flushed = post(client, "flush", session_id=session, **more)
    drain()
    return flushed


def spend(share: float, **of: str) -> None:
    """As another process would have recorded it, of a limit of 1,000 tokens."""
    ModelCall.objects.create(
        hour=HOUR, purpose="p", model="m", calls=1, prompt_tokens=round(1000 * share), **of
    )
    budget.forget()


def asked(model: FakeOpenAI) -> list[str]:
    """The schemas of the questions to the language model."""
    return [call.schema for call in model.calls if call.path.endswith("/completions")]


def notes() -> dict[str, str]:
    return dict(StrategyRun.objects.values_list("strategy", "note"))


def test_the_ledger_is_the_endpoints_bill(client: Client, model: FakeOpenAI, settings: Settings) -> None:
    """With calls that fail, are tried again, are cut off, refused, and corrected."""
    change_settings(settings, "llm", extract_user_profile__model="small")
    registry.close()
    model.fail(Status(500, retry_after="0"), HalfJson(), Says("not what was asked for"))
    remember(client)
    index()
    model.fail(Refusal())
    answer = post(client, "add", session_id="t", messages=[
        {"sender_id": "alice", "role": "user", "timestamp": AT_MS, "content": "I adopted a dog, Bruno."}
    ])  # fmt: skip
    assert answer["status"] == "accumulated"
    refused = client.post(
        "/api/v1/memory/flush", json.dumps({"session_id": "t"}), content_type="application/json"
    )
    assert refused.status_code == 503
    retry.soon(MemCell.objects.all())
    assert retry.retry_pending() == 1
    drain()
    index()
    post(client, "search", user_id="alice", query="What did Alice say?", method="agentic", top_k=5)

    rows = list(ModelCall.objects.all())
    assert sum(row.calls for row in rows) == len(model.calls)
    assert sum(row.failures for row in rows) == 4
    assert {row.purpose for row in rows} == {
        "episode", "extract_user_profile", "embedding", "rerank", "agentic"
    }  # fmt: skip
    for name, (read_price, written_price) in PRICES.items():
        bill = [(read, written) for billed, read, written in model.billed if billed == name]
        of_model = [row for row in rows if row.model == name]
        assert bill, name
        assert sum(row.prompt_tokens for row in of_model) == sum(read for read, _ in bill)
        assert sum(row.completion_tokens for row in of_model) == sum(written for _, written in bill)
        cost = sum(read * read_price + written * written_price for read, written in bill) / 1_000_000
        assert sum(row.cost for row in of_model) == pytest.approx(cost)
    assert {row.model for row in rows if row.purpose == "extract_user_profile"} == {"small"}


def test_usage_names_the_project_and_the_key_also_for_later_work(client: Client, model: FakeOpenAI) -> None:
    key = key_of("ada")
    remember(client, app_id="shop", project_id="berlin", key=key)
    index()
    post(client, "search", app_id="shop", project_id="berlin", user_id="alice", query="Oslo", key=key)
    remember(client, session="u")
    rows = ModelCall.objects.values_list("purpose", "app_id", "project_id", "requester")
    ada = f"key {key[:8]}"
    assert set(rows) == {
        ("episode", "shop", "berlin", ada),
        ("extract_user_profile", "shop", "berlin", ada),
        ("embedding", "shop", "berlin", ""),  # the index is the server's own work
        ("embedding", "shop", "berlin", ada),  # the query
        ("episode", "default", "default", ""),
        ("extract_user_profile", "default", "default", ""),
    }


@pytest.mark.parametrize(
    ("share", "questions", "by_rules"),
    [
        (0.5, ["EpisodeDraft", "ProfileRevision"], None),
        (0.81, ["EpisodeDraft"], ["profile"]),
        (0.88, ["EpisodeWithFacts"], ["profile", "foresights"]),
        (0.95, ["EpisodeAlone"], ["profile", "foresights", "facts"]),
        (1.0, [], ["profile", "foresights", "facts", "episodes"]),
    ],
)
def test_near_a_limit_rules_take_over_in_order(
    client: Client,
    model: FakeOpenAI,
    settings: Settings,
    share: float,
    questions: list[str],
    by_rules: list[str] | None,
) -> None:
    # So many tokens that the answers of this test do not matter.
    change_settings(settings, "budget", day_tokens=1_000_000_000)
    ModelCall.objects.create(
        hour=HOUR, purpose="p", model="m", calls=1, prompt_tokens=round(share * 1_000_000_000)
    )
    flushed = remember(client)
    assert flushed == {"status": "extracted"} | ({"by_rules": by_rules} if by_rules else {})
    assert asked(model) == questions
    left = by_rules or []
    why = "of the budget of 1,000,000,000 tokens a day is used"
    cell = MemCell.objects.get()
    assert (why in cell.note) == ("foresights" in left)
    runs = notes()
    assert (why in runs["extract_user_profile"]) == ("profile" in left)
    assert (why in runs["extract_foresight"]) == ("foresights" in left)
    assert (why in runs["extract_atomic_facts"]) == ("facts" in left)
    index()
    for kind, name in KINDS.items():
        assert post(client, "get", user_id="alice", memory_type=kind)[name], kind
    health = client.get("/health").json()
    assert any(why in reason for reason in health["reasons"]) == bool(left)
    assert health["budget"][0]["by_rules"] == left
    metrics = client.get("/metrics").content.decode()
    assert f'everos_budget_steps{{of="",period="day",unit="tokens"}} {float(len(left))}' in metrics


def test_a_new_day_renews_the_budget(client: Client, model: FakeOpenAI, settings: Settings) -> None:
    change_settings(settings, "budget", day_tokens=1000, month_tokens=100_000)
    spend(1.5)
    assert remember(client)["by_rules"][-1] == "episodes"
    assert not asked(model)
    assert "until 2026-11-25T00:00Z" in MemCell.objects.get().note
    with time_machine.travel(NOW + timedelta(hours=15), tick=False):
        assert remember(client, session="next day") == {"status": "extracted"}
    assert asked(model)[0] == "EpisodeDraft"


def test_a_limit_of_one_project_leaves_others_alone(
    client: Client, model: FakeOpenAI, settings: Settings
) -> None:
    parts = {"shop/berlin": {"day_tokens": 1000}}
    change_settings(settings, "budget", parts=parts, prices=PRICES)
    spend(1.0, app_id="shop", project_id="berlin")
    assert remember(client, app_id="shop", project_id="berlin")["by_rules"]
    assert not asked(model)
    assert remember(client, session="t", app_id="shop", project_id="rome") == {"status": "extracted"}
    assert asked(model)[0] == "EpisodeDraft"


def test_a_limit_of_one_key(client: Client, model: FakeOpenAI, settings: Settings) -> None:
    key = key_of("ada")
    ada = f"key {key[:8]}"
    change_settings(settings, "budget", parts={ada: {"month_tokens": 1000}})
    spend(1.0, requester=ada)
    remember(client, key=key)
    assert not asked(model)
    assert "for key " in MemCell.objects.get().note
    remember(client, session="t")
    assert asked(model)[0] == "EpisodeDraft"


def test_own_spending_counts_at_once_and_that_of_other_processes_soon(
    client: Client, model: FakeOpenAI, settings: Settings, django_assert_num_queries: Any
) -> None:
    change_settings(settings, "budget", day=1.0, soft_share=1)
    assert budget.by_rules() == ()
    with django_assert_num_queries(0):  # the sums are not read for each call
        assert budget.by_rules() == ()
    ModelCall.objects.create(hour=HOUR, purpose="p", model="m", calls=1, cost=0.6)  # another process
    assert budget.standings()[0].used == 0
    remember(client)
    mine = sum(ModelCall.objects.filter(model__in=PRICES).values_list("cost", flat=True))
    assert mine > 0
    assert budget.standings()[0].used == pytest.approx(mine)
    budget._sums.valid_until = 0  # some seconds later
    assert budget.standings()[0].used == pytest.approx(mine + 0.6)


def test_a_long_conversation_stays_within_the_budget(
    client: Client, model: FakeOpenAI, settings: Settings, root: Path
) -> None:
    """It takes many questions; when the budget is used up, rules write the rest."""
    change_settings(settings, "memory", boundary_max_chars=150_000)
    change_settings(settings, "budget", day_tokens=15_000, soft_share=1)
    marks = [f"mark-{n}" for n in range(6)]
    text = "\n\n".join(f"{mark} {'I like this very much. ' * 900}" for mark in marks)
    remember(client, text=text)
    questions = asked(model)
    assert 0 < len(questions) < 6
    written = next((root / "default_app/default_project/users/alice/episodes").glob("*.md")).read_text()
    assert marks[-1] in written
    assert "Alice said: mark-0" in written
    assert "budget" in MemCell.objects.get().note


def test_a_budget_that_ends_between_two_questions_of_a_run(
    client: Client, model: FakeOpenAI, settings: Settings
) -> None:
    change_settings(settings, "budget", day_tokens=1_000_000, soft_share=1)

    def revise(call: Call) -> dict[str, Any]:
        budget.note_spent(budget.Attribution(), "m", 2_000_000, 0.0)
        return _revised(call)

    facts = [
        {"n": 1, "person": "alice", "fact": f"Alice likes {sha256(bytes([n])).hexdigest() * 4}."}
        for n in range(60)
    ]
    model.answer("EpisodeDraft", EPISODE | {"facts": facts, "foresights": []})
    model.answer("ProfileRevision", revise)
    remember(client)
    assert asked(model) == ["EpisodeDraft", "ProfileRevision"]
    run = StrategyRun.objects.get(strategy="extract_user_profile")
    assert (run.status, run.attempts) == ("done", 1)
    assert run.note.startswith("done by rules: ")


def test_what_a_request_pays_for_itself_does_not_count(model: FakeOpenAI, settings: Settings) -> None:
    change_settings(settings, "budget", day_tokens=10)
    assert budget.by_rules() == ()
    budget.note_spent(budget.Attribution(), budget.OF_REQUEST, 100, 0.0)
    assert budget.by_rules() == (), "before the sums are read again"
    ModelCall.objects.create(hour=HOUR, purpose="agentic", model=budget.OF_REQUEST, prompt_tokens=100)
    budget.forget()
    assert budget.by_rules() == ()


def test_pauses_end_and_nothing_waits_for_money(
    client: Client, model: FakeOpenAI, settings: Settings
) -> None:
    """Runs that wait for the end of a pause are done by rules when it ends."""
    change_settings(settings, "budget", day_tokens=1000)
    spend(2.0)
    remember(client)
    tick()
    drain()
    assert set(StrategyRun.objects.values_list("status", flat=True)) == {"done"}
    assert MemCell.objects.get().status == "done"
