import signal
import threading
from typing import Any

import structlog

from cascade import watcher
from memory.command import RootCommand, wait_for_postgresql
from memory.coordination import processes
from memory.markdown.root import current_root

log = structlog.get_logger(__name__)


class Command(RootCommand):
    help = (
        "Watches the memory root and enqueues files that people and programs change, until it is stopped. "
        "A server that does its own background work includes this; only separate workers need the command."
    )

    requires_system_checks = ["everos"]  # the settings; the other checks import the views

    def check_migrations(self) -> None:
        wait_for_postgresql()
        super().check_migrations()

    def handle(self, *args: Any, **options: Any) -> None:
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        processes.join("watcher")
        current_root().ensure()
        watching = watcher.start()
        log.info("the watcher is ready", root=str(current_root().path))
        while not stopped.wait(1.0) and watching.running:
            pass
        watching.stop()
        processes.leave()
        if not stopped.is_set():
            raise SystemExit("The watcher has ended by itself; the log says why.")
