"""What the page of a row shows beside its columns: where the row stands in the chain from a message to the index.

The apps do not know each other's pages; here they are joined.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from cascade.models import MdChangeState
from everos_site.admin.links import list_url, memory_url, owner_url, path_of, row_url, run_line, session_url
from memory.markdown.root import current_root
from memory.models import BufferedMessage, KeyedDocument, MemCell
from memory.scope import Owner
from ome.models import StrategyRun

register = template.Library()
CELL_EVENT = "cell:"  # with which the ids of the events of cells begin


@register.inclusion_tag("admin/includes/message_chain.html")
def message_chain(message: BufferedMessage) -> dict[str, Any]:
    return {
        "message": message,
        "session_url": session_url(message.app_id, message.project_id, message.session_id),
        "cell_url": row_url("memory_memcell", message.cell_id) if message.cell_id else "",
    }


@register.inclusion_tag("admin/includes/cell_chain.html", takes_context=True)
def cell_chain(context: dict[str, Any], cell: MemCell) -> dict[str, Any]:
    runs = StrategyRun.objects.filter(event=f"{CELL_EVENT}{cell.pk}").order_by("pk")
    may_see_runs = context["request"].user.has_perm("ome.view_strategyrun")
    return {
        "cell": cell,
        "session_url": session_url(cell.app_id, cell.project_id, cell.session_id),
        "messages_url": list_url("memory_bufferedmessage", cell__id__exact=cell.pk),
        "episodes": list(_episodes(cell)),
        "runs": [run_line(run) for run in runs] if may_see_runs else [],
    }


@register.inclusion_tag("admin/includes/file_chain.html")
def file_chain(row: MdChangeState | KeyedDocument) -> dict[str, Any]:
    place = current_root().locate(PurePosixPath(row.path))
    return {
        "url": memory_url(row.path),
        "path": row.path,
        "place": place,
        "owner_url": owner_url(place.scope, place.owner) if place else "",
    }


@register.inclusion_tag("admin/includes/run_chain.html", takes_context=True)
def run_chain(context: dict[str, Any], run: StrategyRun) -> dict[str, Any]:
    cell_id = run.event_id.removeprefix(CELL_EVENT) if run.event_id.startswith(CELL_EVENT) else ""
    cell = MemCell.objects.filter(pk=cell_id).first() if cell_id else None
    named = {
        name: getattr(run, name) for name in ("strategy", "owner_type", "owner_id", "app_id", "project_id")
    }
    return {
        **run_line(run),
        "perms": context["perms"],
        "event_url": row_url("ome_recordedevent", run.event_id),
        "cell_id": cell_id,
        "cell_url": row_url("memory_memcell", cell_id) if cell else "",
        "owner_url": owner_url(run.scope, run.owner),
        "derive_url": f"{reverse('admin:ome_strategyrun_derive')}?{urlencode(named)}",
    }


def _episodes(cell: MemCell) -> Iterator[tuple[Owner, str, str]]:
    """The owner, the id and the page of each episode of the cell; no page if there is none."""
    for owner, entry_id in cell.episodes.items():
        path = path_of(entry_id, cell.scope, owner)
        yield owner, entry_id, memory_url(path, entry_id) if path else ""
