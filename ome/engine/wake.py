"""Telling a worker that there are runs to do."""

from memory.coordination.wake_ups import WakeUp

_bell = WakeUp("ome.tasks.drain")
wake = _bell.ring
work_begins = _bell.work_begins
