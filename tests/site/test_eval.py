"""`everos eval`: the files that it reads, what it judges, and one run against a real server."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from everos_site.evaluation import formats, report
from everos_site.evaluation.command import chosen, main, parser, too_low
from everos_site.evaluation.judging import Answer, judge
from everos_site.evaluation.suite import InvalidSuite, Question
from tests.site.test_cli import everos

GOLDEN = """
project: bike
sessions:
  - id: workshop
    at: 2026-03-07T10:00:00Z
    messages:
      - {from: alice, text: "My bicycle is called Frau Diamant."}
      - {from: helper, role: assistant, text: "A lovely name!"}
  - id: theft
    at: 2026-05-10
    messages:
      - {from: alice, text: "Somebody stole my bicycle on Thursday night."}
questions:
  - ask: What is the bicycle called?
    user: alice
    find: [Diamant]
    sessions: [workshop]
  - ask: When was the bicycle stolen?
    user: alice
    find: [Thursday]
    not_find: [Friday]
"""
MAYA = {"user_id": "maya"}


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, "utf-8")
    return path


def answer(*texts: str, sessions: tuple[str, ...] = (), hits: int = 1) -> Answer:
    return Answer(texts, sessions, hits, tokens=1, milliseconds=1.0)


@pytest.mark.long
def test_golden_tests_run_against_a_temporary_server(tmp_path: Path) -> None:
    path, results = written(tmp_path, "golden.yaml", GOLDEN), tmp_path / "results.json"
    done = everos(tmp_path / "root", "eval", str(path), "--json", str(results))
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(results.read_text())
    assert (figures["questions"], figures["passed"], figures["recall"], figures["precision"]) == (2, 2, 1, 1)
    assert figures["results"][0]["tokens"] > 0

    path.write_text(GOLDEN.replace("find: [Diamant]", "find: [Madame Patria]"))
    done = everos(tmp_path / "root", "eval", str(path))
    assert done.returncode == 1
    assert "the answer lacks 'Madame Patria'" in done.stdout


def test_a_server_that_does_not_answer_is_told_apart_from_a_failure(tmp_path: Path) -> None:
    path = written(tmp_path, "golden.yaml", GOLDEN)
    done = everos(tmp_path / "root", "eval", str(path), "--base-url", "http://127.0.0.1:9")
    assert done.returncode == 3
    assert "cannot be reached" in done.stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("find: [Diamant]", "finds: [Diamant]"), "questions.0.finds: Extra inputs are not permitted"),
        (("    user: alice\n    find: [D", "    find: [D"), "say whose memory is asked: `user` or `agent`"),
        (("sessions: [workshop]", "sessions: [garage]"), "no session is called 'garage'"),
        (("    at: 2026-05-10\n", ""), "session 'theft': say with `at` when it was"),
        (("  - id: theft", "  - id: theft\n   x"), "is not YAML"),
        (("    find: [Thursday]\n    not_find: [Friday]\n", ""), "say what is expected"),
    ],
)
def test_a_mistake_in_a_golden_test_is_named_with_its_place(
    tmp_path: Path, change: tuple[str, str], words: str
) -> None:
    assert change[0] in GOLDEN
    path = written(tmp_path, "golden.yaml", GOLDEN.replace(*change))
    with pytest.raises(InvalidSuite, match=re.escape(words)):
        formats.read(path)


@pytest.mark.parametrize("content", ["[]", "{}", "[1]", "not json", '[{"conversation": {}, "qa": []}]'])
def test_a_file_of_another_form_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(InvalidSuite):
        formats.read(written(tmp_path, "data.json", content))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSuite, match="cannot be read: No such file"):
        formats.read(tmp_path / "nowhere.json")


def test_a_file_without_a_question_is_refused_before_a_server_is_started(tmp_path: Path) -> None:
    path = written(tmp_path, "locomo.json", [{**LOCOMO, "qa": LOCOMO["qa"][1:]}])
    assert main([str(path)]) == 2


@pytest.mark.parametrize("option", ["--limit", "--max-tokens"])
def test_numbers_begin_with_one(option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["f", option, "0"])
    assert ended.value.code == 2


def test_messages_without_a_time_follow_each_other(tmp_path: Path) -> None:
    [suite] = formats.read(written(tmp_path, "golden.yaml", GOLDEN))[1]
    first, second = suite.sessions[0].messages
    assert second["timestamp"] - first["timestamp"] == 20_000
    assert first["timestamp"] == 1_772_877_600_000


LOCOMO = {
    "sample_id": "c1",
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a dog"},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Nice dog."},
        ],
    },
    "qa": [
        {"question": "Which pet did Ben see?", "category": 4, "evidence": ["D1:1; D1:2"]},
        {"question": "Which car does Ann drive?", "category": 5, "evidence": ["D1:1"]},
    ],
}


def test_locomo(tmp_path: Path) -> None:
    kind, [suite] = formats.read(written(tmp_path, "locomo.json", [LOCOMO]))
    assert kind == "locomo"
    assert suite.sessions[0].messages[0]["content"] == "Look! [shares a photo: a dog]"
    [question] = suite.questions
    assert (question.owner, question.sessions) == ({"user_id": "ben"}, {"session_1"})
    assert question.evidence == ["Look! [shares a photo: a dog]", "Nice dog."]


def test_longmemeval(tmp_path: Path) -> None:
    item = {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Which degree do I have?",
        "haystack_session_ids": ["a", "b"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}],
            [{"role": "user", "content": "I studied law.", "has_answer": True}],
        ],
        "answer_session_ids": ["b"],
    }
    unanswered = {**item, "question_id": "q2_abs"}
    kind, [first, second] = formats.read(written(tmp_path, "lme.json", [item, unanswered]))
    assert kind == "longmemeval"
    assert [session.session_id for session in first.sessions] == ["a", "b"]
    assert first.sessions[0].messages[0]["timestamp"] == 1_684_549_260_000
    assert (first.questions[0].sessions, first.questions[0].evidence) == ({"b"}, ["I studied law."])
    assert second.questions[0].nothing
    assert not second.questions[0].sessions


@pytest.mark.parametrize("encode", [json.dumps, repr, lambda questions: questions])
def test_beam(tmp_path: Path, encode: Any) -> None:
    turns = [
        {"role": "user", "id": 0, "content": "I plant beans.", "time_anchor": "March-15-2024"},
        {"role": "assistant", "id": 1, "content": "Good."},
    ]
    later = {"turns": [[{"role": "user", "id": 2, "content": "The beans have grown."}]]}
    questions = {
        "event_ordering": [
            {"question": "What came first?", "source_chat_ids": {"first": [0], "then": [2, 99]}}
        ],
        "abstention": [{"question": "Who owns\u2028the car?"}],
    }
    row = {"conversation_id": "7", "chat": [turns, later], "probing_questions": encode(questions)}
    kind, [suite] = formats.read(written(tmp_path, "beam.jsonl", row))
    assert kind == "beam"
    assert suite.project == "beam-7"
    assert (
        suite.sessions[1].messages[0]["timestamp"] - suite.sessions[0].messages[0]["timestamp"] == 86_400_000
    )
    ordering, abstention = suite.questions
    assert ordering.sessions == {"session_0", "session_1"}
    assert ordering.evidence == ["I plant beans.", "The beans have grown."]
    assert abstention.nothing


def test_personamem(tmp_path: Path) -> None:
    row = {
        "question_id": "q",
        "question_type": "recall",
        "user_question_or_message": "What do I like?",
        "correct_answer": "(b)",
        "all_options": "['(a) You like cars.', '(b) You like boats.']",
        "shared_context_id": "ctx",
        "end_index_in_shared_context": "3",
    }
    path = tmp_path / "questions.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, row)
        writer.writeheader()
        writer.writerow(row)
    said = [
        {"role": "system", "content": "A persona who likes boats."},
        {"role": "user", "content": "User: I like boats."},
        {"role": "assistant", "content": "Assistant: Good."},
        {"role": "user", "content": "User: I changed my mind."},
    ]
    contexts = written(tmp_path, "contexts.jsonl", {"ctx": said})
    with pytest.raises(InvalidSuite, match="need --contexts"):
        formats.read(path)
    _, [suite] = formats.read(path, contexts)
    assert [message["content"] for message in suite.sessions[0].messages] == ["I like boats.", "Good."]
    [question] = suite.questions
    assert judge(question, answer("I like boats.")).passed
    assert judge(question, answer("Cars are what I like.")).faults == ["speaks for 'You like cars.'"]


def test_what_is_judged() -> None:
    question = Question(
        "?", MAYA, find=["Kidney", "cat"], not_find=["thyroid"], sessions=frozenset({"a", "b"})
    )
    verdict = judge(question, answer("the kidneys", sessions=("x", "a")))
    assert verdict.faults == ["lacks 'cat'", "lacks session b"]
    assert verdict.recall == 0.5
    assert verdict.precision == 0.5
    assert judge(question, answer("thyroid", sessions=())).faults[-3] == "has 'thyroid'"
    nothing = Question("?", MAYA, nothing=True)
    assert judge(nothing, answer(hits=0)).passed
    assert judge(nothing, answer(hits=2)).faults == ["has 2 hits, and none was expected"]
    told = judge(Question("?", MAYA, evidence=["She planted green beans"]), answer("green beans", "planted"))
    assert told.coverage == pytest.approx(2 / 3)


def test_thresholds_decide_where_they_are_given() -> None:
    verdicts = [
        judge(Question("?", MAYA, find=["here"]), answer("here")),
        judge(Question("?", MAYA, find=["there"]), answer("here")),
    ]
    assert too_low(verdicts, parser().parse_args(["f"]), golden=True)
    assert not too_low(verdicts, parser().parse_args(["f"]), golden=False)
    assert not too_low(verdicts, parser().parse_args(["f", "--min-recall", "0.5"]), golden=True)
    assert too_low(verdicts, parser().parse_args(["f", "--min-recall", "0.6"]), golden=False)
    assert "FAILED  ?" in report.as_text(verdicts)


def test_a_limit_counts_questions(tmp_path: Path) -> None:
    [suite] = formats.read(written(tmp_path, "golden.yaml", GOLDEN))[1]
    assert [len(each.questions) for each in chosen([suite, suite], 3)] == [2, 1]
    assert [len(each.questions) for each in chosen([suite, suite], 2)] == [2]
    assert len(chosen([suite, suite], None)) == 2
