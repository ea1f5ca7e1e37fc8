"""Admin addresses of each link in the chain message → cell → episode → facts → index row."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from django.contrib.admin.utils import quote
from django.urls import reverse

from memory.errors import InvalidInput
from memory.kinds.base import DailyLog, Kind, NamedFile, NamedFolder
from memory.kinds.ids import day_of
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root, owner_folder
from memory.scope import Owner, OwnerType, Scope
from ome.models import StrategyRun


def memory_url(path: PurePosixPath | str, entry_id: str | None = None) -> str:
    """The page of a memory, or of its whole file."""
    return _address("memory", path=path, **({"entry": entry_id} if entry_id else {}))


def session_url(app_id: str, project_id: str, session_id: str) -> str:
    return _address("sessions", app=app_id, project=project_id, session=session_id, state="all")


def forget_url(scope: Scope, **named: str) -> str:
    """The page that forgets, with these fields filled in."""
    return _address("forget", app=scope.app_id, project=scope.project_id, **named)


def edit_url(scope: Scope, identifier: str) -> str:
    """The page that corrects a memory, by the id that clients know."""
    return _address("edit", app=scope.app_id, project=scope.project_id, id=identifier)


def owner_url(scope: Scope, owner: Owner) -> str:
    """The page of an owner; of a session, whose notes nobody owns, the list of its files."""
    if owner.type is OwnerType.SESSION:
        return files_url(scope, owner)
    return _address("owner", app=scope.app_id, project=scope.project_id, **{owner.type: owner.id})


def files_url(scope: Scope, owner: Owner, **lookups: str) -> str:
    """The files of an owner in the queue of changes."""
    return list_url("cascade_mdchangestate", path__startswith=f"{owner_folder(scope, owner)}/", **lookups)


def kind_links(scope: Scope, owner: Owner, counts: Mapping[str, int]) -> list[tuple[str, int, str]]:
    """For each kind its name, the number of the owner's memories, and the list of its files."""
    return [
        (kind.replace("_", " "), number, files_url(scope, owner, kind__exact=kind))
        for kind, number in sorted(counts.items())
    ]


def list_url(model: str, **lookups: object) -> str:
    """A change list (`memory_memcell`), filtered."""
    return _address(f"{model}_changelist", **lookups)


def row_url(model: str, key: int | str) -> str:
    return reverse(f"admin:{model}_change", args=[quote(key)])


def _address(page: str, **named: object) -> str:
    return f"{reverse(f'admin:{page}')}?{urlencode(named)}"


def run_line(run: StrategyRun) -> dict[str, Any]:
    """A run, its page, and its results, each with its page if the id determines the file."""
    made = [(str(each), path_of(str(each), run.scope, run.owner)) for each in run.results]
    return {
        "run": run,
        "url": row_url("ome_strategyrun", run.pk),
        "results": [{"id": each, "url": memory_url(path, each) if path else ""} for each, path in made],
    }


def path_of(
    identifier: str, scope: Scope, owner: Owner, kinds: Iterable[Kind] = KINDS.values()
) -> PurePosixPath | None:
    """The file of an owner's memory, by the id alone; None for an id that determines no file."""
    for kind in kinds:
        if owner.type in kind.owner_types and identifier.startswith(f"{kind.prefix}_"):
            try:
                return _path(kind, identifier, scope, owner)
            except (ValueError, InvalidInput):
                continue
    return None


def _path(kind: Kind, identifier: str, scope: Scope, owner: Owner) -> PurePosixPath:
    root, name = current_root(), identifier.removeprefix(f"{kind.prefix}_")
    match kind.layout:
        case DailyLog():
            return root.file(kind, scope, owner, day=day_of(identifier, kind.prefix))
        case NamedFolder() | NamedFile():
            return root.file(kind, scope, owner, name=name)
    return root.file(kind, scope, owner)
