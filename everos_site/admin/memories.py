"""Admin pages of memories: a file with its entries, and one entry with everything related to it."""

import json
from collections import Counter
from pathlib import PurePosixPath
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from cascade.models import MdChangeState
from everos_site.admin.editing import EDIT
from everos_site.admin.forgetting import FORGET
from everos_site.admin.links import (
    edit_url,
    explorer_url,
    forget_url,
    kind_links,
    list_url,
    memory_url,
    owner_url,
    path_of,
    row_url,
    run_line,
    session_url,
)
from everos_site.admin.reading import RAW_CHARACTERS, Memory, MemoryFile, first_line, printable, read_file
from memory.editing import EDITABLE
from memory.index.schema import SCALARS, IndexRow
from memory.kinds.base import DailyLog, NamedFile, moment
from memory.kinds.ids import wire_id, wire_id_of
from memory.markdown import entry_history
from memory.markdown.entry_history import Change
from memory.markdown.root import current_root

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
    page = Paginator(owners(text), PER_PAGE).get_page(request.GET.get("p"))
    context = {**admin.site.each_context(request), "title": "Memories", "page": page, "asked": text}
    return TemplateResponse(request, "admin/owners.html", context)


def owners(text: str = "") -> list[dict[str, Any]]:
    """From the paths of indexed files, in one pass."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    rows = MdChangeState.objects.filter(path__icontains=text) if text else MdChangeState.objects.all()
    files: dict[tuple[str, ...], str] = {}  # one of each owner
    for path, kind, entries in rows.order_by().values_list("path", "kind", "entries").iterator():
        key = tuple(path.split("/")[:4])
        if len(key) == 4 and text.lower() in key[3].lower():
            found.setdefault(key, Counter())[kind] += entries
            files[key] = path
    ordered = sorted(found.items(), key=lambda each: each[0][::-1])
    return [_owner(key, counts, files[key]) for key, counts in ordered]


def _owner(key: tuple[str, ...], counts: Counter[str], file: str) -> dict[str, Any]:
    folder = "/".join(key) + "/"
    app, project, people, name = key
    place = current_root().locate(PurePosixPath(file))
    url = list_url("cascade_mdchangestate", path__startswith=folder)
    return {
        "name": name,
        "type": people.removesuffix("s"),
        "app": app,
        "project": project,
        "url": owner_url(place.scope, place.owner) if place else url,
        "kinds": kind_links(folder, counts),
    }


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
    found = Memory(file, identifier)
    context = _context(request, file, identifier) | {
        "memory": found,
        "wire_id": wire_id_of(found.kind.name, found.owner, identifier),
        "forget_url": _forget_url(request, found, identifier),
        "edit_url": _edit_url(request, found, identifier),
        "explorer_url": _explorer_url(found, identifier),
        "changes": _changes(file.path, found),
        "replaced_by": _link(found, found.replaced_by) if found.replaced_by else None,
        "chain": _chain(found),
        "values": [(name, _shown(value)) for name, value in found.values],
        "texts": [(name, _shown(value)) for name, value in found.texts],
        "frontmatter": _frontmatter(file),
        "derived": [_named(each) for each in found.derived],
        "runs": [run_line(run) for run in found.runs]
        if request.user.has_perm("ome.view_strategyrun")
        else [],
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


def _forget_url(request: HttpRequest, found: Memory, identifier: str) -> str:
    """Empty for users who may not forget, and for entries and notes, which have calls of their own."""
    if not request.user.has_perm(FORGET) or isinstance(found.file.place.kind.layout, NamedFile):
        return ""
    named = wire_id_of(found.kind.name, found.owner, identifier)
    return forget_url(found.scope.app_id, found.scope.project_id, ids=named)


def _edit_url(request: HttpRequest, found: Memory, identifier: str) -> str:
    """Empty for users who may not edit, and for memories that have no page for editing."""
    is_editable = found.entry is not None and found.kind.name in EDITABLE
    may_edit = is_editable and request.user.has_perm(EDIT)
    return edit_url(found.scope, wire_id(found.owner, identifier)) if may_edit else ""


def _explorer_url(found: Memory, identifier: str) -> str:
    """Empty for memories that the explorer does not show."""
    if found.entry is None or found.kind.name not in EDITABLE:
        return ""
    return explorer_url(found.scope, wire_id(found.owner, identifier))


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


def _named(found: Memory) -> dict[str, Any]:
    return {
        "kind": found.kind.name,
        "id": found.id,
        "url": memory_url(found.file.path, found.id),
        "line": first_line(found.entry, found.kind) if found.entry else "",
        "replaced_by": found.replaced_by,
    }


def _link(found: Memory, identifier: str) -> dict[str, str]:
    path = path_of(identifier, found.scope, found.owner, [found.kind])
    return {"id": identifier, "url": memory_url(path, identifier) if path else ""}


def _frontmatter(file: MemoryFile) -> list[tuple[str, str]]:
    stated = file.document.frontmatter if file.document else {}
    return [(_shown(name), _shown(value)) for name, value in stated.items()]


def _columns(row: IndexRow) -> list[tuple[str, str]]:
    return [(name, _shown(_parsed(name, getattr(row, name)))) for name in SCALARS]


def _parsed(name: str, value: Any) -> Any:
    return json.loads(value) if name == "payload" else value


def _shown(value: Any) -> str:
    """Text as it is, anything else as JSON; undecodable characters of damaged files are replaced."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else _plain(value)
    return printable(text)


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return str(value)
