"""Reads the skill files of an agent, and tells which texts are still the server's."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from memory.errors import DamagedDocument
from memory.kinds.agent_skill import AGENT_SKILL, text_sha256
from memory.kinds.base import Value
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope


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
