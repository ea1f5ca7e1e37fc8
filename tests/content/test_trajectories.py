"""What rules write of agents' work reads as its reader expects."""

import pytest

from tests.content.trajectories import Trajectory, trajectories, unmet

NAMES = ("coding", "service", "languages")


@pytest.mark.parametrize(
    "trajectory", [one for name in NAMES for one in trajectories(name)], ids=lambda one: one.title
)
def test_a_case_tells_what_a_reader_expects(trajectory: Trajectory):
    assert unmet(trajectory) == []
