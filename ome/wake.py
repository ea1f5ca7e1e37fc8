"""Telling a worker that there are runs to do."""

from memory.wake import Bell

_bell = Bell("ome.tasks.drain")
wake = _bell.ring
work_begins = _bell.work_begins
