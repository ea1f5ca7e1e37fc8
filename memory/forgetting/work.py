"""Forgetting as durable work: requested once, done in stages, resumed after a crash, and concluded by a receipt."""

import hashlib
import hmac
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

import structlog
from django.utils import timezone

from memory.coordination import processes, wake_ups
from memory.coordination.backoff import Backoff, due
from memory.errors import NothingToForget, WorkUnderWay
from memory.forgetting import claims, receipts, removal, storage, waiting
from memory.forgetting.finding import Finder, Found, Memory, files_named
from memory.forgetting.moments import accepted_until, stored_until
from memory.forgetting.selection import Selection
from memory.forgetting.shingles import marks_of
from memory.ingest import buffer
from memory.keyed import versions
from memory.keyed.files import Tree
from memory.keyed.versions import Version
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.kinds.note import NOTE
from memory.kinds.registry import KINDS
from memory.kinds.store_item import STORE_ITEM
from memory.markdown.root import owner_folder
from memory.models import BufferedMessage, Forgetting
from memory.scope import Scope
from memory.text.cleaning import describe
from ome.engine.forgetting import is_at_rest

RETRY = Backoff(first=timedelta(seconds=1), longest=timedelta(minutes=5))
LARGE = 2_000  # memories; larger requests are left to workers
INDEX_SECONDS = 20.0  # how long one attempt waits for the index
PATIENCE_SECONDS = 2.0  # how long a request waits for others to end their work with what is to be removed
PAUSE_SECONDS = 0.05
STILL_REMOVED = "What was asked to be forgotten before is still being removed; try again later"
MOST_MARKS = 50_000  # of a receipt
AT_ONCE = 100
KEYED = {KEYED_ENTRY.name, STORE_ITEM.name}  # nothing is derived from these
Stage = Forgetting.Stage

Preview = tuple[Found, dict[Memory, list[str]], list[BufferedMessage]]

log = structlog.get_logger(__name__)


def preview(selection: Selection) -> Preview:
    """What would be removed, with its texts, and the messages that are not yet a memory. Removes nothing."""
    selection.verify()
    storage.follow_edits({*files_named(selection)})
    messages = waiting.messages_of(selection)
    found, texts = Finder(selection, waiting.cells_of(messages)).find()
    known = {message.message_id for message in messages}
    found.unknown = [identifier for identifier in found.unknown if identifier not in known]
    return found, texts, messages


@processes.freeing_claims()
def forget(
    selection: Selection,
    asked_by: str,
    until: Literal["done", "removed", "asked"] = "done",
    seen: Preview | None = None,
) -> Forgetting:
    """Makes the work durable, and does it as far as `until`; workers do the rest, and all of what is large.

    `removed`: nobody finds it any more, and what index and databases keep of it is purged within seconds. If memories
    are just being derived from it, it waits for these up to PATIENCE_SECONDS. The row's stage says how far it came.
    `seen` is the result of a `preview` just before. Raises NothingToForget for ids that are all unknown, InvalidInput
    for a selection that names nothing.
    """
    found, _, messages = seen or preview(selection)
    if selection.ids and not found.memories and not messages:
        raise NothingToForget(f"Nothing is remembered under {', '.join(selection.ids[:3])}.")
    row = Forgetting.objects.create(
        id=receipts.new_id(),
        **selection.scope.columns,
        selection=selection.as_json(),
        asked_by=asked_by,
        found={
            "newest": waiting.newest(),
            "waited": [(message.session_id, message.message_id) for message in messages],
        },
        available_at=timezone.now(),
    )
    is_left = until == "asked" or (until == "done" and len(found.memories) > LARGE)
    claimed = claims.claim(row.pk, processes.claim_token())
    if claimed is not None:
        row = claimed
        if is_left:  # at once, so that nothing that is said from now on becomes one memory with them
            _try_step(partial(_forget_waiting, row), [row])
        else:
            _remove_patiently(row)
        if until == "done" and row.stage == Stage.INDEX:
            _finish([row])
        claims.give_back([row])
    if row.stage != Stage.DONE:
        wake_ups.FORGET.send()
    return row


def forget_files(scope: Scope, paths: Iterable[object], asked_by: str) -> None:
    """Forgets these documents, if there are any; nobody finds them any more when this returns."""
    if named := tuple(dict.fromkeys(map(str, paths))):
        forget(Selection(scope=scope, paths=named), asked_by, until="removed")


def redact(tree: Tree, version: Version, asked_by: str) -> None:
    """Removes the text of a version of a file, including what index and databases keep of it.

    A redacted version is left as it is. Raises InvalidInput for the current version of a file.
    """
    if version.change.redacted_at is not None:
        return
    texts = [version.change.new] if version.change.new else []
    versions.redact(version, asked_by)
    entry = f"{NOTE.prefix}_{version.place.stem}"
    memory = Memory(NOTE.name, str(tree.owner.type), tree.owner.id, entry, str(version.place))
    _purge_words(memory, tree.scope, texts, asked_by)


def _purge_words(memory: Memory, scope: Scope, texts: Sequence[str], asked_by: str) -> None:
    """Leaves to workers to purge words that a document no longer contains, and to sign a receipt."""
    Forgetting.objects.create(
        id=receipts.new_id(),
        **scope.columns,
        selection=Selection(scope=scope, paths=(memory.path,)).as_json(),
        asked_by=asked_by,
        stage=Stage.INDEX,
        found={
            "found": Found(memories=[memory]).as_json(),
            "words_only": True,
            "hashes": {memory.wire_id: _hash(texts)},
            "marks": marks_of(texts, receipts.marking_key()),
        },
        available_at=timezone.now(),
    )
    wake_ups.FORGET.send()


def resume() -> int:
    """Resumes what waits, or what a crash interrupted; returns how many are done. Errors are stored in the rows."""
    wake_ups.FORGET.heard()
    ready = claims.free().filter(due()).order_by("available_at")
    token = processes.claim_token()
    rows = []
    for key in list(ready.values_list("pk", flat=True)[:AT_ONCE]):
        if (row := claims.claim(key, token)) is not None:
            _advance(row, (Stage.FIND, Stage.REMOVE))
            rows.append(row)
    _finish([row for row in rows if row.stage in (Stage.INDEX, Stage.PURGE)])
    claims.give_back(rows)
    return sum(row.stage == Stage.DONE for row in rows)


def end_removals(seconds: float) -> None:
    """Ends the removal of all that was asked to be forgotten until now, before memories are brought in that say they
    were learned or created before that. Raises WorkUnderWay if it takes longer.
    """
    removing = Forgetting.objects.filter(stage__in=(Stage.FIND, Stage.REMOVE))
    asked = removing.filter(pk__in=list(removing.values_list("pk", flat=True)))
    deadline = time.monotonic() + seconds
    while asked.exists():
        for key in list(claims.free().filter(due(), pk__in=asked).values_list("pk", flat=True)):
            if (row := claims.claim(key, processes.claim_token())) is not None:
                _advance(row, (Stage.FIND, Stage.REMOVE))
                claims.give_back([row])
        if time.monotonic() > deadline:
            raise WorkUnderWay(STILL_REMOVED)
        time.sleep(PAUSE_SECONDS)


def _advance(row: Forgetting, stages: Sequence[Stage]) -> None:
    """Goes through these stages as far as possible."""
    while row.stage in stages and _try_step(partial(_step, row), [row]):
        pass


def _remove_patiently(row: Forgetting) -> None:
    """Tries again while others work with what is to be removed, which mostly ends within a fraction of a second."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    _advance(row, (Stage.FIND, Stage.REMOVE))
    while row.stage in (Stage.FIND, Stage.REMOVE) and not row.error and time.monotonic() < deadline:
        time.sleep(PAUSE_SECONDS)
        if not claims.held(row).exists():
            return
        _advance(row, (Stage.FIND, Stage.REMOVE))


def _step(row: Forgetting) -> None:
    claims.keep([row])
    STAGES[Stage(row.stage)](row)


def _finish(rows: Sequence[Forgetting]) -> None:
    """Updates the index for each, then purges once for all: a purge costs a copy of the tables, however many rows are
    affected.
    """
    for row in rows:
        _advance(row, (Stage.INDEX,))
    ready = [row for row in rows if row.stage == Stage.PURGE and claims.held(row).exists()]
    if ready and _try_step(partial(_purge, ready), ready):
        for row in ready:
            _try_step(partial(_end, row), [row])


def _try_step(step: Callable[[], None], rows: Sequence[Forgetting]) -> bool:
    """An error is stored in the rows, which are retried."""
    try:
        step()
    except WorkUnderWay:
        _put_off(rows, "", RETRY.first)
        return False
    except claims.ClaimLost:
        log.warning("another process does this forgetting now", forgetting=[row.pk for row in rows])
        return False
    except Exception as error:
        log.exception("forgetting failed, will be tried again", forgetting=[row.pk for row in rows])
        _put_off(rows, describe(error), RETRY.after(rows[0].attempts + 1))
        return False
    return True


def _put_off(rows: Sequence[Forgetting], error: str, wait: timedelta) -> None:
    for row in rows:
        row.error = error
        claims.held(row).update(error=error, available_at=timezone.now() + wait)


def _forget_waiting(row: Forgetting) -> None:
    """Messages and items that are not yet a memory. What clients send and store after the request is not part of it."""
    selection, asked_at = Selection.from_json(row.selection), row.created_at
    waiting.session_items_of(selection).filter(stored_until(asked_at)).delete()
    newest = row.found.get("newest", 0)
    messages = waiting.messages_of(selection, asked_at, newest)
    if messages:
        said = [text for message in messages for text in (message.text, str(message.content))]
        joined = waiting.cells_of(messages)
        seen = {
            "half_written": waiting.half_written(joined),
            "messages": [message.message_id for message in messages],
            "cells": joined,
            "sessions": [message.session_id for message in messages],
        }
        added = {name: sorted({*row.found.get(name, ()), *some}) for name, some in seen.items()}
        row.found = {**row.found, **added, "marks": _marks(row, said)}
        claims.change(row, found=row.found)
        waiting.forget_messages(selection.scope, messages)
        if waiting.messages_of(selection, asked_at, newest):
            raise WorkUnderWay


def _find(row: Forgetting) -> None:
    """Handles messages first: what is being extracted from them becomes a memory before memories are searched, or
    never.
    """
    _forget_waiting(row)
    selection, asked_at = Selection.from_json(row.selection), row.created_at
    cells = {*row.found.get("cells", ()), *waiting.cells_since(selection.scope, row.found.get("waited", ()))}
    found, texts = Finder(selection, cells, asked_at, partial(claims.keep, [row])).find()
    found.unknown = [one for one in found.unknown if one not in row.found.get("messages", ())]
    _note_found(row, found, texts)
    claims.change(row, stage=Stage.REMOVE, found=row.found)


def _remove(row: Forgetting) -> None:
    selection, found = Selection.from_json(row.selection), _found(row)
    keep = partial(claims.keep, [row])
    removal.remove(selection, found, keep, row.created_at)
    while _add_derived(row, found):
        removal.remove(selection, found, keep, row.created_at)
    storage.await_commits(_paths(found))
    # Last, because the logs know which ids were used: until now nothing new can have one of what is removed.
    removal.remove_folder(selection, row.created_at)
    if not (selection.ids or selection.paths or selection.before or selection.after):
        asked = [selection.session_id] if selection.is_whole_session and selection.session_id else []
        buffer.forget_keys_of_sessions(
            selection.scope,
            {*found.sessions, *row.found.get("sessions", ()), *asked},
            accepted_until(row.created_at),
        )
    claims.change(row, stage=Stage.INDEX)


def _add_derived(row: Forgetting, found: Found) -> bool:
    """Adds what strategies derived from these memories between the search and their removal. True if there is any."""
    derived = Finder(Selection.from_json(row.selection)).find_derived(removal.still_meant(found).memories)
    if not derived:
        return False
    found.memories += derived
    _note_found(row, found, derived)
    claims.change(row, found=row.found)
    return True


def _note_found(row: Forgetting, found: Found, texts: dict[Memory, list[str]]) -> None:
    """Stores what is to be removed; `texts` are those of the memories that were just found."""
    hashes = {memory.wire_id: _hash(several) for memory, several in texts.items()}
    row.found = {
        **row.found,
        "marks": _marks(row, [text for several in texts.values() for text in several]),
        "hashes": row.found.get("hashes", {}) | hashes,
        "found": found.as_json(),
    }


def _index(row: Forgetting) -> None:
    selection, found = Selection.from_json(row.selection), _found(row)
    folders = {str(owner_folder(selection.scope, memory.owner)) for memory in found.memories}
    paths = _paths(found) | set(row.found.get("half_written", ()))
    if row.found.get("words_only"):
        if not is_at_rest(selection.scope, {memory.owner for memory in found.memories}):
            raise WorkUnderWay  # memories are being derived again from the changed document
        paths |= storage.waiting_below(folders)
    storage.bring_index_up_to_date(paths, folders, INDEX_SECONDS, partial(claims.keep, [row]))
    for path in storage.failed_among(paths):
        of_path = [memory.entry_id for memory in found.memories if memory.path == path]
        storage.remove_rows(path, of_path, found.cut.get(path, ()))
    removal.derive_again(selection, found)
    claims.change(row, stage=Stage.PURGE)


def _purge(rows: Sequence[Forgetting]) -> None:
    kinds = {memory.kind for row in rows for memory in _found(row).memories}
    if kinds - KEYED or any(row.found.get("half_written") for row in rows):
        # Derived memories that are already gone may be in old versions of the other tables.
        kinds |= KINDS.keys() - KEYED
    storage.purge_leftovers()
    storage.purge_index(kinds, partial(claims.keep, rows))
    storage.purge_databases()
    claims.keep(rows)


def _end(row: Forgetting) -> None:
    """Signs the receipt. Whoever has lost the claim meanwhile leaves the row as it is."""
    found = _found(row)
    finished_at = timezone.now()
    receipt = _receipt(row, found, finished_at)
    claims.keep([row])
    receipts.keep(receipt)
    claims.change(row, stage=Stage.DONE, found={}, error="", receipt=receipt, finished_at=finished_at)
    log.info("forgotten", forgetting=row.pk, memories=len(found.memories))


def _receipt(row: Forgetting, found: Found, finished_at: datetime) -> dict[str, Any]:
    return receipts.signed(
        {
            "format": receipts.FORMAT,
            "id": row.pk,
            "asked_at": _iso(row.created_at),
            "finished_at": _iso(finished_at),
            "asked_by": row.asked_by,
            "selection": row.selection,
            "counts": dict(Counter(memory.kind for memory in found.memories)),
            "memories": [
                {"id": memory.wire_id, "kind": memory.kind, "hash": row.found["hashes"].get(memory.wire_id)}
                for memory in found.memories
            ],
            "messages": row.found.get("messages", []),
            "rewritten": sorted(found.rewritten),
            "quoted_in": sorted(set(found.quoted_in)),
            "hand_written": found.hand_written,
            "unreadable": found.unreadable,
            "unknown": found.unknown,
            "marks": row.found["marks"],
        }
    )


STAGES: dict[Stage, Callable[[Forgetting], None]] = {
    Stage.FIND: _find,
    Stage.REMOVE: _remove,
    Stage.INDEX: _index,
}


def _paths(found: Found) -> set[str]:
    return {*(memory.path for memory in found.memories), *found.cut}


def _found(row: Forgetting) -> Found:
    return Found.from_json(row.found["found"])


def _marks(row: Forgetting, texts: Iterable[str]) -> list[str]:
    """Adds to the marks that the row already has; if there are very many, a sample spread over all."""
    marks = list(dict.fromkeys([*row.found.get("marks", ()), *marks_of(texts, receipts.marking_key())]))
    return marks[:: -(-len(marks) // MOST_MARKS) or 1]


def _hash(texts: Sequence[str]) -> str:
    """With this, somebody who still has the text can show that it was this one."""
    whole = "\0".join(texts).encode("utf-8", "surrogatepass")
    return hmac.digest(receipts.marking_key(), whole, hashlib.sha256).hex()


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
