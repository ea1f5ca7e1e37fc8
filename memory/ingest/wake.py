"""Telling a worker that there are cells to extract."""

from memory.coordination.wake_ups import WakeUp

_bell = WakeUp("memory.tasks.retry_cells")
wake = _bell.ring
work_begins = _bell.work_begins
