"""Progress bars of commands: on a terminal only, on standard error."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from tqdm import tqdm

SHOWN = 60  # characters of a description
LOOK_SECONDS = 0.5


class Step(Protocol):
    def __call__(self, what: str, total: int, done: int | None = None) -> object:
        """Tells the current item and the total number; `done` of them are finished, by default one more than before."""


@contextmanager
def progress_bar() -> Iterator[Step]:
    """On a terminal draws a bar instead of logging, and starts a new one when the total changes."""
    with tqdm(disable=None, leave=False, dynamic_ncols=True, miniters=1) as bar:

        def step(what: str, total: int, done: int | None = None) -> None:
            if total != bar.total or (done is not None and done < bar.n):
                bar.reset(total)
            shown = "".join(letter if letter.isprintable() else "?" for letter in what[-SHOWN:])
            bar.set_postfix_str(shown, refresh=False)
            bar.update(1 if done is None else done - bar.n)

        logging.disable(logging.NOTSET if bar.disable else logging.INFO)
        try:
            yield step
        finally:
            logging.disable(logging.NOTSET)


@contextmanager
def watched(look: Callable[[], tuple[str, int, int]], leave: Callable[[], object]) -> Iterator[None]:
    """Draws a bar while the block runs, for work that reports no progress: a thread looks twice a second at it.

    `look` returns the current item, and how much of how much is done. `leave` ends what the thread has opened.
    """
    if not sys.stderr.isatty():
        yield
        return
    ended = threading.Event()

    def watch(step: Step) -> None:
        try:
            while not ended.wait(LOOK_SECONDS):
                what, done, total = look()
                step(what, total, done)
        finally:
            leave()

    with progress_bar() as step:
        watcher = threading.Thread(target=watch, args=(step,), name="everos-progress", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()
