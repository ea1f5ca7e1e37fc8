"""Removes forgotten cases from the skills of an agent."""

from collections.abc import Collection

from memory.errors import DocumentChanged
from memory.kinds.agent_skill import AGENT_SKILL
from memory.markdown import store
from memory.scope import Owner, Scope
from ome.strategies.extract_agent_skill.files import SkillFile, skill_files

ATTEMPTS = 5


def skills_without(scope: Scope, owner: Owner, cases: Collection[str]) -> list[str]:
    """Removes the skills that were derived from these cases; one with a person's text stays if other cases support it.

    Returns the other cases of these skills, from which they can be derived again. Raises DocumentChanged if somebody
    edits the same skill during each attempt.
    """
    others: set[str] = set()
    for _ in range(ATTEMPTS):
        try:
            for skill in skill_files(scope, owner):
                if not set(cases).isdisjoint(skill.sources):
                    others |= set(skill.sources) - set(cases)
                    _take_out(scope, owner, skill, cases)
            return sorted(others)
        except DocumentChanged:
            continue
    raise DocumentChanged


def _take_out(scope: Scope, owner: Owner, skill: SkillFile, cases: Collection[str]) -> None:
    left = [source for source in skill.sources if source not in cases]
    if skill.is_untouched or not left:
        store.delete_document(skill.path, skill.sha256)
        return
    values = {**skill.values, "source_case_ids": left}
    store.write_document(AGENT_SKILL, scope, owner, values, skill.name, expected=skill.sha256)
