"""LongMemEval: a list of questions, each with a history of its own (`haystack_sessions`, `haystack_dates`) and the
sessions that hold the answer (`answer_session_ids`). Ids that end in `_abs` mark questions without an answer.
"""

from datetime import UTC, datetime

from everos_site.evaluation.suite import Json, Question, Suite, chat


def read(data: list[Json]) -> list[Suite]:
    return [_suite(item) for item in data]


def _suite(item: Json) -> Suite:
    histories = item["haystack_sessions"]
    names = item.get("haystack_session_ids") or [f"session_{number}" for number in range(len(histories))]
    days = [_moment(text) for text in item["haystack_dates"]]
    sessions = [chat(name, day, turns) for name, day, turns in zip(names, days, histories, strict=True)]
    nothing = str(item["question_id"]).endswith("_abs")
    told = [turn["content"] for turns in histories for turn in turns if turn.get("has_answer")]
    question = Question(
        ask=item["question"],
        owner={"user_id": "user"},
        category=item["question_type"],
        sessions=frozenset() if nothing else frozenset(item.get("answer_session_ids", [])),
        evidence=[] if nothing else told,
        nothing=nothing,
    )
    return Suite(
        f"longmemeval-{item['question_id']}", [each for each in sessions if each.messages], [question]
    )


def _moment(text: str) -> datetime:
    """Parses a time such as `2023/05/20 (Sat) 02:21`."""
    day, _, time = text.split(" ")
    return datetime.strptime(f"{day} {time}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
