"""Requests that a schema allows or forbids: how many of them, and the same ones in each run."""

from hypothesis import HealthCheck, Phase, settings


def made_up(examples: int) -> settings:
    """To be put above `given`. None is made smaller when it fails: a request to a server is as good as any."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
