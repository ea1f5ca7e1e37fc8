"""The skill files of an agent: reads them, tells which texts are still the server's, and takes forgotten cases out."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

from memory.errors import DamagedDocument, DocumentChanged
from memory.kinds.agent_skill import AGENT_SKILL, text_sha256
from memory.kinds.base import Value
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope

ATTEMPTS = 5  # if somebody edits the same file meanwhile


@dataclass(frozen=True, slots=True)
class SkillFile:
    """One SKILL.md. `sha256` is the digest of its bytes when it was read."""

    path: PurePosixPath
    name: str  # of the folder
    sha256: str
    values: dict[str, Value]

    @property
    def is_ours(self) -> bool:
        """Whether the server made the skill; one that a person wrote has no cluster."""
        return bool(self.values.get("cluster_id"))

    @property
    def is_untouched(self) -> bool:
        """Whether the text is unchanged since the server wrote it."""
        return self.values.get("text_sha256") == text_sha256(
            self.values.get("description"), self.values.get("content")
        )

    @property
    def sources(self) -> list[str]:
        sources = self.values.get("source_case_ids")
        return [str(source) for source in sources] if isinstance(sources, list) else []


def skill_files(scope: Scope, owner: Owner) -> list[SkillFile]:
    """The agent's skills by name. Unreadable files are omitted here, keep their name, and are reported by the scan."""
    files = current_root().files_of(AGENT_SKILL, scope, owner)
    found = (_read(relative, place.bucket) for relative, place in files.items())
    return [skill for skill in found if skill is not None]


def names_taken(scope: Scope, owner: Owner) -> set[str]:
    """The names of all skill folders, including those that cannot be read."""
    return {place.bucket for place in current_root().files_of(AGENT_SKILL, scope, owner).values()}


def _read(relative: PurePosixPath, name: str) -> SkillFile | None:
    try:
        sha256 = store.document_sha256(relative)
        document = store.read(relative)
    except (FileNotFoundError, DamagedDocument):
        return None
    if not document.entries:
        return None
    return SkillFile(relative, name, sha256, document.entries[0].values)


def skills_without(scope: Scope, owner: Owner, cases: Collection[str]) -> list[str]:
    """Removes the skills that were derived from these cases; one with a person's text stays if other cases support it.

    Returns the other cases of these skills, from which they can be derived again. Raises DocumentChanged if somebody
    edits the same skill during each attempt.
    """
    others: set[str] = set()
    for _ in range(ATTEMPTS):
        with suppress(DocumentChanged):
            for skill in skill_files(scope, owner):
                if not set(cases).isdisjoint(skill.sources):
                    others |= set(skill.sources) - set(cases)
                    _take_out(scope, owner, skill, cases)
            return sorted(others)
    raise DocumentChanged


def _take_out(scope: Scope, owner: Owner, skill: SkillFile, cases: Collection[str]) -> None:
    left = [source for source in skill.sources if source not in cases]
    if skill.is_untouched or not left:
        store.delete_document(skill.path, skill.sha256)
        return
    values = {**skill.values, "source_case_ids": left}
    store.write_document(AGENT_SKILL, scope, owner, values, skill.name, expected=skill.sha256)
