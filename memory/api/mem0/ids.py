"""Ids as mem0's clients see them: those of the other dialects, prefixed by the app unless it is `default`."""

from memory.keyed.single import SingleMemory
from memory.scope import Scope

APP_SEPARATOR = "::"  # names of apps contain no colon


def public_id(memory: SingleMemory) -> str:
    app_id = memory.scope.app_id
    if app_id == Scope().app_id and APP_SEPARATOR not in memory.id:
        return memory.id
    return f"{app_id}{APP_SEPARATOR}{memory.id}"


def split_id(wire: str) -> tuple[str, str]:
    """The app, and the id within it."""
    app_id, separator, identifier = wire.partition(APP_SEPARATOR)
    return (app_id, identifier) if separator else (Scope().app_id, wire)
