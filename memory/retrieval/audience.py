"""Which memories a reader sees: a user's own, and those of groups that the user belongs to."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from memory.index import sql
from memory.index.waiting import Reach
from memory.providers.registry import get_embedder
from memory.retrieval.participants import groups, participants, users
from memory.scope import Owner, OwnerType, Scope, group, user

Part = Literal["all", "personal", "group"]
Sees = Callable[[Owner], bool]


@dataclass(frozen=True, slots=True)
class Audience:
    """`where` is the condition of visible rows, `reach` their possible owners.

    `groups` are shown as groups in an answer; `names` are the people who speak in it, as far as a query may name them.
    """

    where: str
    reach: Reach
    groups: frozenset[str]
    names: frozenset[str]


def audience(
    scope: Scope, user_id: str | None, group_id: str | None, part: Part, sees: Sees | None = None
) -> Audience:
    """Without a user it is a service that asks, which sees the group; without both, all users and groups of the scope.

    Personal is what a user has from outside of groups. Of a user's copies of what groups said, `all` has those of
    `group_id`, or of every group when none is named. `sees`: which of the owners that nobody has named the reader may
    see at all; None: every one. Raises IndexUnavailable.
    """
    known = groups(scope, user_id)
    named = known if group_id is None else known & {group_id}
    hidden = known if part == "personal" else known - named
    seen = {each for each in named if sees is None or sees(group(each))}
    if user_id is None and group_id is not None:
        seen = {group_id}
    conditions, owners = [], list[Owner]()
    everybody: tuple[OwnerType, ...] = ()
    if part != "group" and (user_id is not None or group_id is None):
        people = _people(scope, user_id, sees)
        everybody = (OwnerType.USER,) if people is None else ()
        owners += people or []
        conditions.append(sql.all_of(_of_users(scope, people), _not_in(hidden)))
    if part != "personal":
        of_groups = [group(each) for each in sorted(seen)]
        conditions += [sql.owned_by(scope, owner) for owner in of_groups]
        owners += of_groups
    reach = Reach(scope, tuple(owners), everybody)
    return Audience(sql.any_of(*conditions), reach, frozenset(known | seen), _names(scope, user_id, group_id))


def _people(scope: Scope, user_id: str | None, sees: Sees | None) -> list[Owner] | None:
    """None means everybody."""
    if user_id is not None:
        return [user(user_id)]
    return None if sees is None else [user(each) for each in sorted(users(scope)) if sees(user(each))]


def _of_users(scope: Scope, people: Collection[Owner] | None) -> str:
    if people is None:
        return sql.owned_by_any(scope, OwnerType.USER)
    return sql.any_of(*(sql.owned_by(scope, person) for person in people))


def _not_in(sessions: Collection[str]) -> str:
    """A session with the id of a group is the group's conversation."""
    return sql.all_of(*(f"NOT {sql.has('session_ids', session)}" for session in sorted(sessions)))


def _names(scope: Scope, user_id: str | None, group_id: str | None) -> frozenset[str]:
    owners = [user(user_id)] if user_id else [group(group_id)] if group_id else []
    found = (participants(scope, owner, get_embedder()) for owner in owners)
    return frozenset().union(*found)
