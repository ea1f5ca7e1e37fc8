"""Gunicorn inside the program that was started: its arbiter watches over the one worker, which it forks."""

from pathlib import Path
from typing import Any

from gunicorn.app.base import Application

CONF = Path(__file__).parent / "gunicorn.conf.py"


class WebServer(Application):
    """Serves on a socket that is listened on already.

    The worker finds Django set up, which spares a start half of its time. What does not survive a fork, the
    connections to databases and the index with its threads, is closed before or opened after it.
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
