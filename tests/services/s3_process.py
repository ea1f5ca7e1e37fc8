"""An S3 server of its own process: `python s3_process.py PORT`. It obeys the lines that it is sent.

`away` closes its port and `back` opens it again, with everything in it. `refuse 0.5` answers half of the calls with a
503, as Amazon does when it is asked too often; `delay 2` carries every call out and answers two seconds later; with 0
both are over. It ends with its standard input, so that it never outlives the tests.
"""

import logging
import sys
from collections.abc import Iterable
from random import Random
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING

from moto.moto_server.werkzeug_app import (
    DomainDispatcherApplication,
    MotoRequestHandler,
    create_backend_app,
)
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

logging.getLogger("werkzeug").setLevel(logging.ERROR)

REFUSAL = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"


class Store:
    """What is stored, whoever serves it; and how its calls are treated."""

    def __init__(self) -> None:
        self.refused = 0.0  # share of the calls
        self.seconds = 0.0  # of waiting before each answer
        self._stored = DomainDispatcherApplication(create_backend_app)
        self._random = Random("refusals")

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if self._random.random() < self.refused:
            environ["wsgi.input"].read(
                int(environ.get("CONTENT_LENGTH") or 0)
            )  # or the connection would break
            start_response("503 Slow Down", [("Content-Type", "application/xml")])
            return [REFUSAL]
        answer: Iterable[bytes] = self._stored(environ, start_response)
        sleep(self.seconds)
        return answer


class Door:
    """The port of a store, open from the start."""

    def __init__(self, store: Store, port: int) -> None:
        self._server = make_server(
            "127.0.0.1", port, store, threaded=True, request_handler=MotoRequestHandler
        )
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()


def main(port: int) -> None:
    store = Store()
    door = Door(store, port)
    say_ready()
    for line in sys.stdin:
        match line.split():
            case ["away"]:
                door.close()
            case ["back"]:
                door = Door(store, port)
            case ["refuse", share]:
                store.refused = float(share)
            case ["delay", seconds]:
                store.seconds = float(seconds)
        say_ready()


def say_ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
