"""Whether a table can be trusted, and if not, why: in words for an operator."""

import pyarrow as pa
from lancedb.table import LanceTable

from memory.index import handles
from memory.index.pointers import Pointer
from memory.index.schema import SCHEMA_VERSION, VectorSpace

PROBE_COLUMNS = ["row_id", "md_path", "content_sha256"]  # read by the cascade to compare files with rows


def reason_to_rebuild(pointer: Pointer, space: VectorSpace, schema: pa.Schema, thorough: bool) -> str | None:
    """None if the table is sound. `thorough` reads all of it, at about 0.1 s per 10,000 rows. Raises IndexAway."""
    if pointer.schema_version != SCHEMA_VERSION:
        return f"its layout is version {pointer.schema_version}, this server needs {SCHEMA_VERSION}"
    if pointer.embedder != space.fingerprint:
        return f"its vectors are of {pointer.embedder}, the embedder in use is {space.fingerprint}"
    handles.close(pointer.table)  # cached data would hide a missing or damaged file
    if pointer.table not in handles.names():
        return "its files are missing"
    thorough = thorough or handles.is_suspect(pointer.table)
    try:
        with handles.panics_as_errors():
            table = handles.snapshot(pointer.table)  # others may write to the table meanwhile
            reason = _mismatch(table, schema) or _unread(table, thorough)
    except handles.LANCE_ERRORS as error:
        handles.raise_if_away(error)
        return f"its files cannot be read ({str(error).splitlines()[0][:200]})"
    if reason is None and thorough:
        handles.clear_suspicion(pointer.table)
    return reason


def _mismatch(table: LanceTable, schema: pa.Schema) -> str | None:
    expected = {(field.name, field.type) for field in schema}
    if {(field.name, field.type) for field in table.schema} != expected:
        return "its columns are not those that this server writes"
    indexed = {column for index in table.list_indices() for column in index.columns}
    missing = sorted({*handles.SCALAR_INDEXES, "search_text"} - indexed)
    return f"it has no index on {', '.join(missing)}" if missing else None


def _unread(table: LanceTable, thorough: bool) -> str | None:
    """Raises LanceDB's error for a file that cannot be read."""
    columns = [field.name for field in table.schema] if thorough else PROBE_COLUMNS
    scanned = sum(batch.num_rows for batch in table.search().select(columns).to_batches())
    if scanned != table.count_rows():
        return "a scan gives another number of rows than the table claims"
    table.search("probe", query_type="fts", fts_columns="search_text").limit(1).select(
        ["row_id", "_score"]
    ).to_arrow()
    table.search().where("row_id = 'probe'").select(["row_id"]).limit(1).to_arrow()
    return None
