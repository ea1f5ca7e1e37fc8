"""Admin pages of memories: a file with its entries, and one entry with everything related to it."""

import json
from collections import Counter, defaultdict
from pathlib import PurePosixPath
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from everos_site.admin.editing import EDIT
from everos_site.admin.forgetting import FORGET
from everos_site.admin.links import (
    edit_url,
    forget_url,
    kind_links,
    memory_url,
    owner_url,
    path_of,
    row_url,
    run_line,
    session_url,
)
from everos_site.admin.reading import RAW_CHARACTERS, Memory, MemoryFile, first_line, printable, read_file
from memory.api.explorer.owners import indexed_files
from memory.api.explorer.place import Place
from memory.editing import EDITABLE, Known
from memory.index.schema import SCALARS, IndexRow
from memory.kinds.base import DailyLog, NamedFile, moment
from memory.kinds.ids import wire_id_of
from memory.markdown import entry_history
from memory.markdown.entry_history import Change
from memory.scope import Owner, Scope

VIEW = "cascade.view_mdchangestate"
PER_PAGE = 50


def memory(request: HttpRequest) -> HttpResponse:
    """`path` names the file, `entry` one memory in it."""
    if not request.user.has_perm(VIEW):
        raise PermissionDenied
    path, identifier = request.GET.get("path", ""), request.GET.get("entry", "")
    if not path:
        return _owners_page(request)
    file = read_file(PurePosixPath(path)) if "\0" not in path + identifier else None
    if file is None:
        raise Http404("This is not the path of a memory.")
    return _entry_page(request, file, identifier) if identifier else _file_page(request, file)


def _owners_page(request: HttpRequest) -> HttpResponse:
    """All owners with memories whose id contains the search text, with the number of memories of each kind."""
    text = request.GET.get("q", "").strip()
    found: defaultdict[tuple[Scope, Owner], Counter[str]] = defaultdict(Counter)
    for place, _, entries in indexed_files():
        if text.casefold() in place.owner.id.casefold():
            found[place.scope, place.owner][place.kind.name] += entries
    ordered = sorted(found, key=lambda each: (each[1].id, each[1].type, each[0].project_id, each[0].app_id))
    page = Paginator(ordered, PER_PAGE).get_page(request.GET.get("p"))
    context = {
        **admin.site.each_context(request),
        "title": "Memories",
        "page": page,
        "owners": [
            (scope, owner, owner_url(scope, owner), kind_links(scope, owner, found[scope, owner]))
            for scope, owner in page
        ],
        "asked": text,
    }
    return TemplateResponse(request, "admin/owners.html", context)


def _file_page(request: HttpRequest, file: MemoryFile) -> HttpResponse:
    page = Paginator(file.entries, PER_PAGE).get_page(request.GET.get("p"))
    entries = [
        {
            "id": printable(entry.id),
            "url": memory_url(file.path, printable(entry.id)),
            "when": moment(entry.values, "timestamp", "created_at"),
            "line": first_line(entry, file.place.kind),
            "replaced_by": printable(file.deprecated.get(entry.id, "")),
        }
        for entry in page
    ]
    context = _context(request, file, file.path.name) | {
        "page": page,
        "entries": entries,
        "frontmatter": _frontmatter(file),
        "raw": file.text[:RAW_CHARACTERS],
        "clipped": len(file.text) > RAW_CHARACTERS,
    }
    return TemplateResponse(request, "admin/memory_file.html", context)


def _entry_page(request: HttpRequest, file: MemoryFile, identifier: str) -> HttpResponse:
    found, may = Memory(file, identifier), request.user.has_perm
    named = wire_id_of(found.kind.name, found.owner, identifier)
    is_editable = found.entry is not None and found.kind.name in EDITABLE  # and shown by the explorer
    context = _context(request, file, identifier) | {
        "memory": found,
        "wire_id": named,
        # Entries and notes have calls of their own.
        "forget_url": forget_url(found.scope, ids=named)
        if may(FORGET) and not isinstance(found.kind.layout, NamedFile)
        else "",
        "edit_url": edit_url(found.scope, named) if is_editable and may(EDIT) else "",
        "explorer_url": Place(found.scope).memory_url(named) if is_editable else "",
        "changes": _changes(file.path, found),
        "replaced_by": _link(found, found.replaced_by) if found.replaced_by else None,
        "chain": _chain(found),
        "values": [(name, _shown(value)) for name, value in found.values],
        "texts": [(name, _shown(value)) for name, value in found.texts],
        "frontmatter": _frontmatter(file),
        "derived": [_named(each) for each in found.derived],
        "runs": [run_line(run) for run in found.runs] if may("ome.view_strategyrun") else [],
        "columns": _columns(found.index.row) if found.index.row else [],
        "raw": file.raw(identifier),
    }
    return TemplateResponse(request, "admin/memory_entry.html", context)


def _context(request: HttpRequest, file: MemoryFile, title: str) -> dict[str, Any]:
    change = file.change
    return {
        **admin.site.each_context(request),
        "title": title,
        "file": file,
        "place": file.place,
        "change": change,
        "change_url": row_url("cascade_mdchangestate", change.pk) if change else "",
        "file_url": memory_url(file.path),
        "owner_url": owner_url(file.place.scope, file.place.owner),
        "problems": [printable(each) for each in file.document.problems] if file.document else [],
        "notes": [printable(each) for each in file.document.notes] if file.document else [],
    }


def _changes(path: PurePosixPath, found: Memory) -> list[Change]:
    """Earlier versions, latest first."""
    return entry_history.changes(path, found.id)[::-1] if isinstance(found.kind.layout, DailyLog) else []


def _chain(found: Memory) -> list[tuple[str, str, str]]:
    """What the memory comes from, earliest first: type, name, and page if there is one."""
    steps = []
    if session_id := found.value("session_id"):
        scope = found.scope
        steps.append(("session", session_id, session_url(scope.app_id, scope.project_id, session_id)))
    if found.cell_id:
        cell = found.cell
        steps.append(("cell", found.cell_id, row_url("memory_memcell", cell.pk) if cell else ""))
    if above := found.parent_memory:
        steps.append((above.kind.name, above.id, memory_url(above.file.path, above.id)))
    elif found.parent and not found.cell_id:
        steps.append((*found.parent, ""))
    steps.append((found.kind.name, found.id, ""))
    return steps


def _named(found: Known) -> dict[str, Any]:
    kind, identifier = found.place.kind, found.entry.id
    line = first_line(found.entry, kind)
    return {"kind": kind.name, "id": identifier, "url": memory_url(found.path, identifier), "line": line}


def _link(found: Memory, identifier: str) -> dict[str, str]:
    path = path_of(identifier, found.scope, found.owner, [found.kind])
    return {"id": identifier, "url": memory_url(path, identifier) if path else ""}


def _frontmatter(file: MemoryFile) -> list[tuple[str, str]]:
    stated = file.document.frontmatter if file.document else {}
    return [(_shown(name), _shown(value)) for name, value in stated.items()]


def _columns(row: IndexRow) -> list[tuple[str, str]]:
    columns = {name: getattr(row, name) for name in SCALARS}
    return [(name, _shown(value)) for name, value in (columns | {"payload": json.loads(row.payload)}).items()]


def _shown(value: Any) -> str:
    """Text as it is, anything else as JSON; undecodable characters of damaged files are replaced."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return printable(", ".join(value))
    if isinstance(value, list | dict):
        return printable(json.dumps(value, ensure_ascii=False, indent=2, default=str))
    return printable(str(value))
