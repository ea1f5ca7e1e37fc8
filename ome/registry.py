"""Every strategy. A new one is one file and one line here."""

from ome.strategies import (
    extract_agent_case,
    extract_agent_skill,
    extract_atomic_facts,
    extract_foresight,
    extract_user_profile,
    redraw_episodes,
    reflect_episodes,
    remember_notes,
)
from ome.strategy import Strategy

STRATEGIES: dict[str, Strategy] = {
    module.STRATEGY.name: module.STRATEGY
    for module in (
        extract_atomic_facts,
        extract_foresight,
        extract_user_profile,
        redraw_episodes,
        reflect_episodes,
        extract_agent_case,
        extract_agent_skill,
        remember_notes,
    )
}
