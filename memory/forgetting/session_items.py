"""Items of agents' sessions: those that a selection names go with what it forgets."""

from django.db.models import QuerySet

from memory.forgetting.selection import Selection
from memory.models import SessionItem
from memory.scope import OwnerType


def of(selection: Selection) -> QuerySet[SessionItem]:
    """By session, user and time; and where a message that waits is named, the item that told it."""
    rows = SessionItem.objects.filter(app_id=selection.scope.app_id, project_id=selection.scope.project_id)
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
