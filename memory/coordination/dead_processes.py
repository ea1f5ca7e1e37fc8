"""Which processes share the memories, and which have ended without signing off (see memory.coordination.processes).

Apart from that module, which locks need before the models are loaded.
"""

from django.db.models.functions import Now

from memory.coordination import processes
from memory.models import ServerProcess


def missing(*roles: str) -> list[str]:
    """The roles that no living process has."""
    alive = set(ServerProcess.objects.filter(alive_until__gt=Now()).values_list("role", flat=True))
    return [role for role in roles if role not in alive]


def dead() -> list[str]:
    """Tokens of processes that count as dead; their claims may be taken over."""
    if not processes.shared():
        return []
    return list(ServerProcess.objects.filter(alive_until__lte=Now()).values_list("token", flat=True))


def remove(token: str) -> None:
    ServerProcess.objects.filter(pk=token).delete()
