"""Who belongs to a group: whoever has said something in it."""

from memory.conversation.speakers import USER_ROLES
from memory.index import senders, sql, waiting
from memory.index.tables import KindTable
from memory.index.waiting import Reach
from memory.kinds.episode import EPISODE
from memory.models import BufferedMessage
from memory.providers.registry import get_embedder
from memory.scope import OwnerType, Scope


def groups(scope: Scope, member: str | None = None) -> set[str]:
    """The groups of the scope that have memories, or messages on their way; of one person, if one is named.

    Raises IndexUnavailable.
    """
    messages = BufferedMessage.objects.filter(
        app_id=scope.app_id, project_id=scope.project_id, group_id__isnull=False
    )
    if member is not None:
        messages = messages.filter(sender_id=member)
    where = sql.all_of(sql.owned_by_any(scope, OwnerType.GROUP), member and senders.has_spoken(member))
    with_messages = {str(group_id) for group_id in messages.values_list("group_id", flat=True).distinct()}
    written = waiting.look(EPISODE, Reach(scope, types=(OwnerType.GROUP,))).rows(where)
    indexed = senders.owners(KindTable(EPISODE, get_embedder()), where)
    return indexed | with_messages | {row.owner_id for row in written}


def users(scope: Scope) -> set[str]:
    """The users of the scope who have episodes, or messages on their way. Raises IndexUnavailable."""
    messages = BufferedMessage.objects.filter(
        app_id=scope.app_id, project_id=scope.project_id, role__in=USER_ROLES
    )
    where = sql.owned_by_any(scope, OwnerType.USER)
    written = waiting.look(EPISODE, Reach(scope, types=(OwnerType.USER,))).rows(where)
    indexed = senders.owners(KindTable(EPISODE, get_embedder()), where)
    return (
        indexed | set(messages.values_list("sender_id", flat=True).distinct()) | {r.owner_id for r in written}
    )


def is_member(scope: Scope, group_id: str, user_id: str) -> bool:
    """Raises IndexUnavailable."""
    return group_id in groups(scope, user_id)
