"""Requests that a schema allows or forbids. That they are the same in each run is in tests/conftest.py."""

from hypothesis import HealthCheck, Phase, settings


def made_up(examples: int) -> settings:
    """To be put above `given`. None is made smaller when it fails: a request to a server is as good as any."""
    return settings(
        max_examples=examples,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
