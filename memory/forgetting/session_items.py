"""The items of agents' sessions that a selection names, and that are forgotten with it."""

from django.db.models import QuerySet

from memory.forgetting.selection import Selection
from memory.models import SessionItem
from memory.scope import OwnerType


def of(selection: Selection) -> QuerySet[SessionItem]:
    """Items by session, user and time, or by the id of a message that is not yet a memory."""
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
