"""Removes what was found from the files, and from everything made from it or referring to it."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from errno import ENOENT, ENOTEMPTY
from pathlib import Path, PurePosixPath

from django.db import transaction
from django.db.models import QuerySet

from memory import times
from memory.batches import batches
from memory.coordination.locks import path_lock
from memory.errors import DocumentChanged, WorkUnderWay
from memory.forgetting.files import readable_entries, stored_after, was_added_after
from memory.forgetting.finding import Found, Memory, learned_at_of, strings_in
from memory.forgetting.moments import is_later, was_learned_after
from memory.forgetting.selection import Selection
from memory.forgetting.wording import without_words
from memory.hand_edits import said_sha256
from memory.ingest import buffer, history
from memory.ingest.redrawing import redrawn
from memory.keyed import note_history
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT, spoken_words
from memory.kinds.base import DailyLog, Values, moment
from memory.kinds.episode import EPISODE
from memory.kinds.note import NOTE
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.markdown import entry_history, store
from memory.markdown.entries import content_sha256
from memory.markdown.entry_history import Change
from memory.markdown.files import together
from memory.markdown.root import current_root, owner_folder
from memory.models import KeyedDocument, MemCell, SessionItem
from memory.scope import Owner, OwnerType, Scope, user
from memory.stm.buffer import current_buffer
from ome.engine.forgetting import Doomed, forget_runs
from ome.strategies.forgetting import derive_from_again, redraw_from, redraw_without

SOURCES = (EPISODE.name, AGENT_CASE.name)  # that others are derived from
CELLS_AT_ONCE = 100
SCOPE_OF_BUFFERS = Scope()  # short-term sessions and group histories exist only there


def remove(selection: Selection, found: Found, keep: Callable[[], None], asked_at: datetime) -> None:
    """May be repeated: documents that were created since `asked_at` under the names of removed ones stay. `keep` is
    called before each file, and may raise to end the work.

    Raises WorkUnderWay if somebody else is processing a part right now.
    """
    scope, found = selection.scope, still_meant(found)
    with together():
        _remove_from_files(found, keep, asked_at)
    keep()
    found = replace(found, memories=[memory for memory in found.memories if not _stays(memory)])
    documents = KeyedDocument.objects.filter(path__in=[m.path for m in found.memories if _is_document(m)])
    documents.exclude(created_at__range=(asked_at, datetime.now(UTC))).delete()
    _forget_cells(found)
    _forget_buffers(selection)
    for owner, entries in _changed_sources(found).items():
        if owner != selection.owner or not selection.is_whole_owner:
            redraw_without(scope, owner, entries)
    if not forget_runs(scope, _doomed(selection, found, asked_at)):
        raise WorkUnderWay


def still_meant(found: Found) -> Found:
    """Without memories whose ids others have got by now: the ids of a folder that another request has removed in the
    meantime are used again.
    """
    paths = {one.path for one in found.memories if one.learned_at}
    now = {
        (path, entry.id): learned_at_of(entry.values)
        for path in paths
        for entry in readable_entries(PurePosixPath(path))
    }
    left = [one for one in found.memories if _is_same(one.learned_at, now.get((one.path, one.entry_id), ""))]
    return replace(found, memories=left)


def _is_same(learned_at: str, now: str) -> bool:
    """Also of an entry that has been edited since, or is gone."""
    return learned_at == now or not learned_at or not now


def _forget_cells(found: Found) -> None:
    """Deletes finished cells, and what became the removed episodes: items of agents' sessions, and messages in the
    history of a group. What was said in them under an id of the client's, and is sent again, is new. Cells of which an
    episode only loses facts stay.
    """
    removed = {(one.owner_id, one.entry_id) for one in found.memories if one.kind == EPISODE.name}
    for some in batches(found.cells, CELLS_AT_ONCE):
        with transaction.atomic():
            rows = MemCell.objects.filter(pk__in=some, status=MemCell.Status.DONE)
            for cell in rows:
                users = [owner_id for owner_id, entry in cell.entries.items() if (owner_id, entry) in removed]
                _session_items_of(cell).filter(user_id__in=users).delete()
                if cell.pk not in found.shortened_cells:
                    _forget_in_group(cell, lambda payload: True)
                    buffer.forget_keys_of_ids(cell.scope, cell.session_id, cell.message_ids, cell.group_id)
                    cell.delete()


def _session_items_of(cell: MemCell) -> QuerySet[SessionItem]:
    """Items of an agent's session whose messages became this cell."""
    place = buffer.columns(cell.scope, cell.session_id)
    return SessionItem.objects.filter(**place, message_id__in=cell.message_ids)


def _forget_in_group(cell: MemCell, covers: history.Covers) -> None:
    """Deletes messages of the cell from the history of its group, as far as `covers` the payload."""
    if cell.group_id:
        of_cell = set(cell.message_ids)
        history.forget(cell.group_id, None, lambda said: said.get("message_id") in of_cell and covers(said))


def _forget_said_with(episode: Values, words: str) -> None:
    """Deletes what says this in the conversation: items of agents' sessions, messages in the history of a group."""

    def says(something: object) -> bool:
        return bool(words) and words in " ".join(" ".join(strings_in(something)).split())

    for cell in MemCell.objects.filter(pk=str(episode.get("parent_id"))):
        for row in _session_items_of(cell):
            if says(json.loads(row.item)):
                row.delete()
        _forget_in_group(cell, says)


def derive_again(selection: Selection, found: Found) -> None:
    """Makes the episodes visible again that a removed merged episode had replaced."""
    for path, identifiers in found.revived.items():
        if (place := current_root().locate(PurePosixPath(path))) is not None:
            for identifier in identifiers:
                derive_from_again(selection.scope, place.owner, identifier)


def _remove_from_files(found: Found, keep: Callable[[], None], asked_at: datetime) -> None:
    entries: defaultdict[str, list[Memory]] = defaultdict(list)
    for memory in found.memories:
        if _is_document(memory):
            keep()
            _remove_document(PurePosixPath(memory.path), memory.kind, memory.entry_id, asked_at)
        else:
            entries[memory.path].append(memory)
    for path, episodes in found.cut.items():
        for episode, facts in episodes.items():
            keep()
            _cut(PurePosixPath(path), episode, [one for one in found.memories if one.entry_id in facts])
    for path in {*entries, *found.revived}:
        keep()
        with path_lock(PurePosixPath(path)):
            going = still_meant(replace(found, memories=entries[path])).memories
            identifiers = [one.entry_id for one in going]
            delete_with_history(PurePosixPath(path), identifiers, revived=found.revived.get(path, ()))


def delete_with_history(
    path: PurePosixPath, identifiers: Collection[str], revived: Collection[str] = ()
) -> None:
    """Nobody can record an earlier version of these entries in between."""
    with path_lock(path):
        entry_history.forget(path, identifiers)
        store.delete_entries(path, identifiers, revived)


def _cut(path: PurePosixPath, episode: str, facts: Sequence[Memory]) -> None:
    """After a crash the facts may already be gone: they are removed after the episode has lost their words."""
    values = _values(path, episode)
    if values is None:
        return
    left = dict(values)
    for fact in facts:
        known = _values(PurePosixPath(fact.path), fact.entry_id)
        if known is None:
            continue
        _forget_said_with(values, spoken_words(known))
        content = without_words(left, known, PurePosixPath(fact.path), fact.entry_id)
        if content is not None:
            left["content"] = content
    shortened = redrawn(left, times.display_zone()) if left != values else values
    # Recorded first, without the old text, and also if an earlier attempt has shortened it: otherwise the change would
    # count as a manual edit, with the old text beside it, which the index still has.
    now = datetime.now(UTC).isoformat(timespec="seconds")
    own = Change(episode, now, "forgetting", "", {}, said_sha256(EPISODE, shortened))
    with path_lock(path):
        entry_history.forget(path, [episode])
        entry_history.note(path, own)
        if left != values:
            store.replace_entry(path, episode, shortened, expected=content_sha256(values))


def _values(path: PurePosixPath, identifier: str) -> Values | None:
    entries = store.entries_at(path, only=identifier)
    return next((entry.values for entry in entries if entry.id == identifier), None)


def _is_document(memory: Memory) -> bool:
    return not isinstance(KINDS[memory.kind].layout, DailyLog)


def _stays(memory: Memory) -> bool:
    """Whether a document has been stored anew."""
    return _is_document(memory) and current_root().absolute(PurePosixPath(memory.path)).exists()


def _remove_document(path: PurePosixPath, kind: str, entry_id: str, asked_at: datetime) -> None:
    with path_lock(path):
        created = [moment(entry.values, "created_at") for entry in readable_entries(path)]
        if any(one and is_later(one, asked_at) for one in created) or was_added_after(path, asked_at):
            return
        if kind == NOTE.name:
            note_history.remove(path)
        elif kind == PROFILE.name:
            entry_history.forget(path, [entry_id])
        try:
            store.delete_document(path)
        except DocumentChanged:  # somebody has just saved it: their version is removed, too
            store.delete_document(path)


def remove_folder(selection: Selection, asked_at: datetime) -> None:
    """Removes what else is in the folder of an owner of whom everything is forgotten: texts of skills, histories,
    leftovers of editors. What was stored or learned since the request stays, and the profile is made of it.
    """
    if not selection.is_whole_owner or selection.owner is None:
        return
    root = current_root()
    folder = root.absolute(owner_folder(selection.scope, selection.owner))
    for path in [*sorted(folder.rglob("*"), reverse=True), folder]:
        if path.is_dir() and not path.is_symlink():
            _remove_if_empty(path)
        else:
            _remove_unless_newer(PurePosixPath(path.relative_to(root.path)), asked_at)
    if folder.is_dir() and selection.owner.type is OwnerType.USER:
        facts = [entry.id for entry in store.entries_of(ATOMIC_FACT, selection.scope, selection.owner)]
        redraw_from(selection.scope, selection.owner, facts)


def _remove_if_empty(folder: Path) -> None:
    """Another request may remove it, too, and a new memory may be written into it."""
    try:
        folder.rmdir()
    except OSError as error:
        if error.errno not in (ENOENT, ENOTEMPTY):
            raise


def _remove_unless_newer(path: PurePosixPath, asked_at: datetime) -> None:
    """Also keeps the history of a log with newer entries, but only what is about them."""
    if stored_after(path, asked_at):
        return
    document = entry_history.log_of(path) or path
    if current_root().locate(document) is None:
        current_root().absolute(path).unlink(missing_ok=True)
        return
    with path_lock(document):
        newer = {e.id for e in readable_entries(document) if was_learned_after(e.values, asked_at)}
        if newer and path != document:
            entry_history.forget(
                document, {each.entry for each in entry_history.all_changes(document)} - newer
            )
        if not newer:
            current_root().absolute(path).unlink(missing_ok=True)


def _forget_buffers(selection: Selection) -> None:
    if selection.scope != SCOPE_OF_BUFFERS:
        return
    if selection.is_whole_session and selection.session_id is not None:
        current_buffer().drop(selection.session_id)
    _forget_histories(selection)


def _forget_histories(selection: Selection) -> None:
    """What was said in groups on the last day. The session of a group has its id."""
    owner, group_id = selection.owner, selection.session_id
    if selection.ids or selection.paths or (owner is not None and owner.type is OwnerType.AGENT):
        return
    if owner is not None and owner.type is OwnerType.GROUP:
        if group_id not in (None, owner.id):
            return
        group_id = owner.id
    history.forget(
        group_id,
        owner.id if owner is not None and owner.type is OwnerType.USER else None,
        lambda payload: selection.covers_time(history.said_ms(payload)),
    )


def _changed_sources(found: Found) -> dict[Owner, list[str]]:
    """Owners whose episodes and cases are removed or shortened."""
    of_owner: defaultdict[Owner, list[str]] = defaultdict(list)
    for path, episodes in found.cut.items():
        if (place := current_root().locate(PurePosixPath(path))) is not None:
            of_owner[place.owner] += episodes
    for memory in found.memories:
        if memory.kind in SOURCES:
            of_owner[memory.owner].append(memory.entry_id)
    for user_id, lost in found.lost_sources.items():
        of_owner[user(user_id)] += lost
    return dict(of_owner)


def _doomed(selection: Selection, found: Found, asked_at: datetime) -> Doomed:
    entries: defaultdict[Owner, set[str]] = defaultdict(set)
    for memory in found.memories:
        name = PurePosixPath(memory.path).stem if memory.kind == NOTE.name else memory.entry_id
        entries[memory.owner].add(name)
    whole = (selection.owner,) if selection.is_whole_owner and selection.owner else ()
    return Doomed(found.cells, found.shared_cells, dict(entries), whole, asked_at)
