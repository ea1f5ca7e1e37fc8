"""Notes files that exist before a new database does. Does not load LanceDB, because it runs in the process that forks
the workers.
"""

from django.db import connection

from cascade.models import MdChangeState, ScanReport
from memory.markdown.root import current_root
from memory.models import EmptyTable


def note_files() -> None:
    """Before the first scan, marks the tables of all kinds with files as not yet filled.

    Does nothing after a migration to an earlier version that lacks some of these database tables.
    """
    needed = {model._meta.db_table for model in (ScanReport, MdChangeState, EmptyTable)}
    if not needed <= set(connection.introspection.table_names()):
        return
    if ScanReport.objects.exists() or MdChangeState.objects.exists():
        return
    root = current_root()
    places = (root.locate(path) for path in root.documents())
    kinds = {place.kind.name for place in places if place is not None}
    EmptyTable.objects.bulk_create([EmptyTable(kind=kind) for kind in kinds], ignore_conflicts=True)
