"""Progress of commands on standard error: a bar on a terminal, elsewhere a line now and then."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from tqdm import tqdm

SHOWN = 60  # characters of a description
LOOK_SECONDS = 0.5
LINE_SECONDS = 10.0  # between two lines, and before the first


class Step(Protocol):
    def __call__(self, what: str, total: int, done: int | None = None) -> object:
        """Tells the current item and the total number; `done` of them are finished, by default one more than before."""


@contextmanager
def progress_bar() -> Iterator[Step]:
    """On a terminal draws a bar instead of logging, and starts a new one when the total changes."""
    told = time.monotonic()
    with tqdm(disable=None, leave=False, dynamic_ncols=True, miniters=1) as bar:

        def step(what: str, total: int, done: int | None = None) -> None:
            if total != bar.total or (done is not None and done < bar.n):
                bar.reset(total)
            shown = "".join(letter if letter.isprintable() else "?" for letter in what[-SHOWN:])
            if not bar.disable:
                bar.set_postfix_str(shown, refresh=False)
                bar.update(1 if done is None else done - bar.n)
                return
            nonlocal told
            bar.n = bar.n + 1 if done is None else done
            if time.monotonic() - told >= LINE_SECONDS:
                told = time.monotonic()
                sys.stderr.write(f"{bar.n:,} of {total:,}: {shown}\n")

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
