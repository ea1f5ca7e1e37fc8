"""Gunicorn inside the started program: its arbiter forks the single worker and watches over it."""

from pathlib import Path
from typing import Any

from gunicorn.app.base import Application

CONF = Path(__file__).parent / "gunicorn.conf.py"


class WebServer(Application):
    """Serves on a socket that is already listening.

    The worker inherits an initialised Django, which halves its start time. What does not survive a fork (database
    connections, the index with its threads) is closed before or opened after it.
    """

    def __init__(self, listener: int) -> None:
        self.listener = listener  # a descriptor, which gunicorn takes over
        super().__init__()

    def load_config(self) -> None:
        self.load_config_from_file(str(CONF))
        self.cfg.set("bind", f"fd://{self.listener}")

    def load(self) -> Any:
        from everos_site.wsgi import application

        return application
