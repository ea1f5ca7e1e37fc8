"""Under steady work a server takes no more than before, and what it has accepted is there (benchmarks/soak.py).

The judgement itself is held against curves that rise and against memories that are missing.
"""

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest

from benchmarks.served import Served, fresh_root
from benchmarks.soak import Report, Sample, curves, picture, soak, until_idle
from benchmarks.soak_load import Person
from tests.faults.witness import Record
from tests.system.client import eventually
from tests.system.disk import episode_files

MINUTES = 5.0
SAMPLES = 100
KEEP_SECONDS = 10.0


def steady(number: int) -> Sample:
    """Of a run in which as many memories are forgotten as come."""
    return Sample(
        minutes=number / 20,
        memory_mb=400 + number % 7,
        descriptors=150 + number % 3,
        threads=90,
        index_bytes=20_000_000 + number % 5 * 1_000_000,
        database_bytes=1_000_000 + 20_000 * number,
        log_bytes=5_000 * number,
        requests=10 * number,
        accepted=5 * number,
        rows=2_000,
        queue=number % 9,
    )


RISING: dict[str, Callable[[Sample, int], Sample]] = {
    "resident memory": lambda one, n: replace(one, memory_mb=one.memory_mb + 2 * n),
    "descriptors": lambda one, n: replace(one, descriptors=one.descriptors + 6 * n),
    "threads": lambda one, n: replace(one, threads=one.threads + n),
    "index for each row": lambda one, n: replace(one, index_bytes=one.index_bytes + 500_000 * n),
    "database for each message": lambda one, n: replace(one, database_bytes=one.database_bytes + 900 * n * n),
    "log for each call": lambda one, n: replace(one, log_bytes=one.log_bytes + 90 * n * n),
    "work that waits": lambda one, n: replace(one, queue=2 * n),
}


def failures(samples: list[Sample]) -> list[str]:
    return Report(samples, Counter(), [], 0.0).failures


def test_what_stays_as_it_is_is_flat() -> None:
    assert failures([steady(number) for number in range(SAMPLES)]) == []


@pytest.mark.parametrize("name", RISING)
def test_what_rises_is_a_failure(name: str) -> None:
    [failure] = failures([RISING[name](steady(number), number) for number in range(SAMPLES)])
    assert failure.startswith(name)
    assert failure.endswith("RISES")


def test_what_grows_with_the_memories_that_are_kept_is_none() -> None:
    """Twice as many rows, twice the index, a third more of resident memory."""
    grown = [
        replace(
            steady(number),
            rows=20 * (number + 1),
            index_bytes=200_000 * (number + 1),
            memory_mb=300 + 2 * number,
        )
        for number in range(SAMPLES)
    ]
    assert failures(grown) == []


def test_every_curve_is_in_the_picture() -> None:
    samples = [steady(number) for number in range(SAMPLES)]
    svg = ET.fromstring(picture(samples))
    texts = [element.text or "" for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    for words in ("Resident memory, MB", "descriptors", "threads", "Index for each row, KB", "minutes"):
        assert words in texts
    lines = list(svg.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len(lines) == 10
    assert {len(line.attrib["points"].split()) for line in lines} == {SAMPLES}
    assert len(curves(samples)) == len(RISING)


@pytest.mark.long
def test_what_is_missing_or_there_twice_is_told(tmp_path: Path) -> None:
    with Served(fresh_root(tmp_path, "soak")) as server:
        server.wait_until_ready()
        person = Person(server, 0, KEEP_SECONDS)
        for _ in range(8):
            person.turn()
        sleep(KEEP_SECONDS)
        for _ in range(4):
            person.turn()
        until_idle(server)
        counted = person.account()
        assert person.problems == []
        assert counted["kept"] > 8
        gone = person.gone[0]
        assert len(person.sessions) == 4
        lost, doubled, changed = [next(iter(session.verbs)) for session in list(person.sessions)[:3]]
        spoil(
            server.root,
            {lost: doubled, f" the word {changed}": f" the word {changed}, I noted the word {gone}"},
        )
        spoil(server.root, {f"noted the word {changed}": f"edited the word {changed}"})
        eventually(lambda: gone in str(person.listed_episodes()), "the edits are seen")
        until_idle(server)
        counted = person.account()
    assert (counted["lost"], counted["doubled"], counted["back"]) == (1, 1, 1)
    told = "\n".join(person.problems)
    assert f"episodes: lost: 1, such as {lost}" in told
    assert f"episodes: doubled: 1, such as {doubled}" in told
    assert f"episodes: as it was before an edit: 1, such as {changed}" in told
    assert f"episodes: back: 1, such as {gone}" in told
    assert f"still says {gone}" in told


def spoil(root: Path, words: dict[str, str]) -> None:
    """By hand, in all files of episodes."""
    for path in episode_files(root):
        text = before = path.read_text("utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        if text != before:
            path.write_text(text, "utf-8")


@pytest.mark.long
def test_minutes_of_mixed_load(tmp_path: Path, record_property: Record) -> None:
    report = soak(tmp_path, MINUTES, print)
    record_property("fault", "none: five minutes of mixed load")
    record_property("accepted", report.samples[-1].accepted)
    record_property("lost", report.counted["lost"])
    record_property("doubled", report.counted["doubled"])
    record_property("seconds", round(report.rest_seconds, 1))
    assert report.failures == []
    assert report.samples[-1].accepted > 500
