"""Telling a worker that there is something to drain, or a rebuild to be done."""

from memory.coordination.wake_ups import WakeUp

_bell = WakeUp("cascade.tasks.index_texts")
wake = _bell.ring
work_begins = _bell.work_begins

_scan_bell = WakeUp("cascade.tasks.scan")
wake_scan = _scan_bell.ring
scan_begins = _scan_bell.work_begins
