"""Permissions: what a caller may do, and with whose memory. Every dialect asks `may`.

A key limits its caller to actions, apps, projects and owners. A caller may do what all of its grants allow.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from memory.scope import Owner, OwnerType, Scope
from memory.text.wording import beginning

Action = Literal["read", "write", "forget", "admin"]

ACTIONS: tuple[Action, ...] = get_args(Action)
# Of a key with limits that names no actions.
USUAL: frozenset[Action] = frozenset({"read", "write", "forget"})
ANYTHING = "*"  # at the end of a name: all ids with this prefix
NAMES = ("apps", "projects", "users", "agents", "groups")
NOBODY = "\x01"  # an id that no client can use: reading its memory finds nothing, as for any owner that does not exist
SHOWN = 100  # characters of an id in a message


@dataclass(frozen=True, slots=True)
class Grant:
    """What a key or a signed token allows; by default, everything.

    No apps, projects or owners mean all of them. Owners are named by their ids, or by prefixes of ids followed by `*`.
    A `personal` grant is that of a signed token for one person; in it, a `*` is part of the id.
    """

    actions: frozenset[Action] = frozenset(ACTIONS)
    apps: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    personal: bool = False

    @property
    def names_owners(self) -> bool:
        return bool(self.users or self.agents or self.groups)

    @property
    def has_limits(self) -> bool:
        return self != EVERYTHING

    def allows(self, action: Action, scope: Scope | None, owner: Owner | None) -> bool:
        if action not in self.actions:
            return False
        if scope is None:
            return not (self.apps or self.projects or self.names_owners)
        return self.is_for(scope) and (owner is None or self.covers(owner))

    def is_for(self, scope: Scope) -> bool:
        return not (self.apps and scope.app_id not in self.apps) and not (
            self.projects and scope.project_id not in self.projects
        )

    def covers(self, owner: Owner) -> bool:
        """Whether the grant includes this owner's memory. It never includes a session if it names owners."""
        return not self.names_owners or any(self._fits(name, owner.id) for name in self.names_of(owner.type))

    def names(self, type: str, identifier: str) -> bool:
        """Whether it names this app, project or owner; `type` is one of NAMES."""
        return any(self._fits(name, identifier) for name in getattr(self, type))

    def lets_speak(self, speaker: Owner) -> bool:
        """Whether messages of this speaker may be written with it.

        Where a key names people and no agent, any assistant may answer them; but nobody's own token puts words into
        the mouth of an assistant that it does not name.
        """
        if speaker.type is OwnerType.AGENT and not self.agents:
            return not self.personal
        return self.covers(speaker)

    def names_of(self, type: OwnerType) -> tuple[str, ...]:
        by_type = {OwnerType.USER: self.users, OwnerType.AGENT: self.agents, OwnerType.GROUP: self.groups}
        return by_type.get(type, ())

    def as_json(self) -> dict[str, list[str]]:
        """The form in which a key stores it; empty for a key without limits."""
        kept: dict[str, list[str]] = {
            name: list(getattr(self, name)) for name in NAMES if getattr(self, name)
        }
        if self.actions != frozenset(ACTIONS):
            kept["actions"] = [action for action in ACTIONS if action in self.actions]
        return kept

    def _fits(self, name: str, identifier: str) -> bool:
        if name.endswith(ANYTHING) and not self.personal:
            return identifier.startswith(name.removesuffix(ANYTHING))
        return identifier == name


EVERYTHING = Grant()
CLOSED = Grant(actions=frozenset())


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller: the user of a key, or without a user name somebody from whom no key is required.

    `person` is the person for whom a signed token was made. Grants only reduce what the user may do.
    """

    username: str = ""
    is_staff: bool = False
    grants: tuple[Grant, ...] = ()
    person: str | None = None
    is_authenticated: bool = True  # for Django REST framework

    @property
    def has_limits(self) -> bool:
        return any(grant.has_limits for grant in self.grants)

    @property
    def is_bound(self) -> bool:
        """Whether it is limited to certain owners; then it has no access to anything that has no owner."""
        return any(grant.names_owners for grant in self.grants)

    @property
    def names_users(self) -> bool:
        return any(grant.users for grant in self.grants)

    def is_allowed(self, action: Action) -> bool:
        """Whether all of its grants have the action; `may` says where."""
        return all(action in grant.actions for grant in self.grants)

    def only(self, name: str) -> str | None:
        """The app, project or owner that the caller is limited to, if it is exactly one."""
        named = [grant for grant in self.grants if getattr(grant, name)]
        common = {
            each
            for grant in named
            for each in getattr(grant, name)
            if all(other.names(name, each) for other in named)
        }
        return common.pop() if len(common) == 1 and not next(iter(common)).endswith(ANYTHING) else None


LOCAL = Caller(is_staff=True)  # a person at this machine
STRANGER = Caller()  # a caller without a key on a server that requires none from other machines


def may(caller: Caller, action: Action, scope: Scope | None, owner: Owner | None = None) -> bool:
    """Whether the caller may do this with the owner's memory in the scope.

    Without an owner: whether there can be any owner with whom the caller may; ask again for each owner. Without a scope
    (None), the action is about the whole server. Only members of the staff may `admin`.
    """
    if action == "admin" and not caller.is_staff:
        return False
    return all(grant.allows(action, scope, owner) for grant in caller.grants)


def may_say(caller: Caller, scope: Scope, speaker: Owner) -> bool:
    """Whether the caller may write a message of this user or agent."""
    return may(caller, "write", scope) and all(grant.lets_speak(speaker) for grant in caller.grants)


def readable(caller: Caller, scope: Scope, owner: Owner) -> Owner:
    """The owner if the caller may read its memory, otherwise an owner that does not exist."""
    return allowed(caller, "read", scope, owner)


def allowed(caller: Caller, action: Action, scope: Scope, owner: Owner) -> Owner:
    """The owner if the caller may do this with its memory, otherwise an owner that does not exist: both are looked up
    in the same way, so that nobody learns which owners there are.
    """
    return owner if may(caller, action, scope, owner) else Owner(owner.type, NOBODY)


def refusal(caller: Caller, action: Action, scope: Scope | None, owner: Owner | None = None) -> str:
    """Why `may` returned False, in terms of what the caller has named."""
    if not caller.is_allowed(action):
        allowed = ", ".join(each for each in ACTIONS if caller.is_allowed(each))
        return f"This key may not {action}; it may {allowed or 'do nothing'}"
    if scope is None:
        return "This concerns the whole server, and this key has limits: it is for some apps, projects or owners only"
    if any(grant.apps and scope.app_id not in grant.apps for grant in caller.grants):
        return f"This key is not for the app {shown(scope.app_id)}"
    if any(grant.projects and scope.project_id not in grant.projects for grant in caller.grants):
        return f"This key is not for the project {shown(scope.project_id)}"
    if owner is not None and owner.type is not OwnerType.SESSION:
        return f"This key is not for the {owner.type} {shown(owner.id)}"
    return "This key is for the owners that it names, and this would belong to none of them"


def shown(identifier: str) -> str:
    return repr(beginning(identifier, SHOWN))


def limited(actions: Iterable[Action], **names: Iterable[str]) -> Grant:
    """The grant for a new key. Without `actions` it gets USUAL, or everything if there are no other limits either.

    Raises ValueError for invalid names.
    """
    kept = {name: tuple(dict.fromkeys(names.get(name, ()))) for name in NAMES}
    for name in ("apps", "projects"):
        if any(ANYTHING in each for each in kept[name]):
            raise ValueError(f"{name} are named in full, without *")
    if any(not each or ANYTHING in each[:-1] for found in kept.values() for each in found):
        raise ValueError("a name is an id, or the beginning of ids with one * behind it")
    chosen = frozenset(actions) or (USUAL if any(kept.values()) else frozenset(ACTIONS))
    return _grant(chosen, kept)


def from_json(stored: Any) -> Grant:
    """Reads what `as_json` has written; anything else allows nothing."""
    if not isinstance(stored, Mapping) or not stored.keys() <= {*NAMES, "actions"}:
        return CLOSED
    lists = list(stored.values())
    if not all(isinstance(some, list) and all(isinstance(each, str) for each in some) for some in lists):
        return CLOSED
    if any(name != "actions" and not some for name, some in stored.items()):  # no names would mean all
        return CLOSED
    actions = frozenset(action for action in ACTIONS if action in stored.get("actions", ACTIONS))
    return _grant(actions, {name: tuple(stored.get(name, ())) for name in NAMES})


def described(grant: Grant) -> str:
    """The limits in words, such as `read, write; app shop; user alice, acme-*`; empty if there are none."""
    parts = [] if grant.actions == frozenset(ACTIONS) else [_listed(grant.actions) or "nothing"]
    parts += [f"{name[:-1]} {', '.join(getattr(grant, name))}" for name in NAMES if getattr(grant, name)]
    return "; ".join(parts)


def _grant(actions: frozenset[Action], names: Mapping[str, tuple[str, ...]]) -> Grant:
    apps, projects, users, agents, groups = (names[name] for name in NAMES)
    return Grant(actions, apps, projects, users, agents, groups)


def _listed(actions: Iterable[Action]) -> str:
    return ", ".join(action for action in ACTIONS if action in set(actions))
