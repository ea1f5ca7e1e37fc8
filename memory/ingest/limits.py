"""The configured limits of a boundary."""

from django.conf import settings

from memory.ingest.boundary import Limits


def limits() -> Limits:
    memory = settings.EVEROS.memory
    return Limits(memory.boundary_gap_minutes, memory.boundary_max_messages, memory.boundary_max_chars)
