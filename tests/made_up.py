"""Requests that a schema allows or forbids. That they are the same in each run is in tests/conftest.py.

`TEST_FUZZ_TIMES=9` makes so many times as many; `python -m tests.made_up FILE…` adds up the answers, from what
`pytest --junitxml=FILE` has written.
"""

import os
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, Phase, settings

Record = Callable[[str, object], None]
TIMES = int(os.environ.get("TEST_FUZZ_TIMES", "1"))
STATUS = "status "  # with which the names of these properties begin in a report


def made_up(examples: int) -> settings:
    """To be put above `given`. None is made smaller when it fails: a request to a server is as good as any."""
    return settings(
        max_examples=examples * TIMES,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def counted(record: Record) -> Iterator[Counter[int]]:
    """For the statuses of a test's answers, which go into its report."""
    seen: Counter[int] = Counter()
    try:
        yield seen
    finally:
        for status, times in sorted(seen.items()):
            record(f"{STATUS}{status}", times)


def answers(files: list[str]) -> Counter[int]:
    """Of all tests in these reports, by status."""
    seen: Counter[int] = Counter()
    for file in files:
        for found in ET.parse(file).iter("property"):
            if found.attrib["name"].startswith(STATUS):
                seen[int(found.attrib["name"].removeprefix(STATUS))] += int(found.attrib["value"])
    return seen


def main(files: list[str]) -> None:
    seen = answers(files)
    failures = sum(times for status, times in seen.items() if status >= 500)
    by_status = ", ".join(f"{status}: {times:,}" for status, times in sorted(seen.items()))
    sys.stdout.write(
        f"{seen.total():,} requests were answered, {failures:,} of them with 5xx ({by_status})\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
