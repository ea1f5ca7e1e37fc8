"""Open Knowledge Format 0.2: a folder of markdown documents with frontmatter, of which only `type` is required."""

import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from memory.errors import InvalidInput
from memory.kinds.base import Values, moment
from memory.kinds.ids import wire_id_of
from memory.markdown import store
from memory.markdown.document import load_frontmatter, render_frontmatter, split_frontmatter
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope, user
from memory.transfer.archive import EPOCH, Outlet, files_of
from memory.transfer.formats.base import People, milliseconds
from memory.transfer.noting import ImportedNote
from memory.transfer.source import Source

OKF_VERSION = "0.2"
RESERVED = ("index.md", "log.md")
FIRST = 20  # documents that are looked at to recognise the format
TITLE_CHARS = 100
_TEXTS = ("content", "fact", "foresight", "memory", "value", "observations", "approach", "summary")
_TITLES = ("subject", "name", "task_intent", "category", "key")


def exported(scope: Scope, owner: Owner | None) -> Iterator[bytes]:
    """The documents as a zip archive, in pieces: one for each memory."""
    outlet = Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in _documents(scope, owner):
            bundle.writestr(zipfile.ZipInfo(name, EPOCH), data)
            yield outlet.taken()
    yield outlet.taken()


def counts_in(bundle: Path) -> Counter[str]:
    """The number of memories by kind in an exported bundle."""
    with zipfile.ZipFile(bundle) as archive:
        names = map(PurePosixPath, archive.namelist())
        return Counter(name.parts[0] for name in names if name.name not in RESERVED)


def _documents(scope: Scope, owner: Owner | None) -> Iterator[tuple[str, bytes]]:
    """Names and texts of the documents: one for each memory."""
    alike: Counter[str] = Counter()
    yield "index.md", render_frontmatter({"okf_version": OKF_VERSION, "type": "index"}).encode()
    for relative in files_of(scope, owner):
        place = current_root().locate(relative)
        if place is None:
            continue
        try:
            file = store.read(relative)
        except FileNotFoundError:  # deleted since it was listed
            continue
        for entry in file.entries:
            if entry.id not in file.deprecated:
                name = f"{place.kind.name}/{_safe(place.owner.id)}/{_safe(entry.id)}"
                alike[name] += 1
                number = f"~{alike[name]}" if alike[name] > 1 else ""
                document = _document(place, entry.id, entry.values)
                yield f"{name}{number}.md", document.encode("utf-8", "replace")


def _document(place: Located, entry_id: str, values: Values) -> str:
    text = next((str(values[name]) for name in _TEXTS if values.get(name)), "")
    title = next((str(values[name]) for name in _TITLES if values.get(name)), text)
    at = moment(values, "timestamp", "created_at")
    header: dict[str, Any] = {
        "type": place.kind.name,
        "title": " ".join(title.split())[:TITLE_CHARS],
        "description": values.get("summary") if text != values.get("summary") else None,
        "resource": f"everos:{wire_id_of(place.kind.name, place.owner, entry_id)}",
        "generated": {"by": "everos-django/1", "at": at.isoformat()} if at else None,
        "stale_after": values.get("stale_after"),
        "owner": {"type": place.owner.type.value, "id": place.owner.id},
        "session_id": values.get("session_id"),
    }
    verified = values.get("verified_at")
    if verified is not None:
        header["verified"] = [{"by": values.get("verified_by") or "human:unknown", "at": str(verified)}]
    return f"{render_frontmatter(header)}{text}\n"


def fits(source: Source) -> bool:
    """At least one document states its type, and none is at a path of our own memories."""
    documents = (name for name in source.names if name.endswith(".md") and not _is_reserved(name))
    return any(_read(source, name)[0].get("type") for name in islice(documents, FIRST))


def notes(source: Source, people: People) -> Iterator[ImportedNote | tuple[str, str]]:
    """Documents of one owner. Unknown keys are kept. Several may be about one `resource`."""
    resources: set[str] = set()
    for name in source.names:
        if not name.endswith(".md"):
            yield name, "it is not a markdown document"
            continue
        if _is_reserved(name):
            continue
        header, text = _read(source, name)
        if not header.get("type"):
            yield name, "its frontmatter names no type, or cannot be read"
            continue
        resource = str(header.get("resource") or name)
        generated = header.get("generated")
        at = milliseconds(generated.get("at")) if isinstance(generated, dict) else None
        title = str(header.get("title") or "").strip()
        yield ImportedNote(
            source="okf",
            source_id=name if resource in resources else resource,
            text=text if not title or title in text else f"{title}\n\n{text}",
            owner=user(people.user),
            created_at=datetime.fromtimestamp((at or source.modified_ms(name)) / 1000, UTC),
            metadata={"okf": header},
        )
        resources.add(resource)


def _is_reserved(name: str) -> bool:
    return PurePosixPath(name).name in RESERVED


def _read(source: Source, name: str) -> tuple[dict[str, Any], str]:
    """Frontmatter and text; nothing for what cannot be read."""
    try:
        text = source.read(name).decode("utf-8", "replace")
        header, body = split_frontmatter(text)
        return (load_frontmatter(header) if header is not None else {}), text[body:].strip()
    except (InvalidInput, ValueError):
        return {}, ""


def _safe(name: str) -> str:
    return "".join(each if each.isalnum() or each in "._-@+" else "_" for each in name)[:120]
