"""No body makes the server fail: it is taken, or refused with what is wrong with it."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
roles = st.sampled_from(["user", "assistant", "system", "summary", "tool"])
messages = st.lists(
    st.fixed_dictionaries(
        {"role": roles | anything, "content": texts | anything}, optional={"metadata": anything}
    ),
    max_size=3,
)
FIELDS = {
    "messages": messages | texts | anything,
    "category": st.sampled_from(["semantic", "episodic", "fact", "preference"]) | anything,
    "user_id": texts | anything,
    "agent_id": texts | anything,
    "session_id": texts | anything,
    "metadata": anything,
    "strategy": st.sampled_from(["sliding_window", "token_threshold"]) | anything,
    "max_messages": st.integers(-1, 5) | anything,
    "max_tokens": st.integers(-1, 50) | anything,
    "query": texts | anything,
    "limit": st.integers(-1, 5) | anything,
    "categories": anything,
    "data": texts | anything,
}
bodies = st.fixed_dictionaries({}, optional=FIELDS) | anything.filter(
    lambda value: not isinstance(value, str)
)


CALLS = [
    ("POST", "/stm/s/messages"),
    ("PUT", "/stm/s/config"),
    ("POST", "/ltm/memories"),
    ("POST", "/ltm/memories/search"),
    ("PUT", "/ltm/memories/x"),
]


@pytest.mark.usefixtures("over_redis")
@pytest.mark.parametrize(("method", "path"), CALLS[:2])
def test_no_body_is_a_failure_over_redis(call: Callable[..., Any], method: str, path: str) -> None:
    send_anything(call, method, path)


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_no_body_is_a_failure(call: Callable[..., Any], method: str, path: str) -> None:
    send_anything(call, method, path)


def send_anything(call: Callable[..., Any], method: str, path: str) -> None:
    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(bodies)
    def check(body: Any) -> None:
        assert call(method, path, body).status_code in (200, 404, 422)
        if path.startswith("/stm"):
            assert call("GET", "/stm/s/context").status_code == 200
        else:
            assert call("GET", "/ltm/memories").status_code == 200

    check()
