"""Derives skills from similar cases of an agent, revises them as cases come and go, and removes them with the last."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from memory.errors import DocumentChanged
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL, text_sha256
from memory.kinds.base import Value
from memory.markdown import store
from memory.markdown.store import NO_FILE
from memory.scope import Owner, Scope, agent
from memory.text import wording
from ome.engine.events import CaseExtracted, EntryChanged, Event
from ome.engine.strategy import Json, Outcome, Strategy, Work
from ome.strategies.extract_agent_case.quality import POOR
from ome.strategies.extract_agent_skill import model as skill_drafts
from ome.strategies.extract_agent_skill.clustering import clusters_of, matched
from ome.strategies.extract_agent_skill.files import ATTEMPTS, SkillFile, names_taken, skill_files
from ome.strategies.extract_agent_skill.past_cases import PastCases, past_cases
from ome.strategies.extract_agent_skill.rules import (
    PastCase,
    Procedure,
    confidence,
    is_single_step,
    is_worth_keeping,
    maturity,
    procedure,
)

# A model words a skill anew once its cases have grown by half: about ten calls for a hundred cases.
GROWTH = 1.5


@dataclass(frozen=True, slots=True)
class Cluster:
    """Similar cases, once in order of time and once with the most typical first."""

    cases: Sequence[PastCase]
    central: Sequence[PastCase]

    @property
    def ids(self) -> list[str]:
        return [case.id for case in self.cases]


def agents(event: CaseExtracted | EntryChanged) -> list[Owner]:
    if isinstance(event, CaseExtracted):
        return [agent(event.agent_id)]
    return [event.owner] if event.kind == AGENT_CASE.name else []


def run(work: Work) -> Outcome:
    """Clusters all cases of the agent and updates its skills accordingly, so that a replay changes nothing.

    Raises DocumentChanged if somebody edits the same skill during each attempt.
    """
    for _ in range(ATTEMPTS - 1):
        with suppress(DocumentChanged):
            return _revise(work)
    return _revise(work)


def _revise(work: Work) -> Outcome:
    past = past_cases(work.scope, work.owner)
    ours = [skill for skill in skill_files(work.scope, work.owner) if skill.is_ours]
    clusters = [cluster for cluster in _clusters(past) if is_worth_keeping(cluster.cases)]
    pairs = matched([set(cluster.ids) for cluster in clusters], [set(skill.sources) for skill in ours])
    results = [
        name
        for place, cluster in enumerate(clusters)
        if (name := _written(work, cluster, ours[pairs[place]] if place in pairs else None))
    ]
    retired = [
        skill.name
        for place, skill in enumerate(ours)
        if place not in pairs.values() and _retired(work, skill, past)
    ]
    return Outcome(results, note=_note(past, clusters, retired))


def _clusters(past: PastCases) -> list[Cluster]:
    found = []
    for members in clusters_of(past.similarity, [case.tools for case in past.cases]):
        typical = sorted(members, key=lambda case: -past.similarity[case, members].mean())
        found.append(Cluster([past.cases[case] for case in members], [past.cases[case] for case in typical]))
    return found


def _written(work: Work, cluster: Cluster, skill: SkillFile | None) -> str | None:
    """Writes the skill if necessary and returns its id then. Text that a person has changed stays as it is."""
    if skill is None and work.model is None and is_single_step(cluster.cases):
        return None
    if skill is None:
        text = _worded(work, cluster, None)
        name = _free(text.name, names_taken(work.scope, work.owner))
        values = {"name": name, "cluster_id": _cluster_id(work.owner, cluster)} | _of_text(text, cluster)
        return _write(work.scope, work.owner, name, values | _of_cases(cluster), NO_FILE)
    values = skill.values | _of_cases(cluster)
    if skill.is_untouched and _is_due(work, cluster, skill):
        values |= _of_text(_worded(work, cluster, skill), cluster)
    if values == skill.values:
        return None
    return _write(work.scope, work.owner, skill.name, values, skill.sha256)


def _worded(work: Work, cluster: Cluster, skill: SkillFile | None) -> Procedure:
    counted = procedure(cluster.cases, cluster.central)
    model = work.model
    if model is None:
        return counted
    current = _text_of(skill) if skill else None
    news = set(cluster.ids) - set(skill.sources if skill else ())

    def ask() -> Json:
        draft = skill_drafts.worded(counted, current, cluster.central, news | _changed(work.events), model)
        return {"name": draft.name, "description": draft.description, "content": draft.content}

    known = hashlib.sha256(repr((cluster.cases, current)).encode("utf-8", "surrogatepass")).hexdigest()
    return Procedure(**work.once(f"skill of {known[:16]}", ask))


def _is_due(work: Work, cluster: Cluster, skill: SkillFile) -> bool:
    """Whether to word the skill anew: always by rules; with a model, if it is based on too few cases, on edited or
    removed ones, or if a new case went badly.
    """
    if work.model is None:
        return True
    written_for = skill.values.get("text_cases")
    grown = not isinstance(written_for, int | float) or len(cluster.cases) >= GROWTH * written_for
    fresh = set(cluster.ids) - set(skill.sources)
    failed = any(case.id in fresh and case.quality < POOR for case in cluster.cases)
    gone = not set(skill.sources) <= set(cluster.ids)
    return grown or failed or gone or bool(_changed(work.events) & set(cluster.ids))


def _retired(work: Work, skill: SkillFile, past: PastCases) -> bool:
    """Removes a skill without cases, or one that never worked; one with a person's text stays, with confidence 0."""
    left = [source for source in skill.sources if past.holds(source)]
    if not past.complete and len(left) > 1 and all(source < past.cases[0].id for source in left):
        return False  # its cases are older than those that were read
    if skill.is_untouched:
        store.delete_document(skill.path, expected=skill.sha256)
        return True
    values = skill.values | {"source_case_ids": left, "confidence": 0.0, "maturity_score": 0.0}
    if values != skill.values:
        _write(work.scope, work.owner, skill.name, values, skill.sha256)
    return False


def _write(scope: Scope, owner: Owner, name: str, values: dict[str, Value], expected: str) -> str:
    store.write_document(AGENT_SKILL, scope, owner, values, name, expected=expected)
    return f"{AGENT_SKILL.prefix}_{name}"


def _of_cases(cluster: Cluster) -> dict[str, Value]:
    return {
        "confidence": confidence(cluster.cases),
        "maturity_score": maturity(cluster.cases),
        "source_case_ids": list(cluster.ids),
    }


def _of_text(text: Procedure, cluster: Cluster) -> dict[str, Value]:
    return {
        "description": text.description,
        "content": text.content,
        "text_sha256": text_sha256(text.description, text.content),
        "text_cases": len(cluster.cases),
    }


def _text_of(skill: SkillFile) -> Procedure:
    values = skill.values
    return Procedure(skill.name, str(values.get("description") or ""), str(values.get("content") or ""))


def _cluster_id(owner: Owner, cluster: Cluster) -> str:
    """The cluster's id, from the case that founded it; later cases do not change it."""
    return f"cl_{hashlib.sha256(f'{owner.id}/{cluster.ids[0]}'.encode()).hexdigest()[:12]}"


def _free(name: str, taken: set[str]) -> str:
    """A folder name that is not taken; on some disks `A` and `a` are the same."""
    folded = {one.casefold() for one in taken}
    candidates = (name if number == 1 else f"{name}_{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in candidates if candidate.casefold() not in folded)


def _changed(events: Sequence[Event]) -> set[str]:
    """The cases that a person has edited."""
    return {event.entry_id for event in events if isinstance(event, EntryChanged)}


def _note(past: PastCases, clusters: Sequence[Cluster], retired: Sequence[str]) -> str:
    if retired:
        return f"retired: {', '.join(retired)}"
    return "" if clusters else f"{wording.counted(len(past.cases), 'case')}: a skill needs two that are alike"


STRATEGY = Strategy(
    name="extract_agent_skill",
    on=(CaseExtracted, EntryChanged),
    owners=agents,
    run=run,
    serial="owner",
    together=50,
)
