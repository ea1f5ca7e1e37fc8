"""A caller's calls are counted in Redis, whichever web service they come to."""

from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.distributed.stack import Stack

CALLS = 6
pytestmark = pytest.mark.long


def counted(stack: Stack, key: str, number: int) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", stack.ports[number % 2], timeout=60)
    connection.request("GET", "/ltm/memories?limit=1", headers={"Authorization": f"Token {key}"})
    answer = connection.getresponse()
    connection.close()
    return answer


def of_one_minute(stack: Stack, key: str) -> list[int]:
    """What is left to the caller after each call."""
    for _ in range(3):
        answers = [counted(stack, key, number) for number in range(CALLS)]
        resets = [int(answer.headers["RateLimit-Reset"]) for answer in answers]
        if resets == sorted(resets, reverse=True):
            return [int(answer.headers["RateLimit-Remaining"]) for answer in answers]
    raise AssertionError("each time a minute ended meanwhile")


def test_two_web_services_count_a_callers_calls_together(stack: Stack) -> None:
    alice, bob = (stack.manage("token", name).split()[-1] for name in ("counted-alice", "counted-bob"))
    left = of_one_minute(stack, alice)
    assert left == list(range(left[0], left[0] - CALLS, -1))
    assert of_one_minute(stack, bob)[0] >= left[0], "another caller has calls of his own"
