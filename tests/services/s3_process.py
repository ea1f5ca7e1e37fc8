"""An S3 server of its own process: `python s3_process.py PORT`. It obeys the lines that it is sent.

`away` closes its port and `back` opens it again, with everything in it. It ends with its standard input, so that it
never outlives the tests.
"""

import logging
import sys

from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)


def main(port: int) -> None:
    server = ThreadedMotoServer("127.0.0.1", port, verbose=False)
    server.start()
    say_ready()
    for line in sys.stdin:
        if line == "away\n":
            server.stop()
        else:
            server = ThreadedMotoServer("127.0.0.1", port, verbose=False)
            server.start()
        say_ready()


def say_ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
