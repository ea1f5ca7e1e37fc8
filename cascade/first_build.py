"""A new database over files that are there already. Loads no LanceDB: it runs in the process that forks the workers."""

from django.db import connection

from cascade.models import MdChangeState, ScanReport
from memory.markdown.root import current_root
from memory.models import EmptyTable


def note_files() -> None:
    """Before the first scan: the tables of all kinds of which there are files say that they are yet to be filled.

    Does nothing after a migration that ends at an earlier version, without all of these tables.
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
