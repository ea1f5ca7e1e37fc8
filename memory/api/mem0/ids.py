"""Ids as mem0's clients see them: those of the other dialects, with the app in front where it is not `default`."""

from memory.keyed.single import SingleMemory
from memory.scope import Scope

BEHIND_APP = "::"  # no app's name has a colon


def wire_id(scope: Scope, identifier: str) -> str:
    if scope.app_id == Scope().app_id and BEHIND_APP not in identifier:
        return identifier
    return f"{scope.app_id}{BEHIND_APP}{identifier}"


def id_of(memory: SingleMemory) -> str:
    return wire_id(memory.scope, memory.id)


def parted(wire: str) -> tuple[str, str]:
    """The app, and the id in it."""
    app_id, separator, identifier = wire.partition(BEHIND_APP)
    return (app_id, identifier) if separator else (Scope().app_id, wire)
