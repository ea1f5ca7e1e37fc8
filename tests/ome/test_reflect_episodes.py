"""Episodes of one matter become one: with the latest state, once, and nothing that hung on them is lost."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cascade.drain import drain
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.foresight import FORESIGHT
from memory.markdown import store
from memory.providers.registry import get_language_model
from ome.engine.strategy import Outcome, Work
from ome.registry import STRATEGIES
from ome.strategies.extract_user_profile import strategy as extract_user_profile
from ome.strategies.reflect_episodes import strategy as reflect_episodes
from ome.strategies.reflect_episodes.rules import (
    CONTENT_CHARS,
    FEWEST,
    MOST,
    MergeSource,
    clusters,
    narrative,
)
from tests.content import conversations
from tests.fakes.openai_server import FakeOpenAI
from tests.ome.users import (
    DAY,
    MONDAY,
    changed,
    edit,
    entries,
    episodes,
    facts,
    foresights,
    known,
    profile,
    talk,
    work_on,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]

GARDEN = (
    "I planted tomatoes in the garden bed by the wall.",
    "The tomatoes in the garden bed by the wall have blight.",
)


MATTER = "tomatoes garden bed blight compost seeds rain slugs soil sun beans peas"


def garden(sessions: int = 3) -> None:
    for number in range(sessions):
        talk(
            f"The tomatoes in my garden bed are {number} inches tall.", session=f"g{number}", at=number * DAY
        )


def work(model: Any = None) -> Work:
    kept: dict[str, Any] = {}

    def once(key: str, make: Any) -> Any:
        return kept[key] if key in kept else kept.setdefault(key, make())

    return replace(work_on(changed(episodes()[0]), model=model), once=once)


def told(number: int, content: str) -> MergeSource:
    return MergeSource(f"ep_20230508_{number:08d}", MONDAY, "a subject", "a summary", content)


def test_it_is_off_unless_somebody_wants_it():
    assert not STRATEGIES["reflect_episodes"].enabled


def test_the_old_ones_stay_on_disk_and_are_replaced():
    garden()
    talk("I bought a piano.", session="p", at=9 * DAY)
    before = episodes()
    outcome = reflect_episodes.run(work())
    [merged, piano] = episodes()
    assert outcome.results == [merged.id]
    assert "piano" in str(piano.values["content"])
    assert "session_id" not in merged.values
    assert merged.values["parent_type"] == "reflection"
    assert merged.values["timestamp"] == before[2].values["timestamp"]
    assert str(merged.values["summary"]).startswith("As of 10 May 2023: ")
    assert all(f"{number} inches" in str(merged.values["content"]) for number in range(3))


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"session_id": "g0"}, 1),
        ({"session_id": "g2"}, 1),
        ({"session_id": {"in": ["x", "g1"]}}, 1),
        ({"session_id": "p"}, 0),
        ({"session_id": {"ne": "g1"}}, 0),
        ({"session_id": {"ne": "p"}}, 1),
    ],
)
def test_what_was_merged_is_found_by_each_of_its_sessions(filters: dict[str, Any], count: int):
    garden()
    reflect_episodes.run(work())
    drain()
    asked = {"user_id": "alice", "filters": filters}
    answers = [
        Client().post(f"/api/v1/memory/{call}", {**asked, **more}, content_type="application/json").json()
        for call, more in (
            ("get", {"memory_type": "episode"}),
            ("search", {"query": "tomatoes", "method": "keyword"}),
        )
    ]
    for answer in answers:
        assert [episode["session_id"] for episode in answer["data"]["episodes"]] == [None] * count


def test_what_was_merged_twice_knows_all_sessions():
    garden()
    [first] = reflect_episodes.run(work()).results
    for number in (3, 4):
        talk(
            f"The tomatoes in my garden bed are {number} inches tall.", session=f"h{number}", at=number * DAY
        )
    outcome = reflect_episodes.run(work())
    merged = {episode.id: episode.values for episode in episodes()}[outcome.results[0]]
    assert first not in {episode.id for episode in episodes()}
    assert sorted(merged["session_ids"]) == ["g0", "g1", "g2", "h3", "h4"]


def test_what_is_drawn_again_from_it_knows_all_sessions():
    garden()
    reflect_episodes.run(work())
    [merged] = episodes()
    edit(merged, content="alice: I love gardening. I'm going to plant beans next week.")
    assert any("beans" in fact for fact in facts())
    for drawn in (*entries(ATOMIC_FACT), *entries(FORESIGHT)):
        assert drawn.values["session_ids"] == ["g0", "g1", "g2"]
        assert "session_id" not in drawn.values


@pytest.mark.parametrize("is_edited", [False, True])
def test_what_a_group_said_stays_with_the_group(is_edited: bool):
    for number in range(3):
        talk(
            f"The tomatoes in my garden bed are {number} inches tall.",
            session="team",
            at=number * DAY,
            of_group=True,
        )
    reflect_episodes.run(work())
    if is_edited:
        [merged] = episodes()
        edit(merged, content="alice: The tomatoes in my garden bed are three inches tall.")
    drain()

    def seen(scope: str) -> set[tuple[str | None, str | None]]:
        body = {"query": "tomatoes", "user_id": "alice", "memory_scope": scope, "time_range_days": 3650}
        answer = Client().post(
            "/api/v3/agentic/retrieve_lightweight",
            {**body, "group_id": "team"},
            content_type="application/json",
        )
        return {(memory["user_id"], memory["group_id"]) for memory in answer.json()["result"]["memories"]}

    assert seen("personal") == set()
    assert ("alice", "team") in seen("all")
    assert seen("all") <= {("alice", "team"), (None, "team")}


def test_facts_foresights_and_the_profile_follow():
    for number in range(3):
        talk(
            f"I love gardening. I'm going to plant tomatoes number {number}.",
            session=f"g{number}",
            at=number * DAY,
        )
    told_before, expected, items = sorted(facts()), len(foresights()), known()
    outcome = reflect_episodes.run(work())
    extract_user_profile.run(work_on(*outcome.events))
    [merged] = episodes()
    assert sorted(facts()) == sorted(set(told_before))
    assert len(foresights()) == expected
    assert sorted(known()) == sorted(items)
    assert {source for item in profile()["explicit_info"] for source in item["sources"]} == {merged.id}


@pytest.mark.long
@pytest.mark.parametrize("step", ["append", "put_children", "deprecate"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_crash_between_any_two_steps(step, times, monkeypatch):
    garden()
    before, job = sorted(facts()), work()
    real, calls = getattr(store, step), iter(range(times))

    def dies(*given: Any, **more: Any) -> Any:
        made = real(*given, **more)
        if next(calls, None) == times - 1:
            raise KeyboardInterrupt
        return made

    with monkeypatch.context() as patched:
        patched.setattr(store, step, dies)
        with contextlib.suppress(KeyboardInterrupt):
            reflect_episodes.run(job)
    reflect_episodes.run(job)
    assert len(episodes()) == 1
    assert sorted(facts()) == before


def test_replays_write_nothing(root):
    garden()
    job = work()
    first = reflect_episodes.run(job)
    files = {path: path.read_bytes() for path in root.rglob("*.md")}
    assert reflect_episodes.run(job) == first
    assert {path: path.read_bytes() for path in root.rglob("*.md")} == files


def test_the_plan_of_a_person_who_has_removed_them_all():
    garden()
    job = work()
    job.once("plan", lambda: {"merges": [
        {"replaced": ["ep_20990101_00000001"], "subject": "s", "summary": "s", "content": "c"}
    ]})  # fmt: skip
    assert reflect_episodes.run(job) == Outcome(note="no episodes are alike")


def test_a_model_tells_it(endpoint: FakeOpenAI):
    endpoint.answer(
        "MergedEpisode", {"subject": "Tomatoes", "summary": "Two inches.", "content": "They grew. <|x|>"}
    )
    endpoint.answer("EpisodeDraft", {"subject": "Tomatoes", "summary": "x", "content": GARDEN[0]})
    garden()
    reflect_episodes.run(work(get_language_model("reflect_episodes")))
    [merged] = episodes()
    assert (merged.values["subject"], merged.values["content"]) == ("Tomatoes", "They grew. <|x|>")
    [call] = [call for call in endpoint.calls if call.schema == "MergedEpisode"]
    assert call.prompt_chars < 30_000


def test_clusters_are_bounded_and_of_one_matter():
    same = [told(number, f"{MATTER} {number}") for number in range(20)]
    others = [told(100 + number, f"word{number} other{number} thing{number}") for number in range(20)]
    found = clusters([*same, *others])
    assert {len(cluster) <= MOST and len(cluster) >= FEWEST for cluster in found} == {True}
    assert not {one.id for cluster in found for one in cluster} & {one.id for one in others}
    assert found == clusters([*others, *reversed(same)])


def test_what_is_merged_keeps_every_line_and_says_none_twice():
    """Episodes that are alike and have no room in one another's company stay apart."""
    lines = [f"{MATTER} on day {number}\n" + f"{'it was as it is, ' * 190}{number}" for number in range(12)]
    found = clusters([told(number, f"the same line\n{text}") for number, text in enumerate(lines)])
    assert found
    for cluster in found:
        text = narrative(cluster).content
        assert len(text) <= CONTENT_CHARS
        assert text.count("the same line") == 1
        assert all(line in text for one in cluster for line in one.content.splitlines())


def test_talks_of_two_people_about_one_matter_are_found_among_others():
    """Five talks about a kitchen, in their own words each time, among talks about other things."""
    kitchen = (Path(__file__).parent / "kitchen.txt").read_text().strip().split("\n\n")
    others = [talk.text for sort in conversations.SORTS for talk in conversations.marked(sort)]
    ours = [told(number, text) for number, text in enumerate(kitchen)]
    [found] = clusters([*ours, *(told(100 + number, text) for number, text in enumerate(others))])
    assert {one.id for one in found} == {one.id for one in ours}
