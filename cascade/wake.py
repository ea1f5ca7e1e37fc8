"""Telling a worker that there is something to drain."""

from memory.wake import Bell

_bell = Bell("cascade.tasks.index_texts")
wake = _bell.ring
work_begins = _bell.work_begins
