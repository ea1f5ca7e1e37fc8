"""`everos estimate` against what the extraction of the same file really asks."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from everos_site.estimate import _ANSWERS
from memory.models import BufferedMessage, ModelCall
from memory.providers import registry
from memory.providers.tokens import estimate_tokens
from memory.scope import Scope
from memory.transfer.chats import import_conversations
from memory.transfer.formats.base import People
from memory.transfer.importing import conversations_of, planned
from memory.transfer.report import Report
from ome.engine.worker import drain
from tests.conftest import change_settings
from tests.fakes.openai_server import Call, FakeOpenAI

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]

TALKS = (
    "I moved to Oslo last week because of my new job at the harbour. My sister Anna helped me to carry everything.",
    "We adopted a dog called Bruno from the shelter. He sleeps on the sofa and is afraid of the vacuum cleaner.",
    "I started to learn Norwegian on Tuesdays. The teacher is strict, but I like her very much.",
)


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """Three conversations a day apart, one of them too long for one prompt."""
    lines = []
    for day, text in enumerate(TALKS):
        at = 1_795_262_400 + day * 86_400
        long = text if day else "\n\n".join(f"I wrote {distinct(n)} into my diary." for n in range(300))
        lines += [
            {"session_id": f"s{day}", "role": "user", "content": long, "timestamp": at},
            {"session_id": f"s{day}", "role": "assistant", "content": "Tell me more.", "timestamp": at + 60},
            {"session_id": f"s{day}", "role": "user", "content": "See you soon!", "timestamp": at + 9_000},
        ]
    path = tmp_path / "chats.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def distinct(number: int) -> str:
    """Text without repetition, which a model that loops would write."""
    return hashlib.sha256(bytes([number % 256, number // 256])).hexdigest()


def estimate(path: Path, *options: str) -> str:
    out = StringIO()
    call_command("estimate", str(path), *options, stdout=out)
    return out.getvalue()


def prompt_tokens(call: Call) -> int:
    schema = json.dumps(call.body["response_format"]["json_schema"]["schema"], separators=(",", ":"))
    return sum(estimate_tokens(message["content"]) for message in call.body["messages"]) + estimate_tokens(
        schema
    )


def test_it_is_what_the_extraction_asks(
    chats: Path, fake_llm: FakeOpenAI, settings: Settings, root: Path
) -> None:
    change_settings(
        settings, "llm", base_url=fake_llm.url, api_key="none", model="big", episode__model="small"
    )
    change_settings(settings, "budget", prices={"big": (2, 8), "small": (1, 4)}, day_tokens=1)
    registry.close()
    told = json.loads(estimate(chats, "--json"))
    assert not fake_llm.calls
    assert not BufferedMessage.objects.exists()
    assert not ModelCall.objects.exists()
    rows = {row["purpose"]: row for row in told["rows"]}
    assert (told["messages"], set(rows)) == (9, {"episode", "extract_user_profile"})
    small = rows["episode"]
    assert small["model"] == "small"
    assert small["cost"] == pytest.approx((small["prompt_tokens"] + 4 * small["completion_tokens"]) / 1e6)

    change_settings(settings, "budget", day_tokens=None)
    for schema, purpose in (("EpisodeDraft", "episode"), ("ProfileRevision", "extract_user_profile")):
        fake_llm.answer(schema, lambda call, purpose=purpose: _ANSWERS[purpose](call.prompt))
    (root / "ome.toml").write_text("[strategies.extract_user_profile]\nevery = 1\n")
    for conversation in conversations_of(planned(chats, Scope(), People())):
        import_conversations(Scope(), [conversation], Report(), lambda what, total: None)
        drain()
    episodes = [call for call in fake_llm.calls if call.schema == "EpisodeDraft"]
    assert small["calls"] == len(episodes) > 3
    assert small["prompt_tokens"] == sum(map(prompt_tokens, episodes))
    profiles = [call for call in fake_llm.calls if call.schema == "ProfileRevision"]
    assert rows["extract_user_profile"]["calls"] == len(profiles)
    asked = sum(map(prompt_tokens, profiles))
    assert rows["extract_user_profile"]["prompt_tokens"] == pytest.approx(asked, rel=0.1)
    registry.close()


def test_people_read_a_table(chats: Path, settings: Settings) -> None:
    change_settings(settings, "llm", model="big", base_url="http://127.0.0.1:9/v1")
    table = estimate(chats)
    assert "9 messages" in table
    assert "without a price in EVEROS_BUDGET__PRICES: big." in table
    assert "0.0000" not in table, "what is not known is not free"


def test_without_a_model_it_says_that_nothing_costs_anything(chats: Path) -> None:
    table = estimate(chats)
    assert "No language model is configured, so rules would make these memories at no cost." in table
    assert "0.0000" not in table


@pytest.mark.parametrize("content", ["", "[]", '{"no": "message"}'])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)
    with pytest.raises(CommandError):
        estimate(path)


def test_lines_that_cannot_be_read_are_named(chats: Path, capsys: Any) -> None:
    chats.write_text(chats.read_text() + "\n{broken")
    assert "9 messages" in estimate(chats)
    assert "line 10" in capsys.readouterr().err
