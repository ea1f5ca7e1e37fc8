"""Telling a worker that there are cells to extract."""

from memory.wake import Bell

_bell = Bell("memory.tasks.retry_cells")
wake = _bell.ring
work_begins = _bell.work_begins
