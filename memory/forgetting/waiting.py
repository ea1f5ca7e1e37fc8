"""Messages that are not yet a memory: deletes those that a selection names, and any work begun with them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from pathlib import PurePosixPath

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from memory.conversation.messages import USER_ROLES, agent_ids, owner_ids, roles_of
from memory.coordination.locks import session_lock
from memory.errors import WorkUnderWay
from memory.forgetting.files import readable_entries
from memory.forgetting.moments import accepted_until
from memory.forgetting.removal import delete_with_history
from memory.forgetting.selection import Selection
from memory.ingest import buffer, cells
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.models import BufferedMessage, MemCell, SessionItem
from memory.scope import Owner, OwnerType, Scope, group, user

Waited = tuple[str, str]  # of a message that waited when the request came: session and message id


def messages_of(
    selection: Selection, asked_at: datetime | None = None, newest: int = 0
) -> list[BufferedMessage]:
    """Those accepted until `asked_at`, or with a key up to the newest of that time, in no particular order.

    In a stretch of conversation with no other user, all messages count as the user's: what an assistant said there was
    said to that user.
    """
    rows = BufferedMessage.objects.filter(**selection.scope.columns)
    if asked_at is not None:
        rows = rows.filter(accepted_until(asked_at) | Q(pk__lte=newest))
    if selection.session_id is not None:
        rows = rows.filter(session_id=selection.session_id)
    if selection.paths:
        return []
    if selection.ids:
        rows = rows.filter(message_id__in=selection.ids)
    return [row for row in _of_owner(rows, selection) if selection.covers_time(row.timestamp_ms)]


def session_items_of(selection: Selection) -> QuerySet[SessionItem]:
    """Items of agents' sessions by session, user and time, or by the id of a message that is not yet a memory."""
    rows = SessionItem.objects.filter(**selection.scope.columns)
    owner = selection.owner
    if selection.paths or (owner is not None and owner.type is not OwnerType.USER):
        return rows.none()
    if selection.ids:
        rows = rows.filter(message_id__in=selection.ids)
    if selection.session_id is not None:
        rows = rows.filter(session_id=selection.session_id)
    if owner is not None:
        rows = rows.filter(user_id=owner.id)
    if selection.after is not None:
        rows = rows.filter(stored_at_ms__gte=selection.after)
    if selection.before is not None:
        rows = rows.filter(stored_at_ms__lt=selection.before)
    return rows


def forget_messages(scope: Scope, messages: Sequence[BufferedMessage]) -> None:
    """Deletes the rows, and reduces their cells to the remaining messages, without what is already on disk of their
    episodes. Sent again, these messages are new ones.

    Raises WorkUnderWay while one is being extracted.
    """
    by_session: defaultdict[str, list[BufferedMessage]] = defaultdict(list)
    for message in messages:
        by_session[message.session_id].append(message)
    for session_id, rows in by_session.items():
        with session_lock(scope, session_id):
            loose = [row.pk for row in rows if row.cell_id is None]
            # Messages that joined a cell after the rows were read are deleted with it at the next attempt.
            with transaction.atomic():
                _delete(BufferedMessage.objects.filter(pk__in=loose, cell=None))
    for cell_id in cells_of(messages):
        _forget_in_cell(cell_id, [row.pk for row in messages if row.cell_id == cell_id])


def newest() -> int:
    """The key of the message that was accepted last, whatever the clock says."""
    return BufferedMessage.objects.aggregate(newest=Max("pk"))["newest"] or 0


def half_written(cells: Collection[str]) -> dict[str, list[str]]:
    """Episodes of these cells that are already on disk, although the cells are not done: some of their files could not
    be written. By path.
    """
    found = {}
    for cell in MemCell.objects.filter(pk__in=cells, status=MemCell.Status.PENDING).exclude(extraction=None):
        owners = [*map(user, cell.owners), *(() if cell.group_id is None else (group(cell.group_id),))]
        for owner in owners:
            path = _file_of(cell, owner)
            entries = [each.id for each in readable_entries(path) if each.values.get("parent_id") == cell.pk]
            if entries:
                found[str(path)] = entries
    return found


def cells_of(messages: Iterable[BufferedMessage]) -> list[str]:
    return sorted({row.cell_id for row in messages if row.cell_id is not None})


def cells_since(scope: Scope, waited: Iterable[Waited]) -> set[str]:
    """The cells that these messages have joined, also if they are a memory by now."""
    of_session: defaultdict[str, set[str]] = defaultdict(set)
    for session_id, message_id in waited:
        of_session[session_id].add(message_id)
    found = set()
    for session_id, ids in of_session.items():
        cells = MemCell.objects.filter(**buffer.columns(scope, session_id)).values_list("pk", "message_ids")
        found |= {pk for pk, message_ids in cells.iterator() if not ids.isdisjoint(message_ids)}
    return found


def _of_owner(rows: QuerySet[BufferedMessage], selection: Selection) -> Iterable[BufferedMessage]:
    owner = selection.owner
    if owner is None:
        return rows
    if owner.type is OwnerType.GROUP:
        return rows.filter(group_id=owner.id)
    if owner.type is OwnerType.AGENT or selection.ids:  # a user may have the same id
        return rows.filter(sender_id=owner.id, role__in=roles_of(owner.type))
    return _of_user(rows, owner.id)


def _of_user(rows: QuerySet[BufferedMessage], user_id: str) -> Iterable[BufferedMessage]:
    own = Q(sender_id=user_id, role__in=USER_ROLES)
    stretches = rows.filter(own).order_by().values_list("session_id", "group_id", "cell_id").distinct()
    for session_id, group_id, cell_id in stretches:
        stretch = rows.filter(session_id=session_id, group_id=group_id, cell_id=cell_id)
        shared = stretch.filter(role__in=USER_ROLES).exclude(sender_id=user_id).exists()
        yield from stretch.filter(own) if shared else stretch


def _delete(messages: QuerySet[BufferedMessage]) -> None:
    """Also deletes the records by which they would be recognised as repeats. In one transaction."""
    rows = list(messages)
    buffer.forget_keys_of(rows)
    BufferedMessage.objects.filter(pk__in=[row.pk for row in rows]).delete()


def _file_of(cell: MemCell, owner: Owner) -> PurePosixPath:
    assert cell.extraction is not None
    day = date.fromisoformat(cell.extraction["day"])
    return current_root().file(EPISODE, cell.scope, owner, day=day)


def _forget_in_cell(cell_id: str, keys: Sequence[int]) -> None:
    cell = cells.claim(cell_id)
    if cell is None:
        if MemCell.objects.filter(pk=cell_id, status=MemCell.Status.PENDING).exists():
            raise WorkUnderWay
        return
    try:
        for path, entries in half_written([cell_id]).items():
            delete_with_history(PurePosixPath(path), entries)
        _reduce(cell, keys)
    except Exception:
        cells.release([cell])
        raise


def _reduce(cell: MemCell, keys: Sequence[int]) -> None:
    """The cell is extracted again from the messages that are left."""
    with transaction.atomic():
        _delete(BufferedMessage.objects.filter(pk__in=keys))
        left = list(cell.messages.all())
        if not left:
            cell.delete()
            return
        cell.message_count, cell.message_ids = len(left), [row.message_id for row in left]
        cell.owners, cell.agents = owner_ids(left), agent_ids(left)
        cell.extraction = None
        cell.lease_until = None
        cell.save(
            update_fields=["message_count", "message_ids", "owners", "agents", "extraction", "lease_until"]
        )
