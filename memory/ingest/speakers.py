"""Who takes part in a conversation, and by which names a memory calls them."""

from collections.abc import Sequence

from memory.ingest.messages import Turn
from memory.language.sentences import clip

NAME_LENGTH = 80


def names_of(turns: Sequence[Turn]) -> dict[str, str]:
    """Sender id -> display name, in order of appearance. Two people with one name are told apart by their ids."""
    names: dict[str, str] = {}
    for turn in turns:
        given = clip(" ".join((turn.sender_name or "").split()), NAME_LENGTH)
        if given or turn.sender_id not in names:
            names[turn.sender_id] = given or names.get(turn.sender_id) or turn.sender_id
    taken = list(names.values())
    return {
        sender: name if taken.count(name) == 1 or name == sender else f"{name} ({sender})"
        for sender, name in names.items()
    }


def speaker_ids(turns: Sequence[Turn]) -> list[str]:
    """Everybody who said something, in order of appearance; a tool only where nobody else did."""
    senders = [turn.sender_id for turn in turns if turn.role != "tool"] or [turn.sender_id for turn in turns]
    return list(dict.fromkeys(senders))


def owner_ids(turns: Sequence[Turn]) -> list[str]:
    """The users who get the episode."""
    return list(dict.fromkeys(turn.sender_id for turn in turns if turn.role == "user"))


def listed(names: Sequence[str], most: int = 6) -> str:
    """`A`, `A and B`, `A, B and C`, `A, B, … and 12 others`."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} others"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1] if names else "")))
