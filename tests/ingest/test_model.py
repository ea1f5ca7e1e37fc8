"""With a language model behind an endpoint."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.errors import AnswerUnusable, DamagedDocument, ModelUnavailable
from memory.ingest import cells, model_boundary
from memory.ingest.retry import retry_pending
from memory.ingest.waiting import Waiting, status
from memory.models import MemCell
from tests.conftest import change_settings
from tests.fakes.openai_server import Call, FakeOpenAI, Garbage, HalfJson, Refusal, Says, Status
from tests.ingest.talk import HOUR, add, episodes, flush, said, talk, told, waiting

pytestmark = pytest.mark.django_db

DRAFT = {"subject": "Oslo", "summary": "Alice moved.", "content": "On 7 May 2023 Alice moved to Oslo."}


@pytest.fixture(autouse=True)
def _answers(model: FakeOpenAI) -> None:
    model.answer("EpisodeDraft", DRAFT)


def test_one_call_makes_the_episode_of_all_users(model: FakeOpenAI, root: Path) -> None:
    add(said("I moved to Oslo yesterday", sender_name="Alice"), said("Nice", by="bob", at=1))
    assert flush() == "extracted"
    assert [call.schema for call in model.calls] == ["EpisodeDraft"]
    assert model.calls[0].prompt == [
        {"users": ["Alice", "bob"]},
        {"time": "2023-05-08 Monday 13:56 UTC"},
        [1, "Alice", "I moved to Oslo yesterday"],
        [2, "bob", "Nice"],
    ]
    assert told(root, "alice") == told(root, "bob") == [DRAFT["content"]]
    assert episodes(root)[0].values["subject"] == "Oslo"


@pytest.mark.parametrize("fault", [Status(500), Status(429), Garbage(), Says("No.")], ids=repr)
def test_a_model_that_fails_loses_nothing(model: FakeOpenAI, root: Path, fault: Any) -> None:
    model.fail_always(fault)
    assert add(*talk(2)).status == "accumulated"
    with pytest.raises(ModelUnavailable):
        flush()
    assert waiting() == ["message 0", "message 1"]
    cell = MemCell.objects.get()
    assert cell.error.startswith(("ModelUnavailable", "ModelUnreachable", "AnswerUnusable"))
    assert cell.unusable_answers == cell.error.startswith("AnswerUnusable")
    model.recover()
    add(said("more", at=HOUR))
    assert flush() == "extracted"
    assert len(episodes(root)) == 2
    assert waiting() == []


def test_a_first_attempt_in_progress_is_not_reported_as_failing(
    model: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, keep = list[Waiting](), cells.renew
    monkeypatch.setattr(cells, "renew", lambda cell: (seen.append(status()), keep(cell)))
    add(said("I moved to Oslo"))
    flush()
    assert [(one.pending_cells, one.failing_cells, one.last_error) for one in seen] == [(1, 0, "")]
    model.fail_always(Status(500))
    add(said("more", at=HOUR))
    with pytest.raises(ModelUnavailable):
        flush()
    assert status().failing_cells == 1
    assert "500" in status().last_error


def test_the_background_tries_again(model: FakeOpenAI, root: Path) -> None:
    model.fail_always(Status(500))
    add(*talk(2))
    with pytest.raises(ModelUnavailable):
        flush()
    model.recover()
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        assert retry_pending() == 1
    assert len(episodes(root)) == 1


def test_add_answers_although_the_model_fails(model: FakeOpenAI) -> None:
    model.fail_always(Status(500))
    assert add(said("one"), said("two", at=HOUR)).status == "accumulated"
    assert waiting() == ["one", "two"]


def test_a_model_that_is_away_is_asked_once_for_many_cells(model: FakeOpenAI) -> None:
    model.fail_always(Status(500))
    add(*talk(5, step=HOUR))
    assert len(model.calls) == 1
    assert set(MemCell.objects.values_list("lease_until", flat=True)) == {None}
    assert sorted(MemCell.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]


def test_the_text_is_kept_when_the_file_cannot_be_written(model: FakeOpenAI, root: Path) -> None:
    blocked = root / "default_app"
    blocked.write_text("in the way")
    add(said("Hi"))
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    blocked.unlink()
    model.fail_always(Status(500))
    assert flush() == "extracted", "without another call"
    assert len(model.calls) == 1


def test_subject_and_summary_are_short_and_one_line(model: FakeOpenAI, root: Path) -> None:
    model.answer("EpisodeDraft", DRAFT | {"subject": "Oslo\nand " * 33, "summary": "Alice moved.\n" * 70})
    add(said("Hi"))
    flush()
    told = episodes(root)[0].values
    for name, most in (("subject", 200), ("summary", 300)):
        text = str(told[name])
        assert "\n" not in text
        assert most // 2 < len(text) <= most


def test_an_empty_episode_is_no_episode(model: FakeOpenAI) -> None:
    model.answer("EpisodeDraft", DRAFT | {"content": "  \n"})
    add(said("Hi"))
    with pytest.raises(ModelUnavailable):
        flush()
    assert waiting() == ["Hi"]


def test_prompts_are_bounded_and_nothing_is_left_out(
    model: FakeOpenAI, settings: Settings, root: Path
) -> None:
    much = 100_000_000
    change_settings(
        settings, "memory", boundary_max_messages=much, boundary_max_chars=much, call_max_chars=much
    )
    change_settings(settings, "limits", message_chars=300_000)
    add(said(" ".join(f"word{number}" for number in range(20_000))))
    for start in range(0, 200, 50):
        add(*talk(50, start=start * 1000 + 1, step=1000, about="x" * 500))
    flush()
    asked = [call for call in model.calls if call.schema == "EpisodeDraft"]
    assert max(call.prompt_chars for call in asked) < 30_000
    told = [line for call in asked for line in call.said]
    assert " ".join(text for number, _, text in told if number == 1).split() == [
        f"word{number}" for number in range(20_000)
    ]
    assert {number for number, _, _ in told} == set(range(1, 202))
    assert str(episodes(root)[0].values["content"]).count(DRAFT["content"]) == len(asked)


def test_a_model_whose_answer_is_too_long_is_asked_about_less(model: FakeOpenAI, root: Path) -> None:
    """In the end rules take the message that it cannot do, and say so."""

    def answer(call: Call) -> Any:
        numbers = [number for number, _, _ in call.said]
        if len(numbers) > 2 or 3 in numbers:
            return HalfJson()
        return DRAFT | {"content": f"Messages {numbers}.", "facts": []}

    model.answer("EpisodeDraft", answer)
    add(*talk(5, step=1))
    assert flush() == "extracted"
    content = str(episodes(root)[0].values["content"])
    assert [part in content for part in ("Messages [1, 2].", "message 2", "Messages [4, 5].")] == [True] * 3
    assert len(model.calls) < 12


@pytest.mark.parametrize("fault", [Says("No."), Refusal()], ids=repr)
def test_after_three_answers_of_no_use_rules_extract(model: FakeOpenAI, root: Path, fault: Any) -> None:
    model.fail_always(fault)
    add(said("I moved to Oslo"))
    for _ in range(3):
        with pytest.raises(AnswerUnusable):
            flush()
    assert flush() == "extracted"
    assert "I moved to Oslo" in str(episodes(root)[0].values["content"])


@pytest.mark.parametrize("token", ["<|im_end|>", "<|endoftext|>", "[INST]", "</s>"])
def test_control_tokens_are_data(model: FakeOpenAI, token: str) -> None:
    add(said(f"a {token} b"))
    flush()
    prompt = model.calls[0].body["messages"][-1]["content"]
    assert token not in prompt
    assert len(model.calls[0].said) == 1
    assert token[-2:] in prompt


def close_finished_topics() -> int:
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        return model_boundary.close_finished_topics()


def test_a_boundary_is_asked_for_by_the_clock_once_in_a_dozen_messages(model: FakeOpenAI) -> None:
    for number in range(36):
        add(said(f"message {number}", at=number))
        close_finished_topics()
    assert [call.schema for call in model.calls] == ["BoundaryAnswer"] * 3
    assert max(call.prompt_chars for call in model.calls) < 10_000


def test_nobody_is_asked_where_a_flush_may_follow_soon(model: FakeOpenAI) -> None:
    add(*talk(12, step=1))
    assert model_boundary.close_finished_topics() == 0
    assert model.calls == []


def test_nobody_is_asked_about_the_work_of_an_agent(model: FakeOpenAI) -> None:
    add(*talk(12, step=1), said("done", at=20, role="tool", tool_call_id="c"))
    assert close_finished_topics() == 0
    assert model.calls == []


def test_what_lies_before_the_boundary_is_extracted(model: FakeOpenAI, root: Path) -> None:
    model.answer("BoundaryAnswer", {"last_before_shift": 7})
    add(*talk(12, step=1))
    assert close_finished_topics() == 1
    with time_machine.travel(timezone.now() + timedelta(seconds=32)):
        assert retry_pending() == 1
    assert waiting() == [f"message {number}" for number in range(7, 12)]
    assert len(episodes(root)) == 1


@pytest.mark.parametrize("nonsense", [0, 12, 500])
def test_a_boundary_outside_the_conversation_is_none(model: FakeOpenAI, nonsense: int) -> None:
    model.answer("BoundaryAnswer", {"last_before_shift": nonsense})
    add(*talk(12, step=1))
    assert close_finished_topics() == 0
    assert len(waiting()) == 12


def test_a_failing_model_is_not_asked_again_for_the_same_messages(model: FakeOpenAI) -> None:
    model.fail_always(Status(500))
    add(*talk(12, step=1))
    assert close_finished_topics() == 0
    add(said("more", at=20))
    assert close_finished_topics() == 0
    assert len(model.calls) == 1


def test_rules_go_before_the_model(model: FakeOpenAI) -> None:
    add(*talk(12, step=HOUR))
    assert "BoundaryAnswer" not in [call.schema for call in model.calls]
