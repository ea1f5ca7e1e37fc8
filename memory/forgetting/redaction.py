"""Redacts a version of a file: removes its text, including what index and databases keep of it."""

from memory.forgetting import work
from memory.forgetting.finding import Memory
from memory.keyed import versions
from memory.keyed.files import Tree
from memory.keyed.versions import Version
from memory.kinds.note import NOTE


def redact(tree: Tree, version: Version, asked_by: str) -> None:
    """Raises InvalidInput for the current version of a file. A redacted version is left as it is."""
    texts = [text for text in (version.change.new,) if text]
    if version.change.redacted_at is not None:
        return
    versions.redact(version, asked_by)
    owner = tree.owner
    entry = f"{NOTE.prefix}_{version.place.stem}"
    work.purge(
        Memory(NOTE.name, str(owner.type), owner.id, entry, str(version.place)), tree.scope, texts, asked_by
    )
