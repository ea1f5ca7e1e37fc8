"""Every strategy. A new one is a folder and a line here."""

from ome.engine.strategy import Strategy
from ome.strategies.extract_agent_case import strategy as extract_agent_case
from ome.strategies.extract_agent_skill import strategy as extract_agent_skill
from ome.strategies.extract_atomic_facts import strategy as extract_atomic_facts
from ome.strategies.extract_foresight import strategy as extract_foresight
from ome.strategies.extract_user_profile import strategy as extract_user_profile
from ome.strategies.redraw_episodes import strategy as redraw_episodes
from ome.strategies.reflect_episodes import strategy as reflect_episodes
from ome.strategies.remember_notes import strategy as remember_notes

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
