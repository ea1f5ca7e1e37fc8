"""This process among those that share a database: it sends heartbeats, and its locks and claims count as long as it
does.

Only used with PostgreSQL (`EVEROS_DATABASE__URL`): a server on SQLite uses the kernel's locks, and needs only a token
for its claims. All times come from the database's clock, because the machines' clocks may differ.
"""

import atexit
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

log = structlog.get_logger(__name__)

ALIVE_SECONDS = 15.0  # without a heartbeat for this long, a process counts as dead and others take over
BEAT_SECONDS = 3.0
MARGIN_SECONDS = 2.0  # this long before that, a process stops trusting its own locks

_JOIN = """
INSERT INTO memory_serverprocess (token, role, host, pid, started_at, alive_until)
VALUES (%s, %s, %s, %s, clock_timestamp(), clock_timestamp() + %s * interval '1 second')
"""
_BEAT = """
UPDATE memory_serverprocess SET alive_until = clock_timestamp() + %s * interval '1 second'
WHERE token = %s AND alive_until > clock_timestamp()
"""
_END = "UPDATE memory_serverprocess SET alive_until = clock_timestamp() WHERE token = %s"
_LEAVE = "DELETE FROM memory_serverprocess WHERE token = %s"
_TAKE = """
INSERT INTO memory_heldlock (name, holder) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder
WHERE memory_heldlock.holder IN ('', excluded.holder) OR NOT EXISTS (
    SELECT 1 FROM memory_serverprocess
    WHERE token = memory_heldlock.holder AND alive_until > statement_timestamp()
)
"""  # measured when that row was read: waiting for the lock's row must not make its holder look dead
_HOLDS = """
SELECT 1 FROM memory_heldlock JOIN memory_serverprocess ON token = holder
WHERE name = %s AND token = %s AND alive_until > clock_timestamp() + %s * interval '1 second'
"""
_GIVE_BACK = "UPDATE memory_heldlock SET holder = '' WHERE holder = %s AND name = %s"
_GIVE_BACK_OTHERS = "UPDATE memory_heldlock SET holder = '' WHERE holder = %s AND name <> ALL(%s)"


class Process:
    """One life of a process: one that was considered dead and returns has lost its locks and starts a new life."""

    def __init__(self, role: str) -> None:
        self.token = uuid4().hex[:8]
        self.role = role
        self._connection: BaseDatabaseWrapper | None = None
        self._guard = threading.Lock()  # of the connection and the fields below
        self._certain_until = 0.0  # by time.monotonic(): until then nobody considers it dead
        self._held: set[str] = set()
        self._ended = threading.Event()
        self._is_cut_off = False  # the last heartbeat could not be written

    def join(self, previous: str) -> None:
        """`previous` is the token of its former life, whose claims are released. Raises DatabaseError."""
        before = time.monotonic()
        with self._guard:
            self._execute(_END, [previous])
            self._execute(
                _JOIN, [self.token, self.role, socket.gethostname()[:255], os.getpid(), ALIVE_SECONDS]
            )
            self._certain_until = before + ALIVE_SECONDS - MARGIN_SECONDS
        threading.Thread(target=self._keep_alive, name="everos-alive", daemon=True).start()

    def end(self) -> None:
        """Gives up its locks; its claims are released when the next life begins, or when it counts as dead."""
        self._ended.set()

    def leave(self) -> None:
        """Signs off, so that others need not wait for the timeout."""
        self._ended.set()
        with self._guard:
            try:
                self._execute(_LEAVE, [self.token])
            except DatabaseError as error:
                log.warning("the end of this process could not be written to the database", error=str(error))
            self._disconnect()

    @property
    def alive(self) -> bool:
        """Whether nobody considers it dead. Asks the database if the last heartbeat is too long ago."""
        return not self.ended and (time.monotonic() < self._certain_until or self._beat())

    def take(self, name: str) -> bool:
        """Whether this process now has the lock; False while anybody has it. Raises DatabaseError.

        If the answer is lost, the database may hold the lock for this process: the next heartbeat releases it.
        """
        if not self.alive:
            return False
        with self._guard:
            if name in self._held or not self._execute(_TAKE, [name, self.token]):
                return False
            self._held.add(name)
            return True

    def holds(self, name: str) -> bool:
        """Whether the database agrees, and will for at least MARGIN_SECONDS. Raises DatabaseError.

        After a crash the database may have forgotten recent locks, because nobody waits until they are on its disk.
        """
        if not self.alive:
            return False
        with self._guard:
            return name in self._held and bool(self._execute(_HOLDS, [name, self.token, MARGIN_SECONDS]))

    def give_back(self, name: str) -> None:
        """Releases the lock. If the database does not answer, the next heartbeat tells it."""
        with self._guard:
            self._held.discard(name)
            if self.ended:
                return
            try:
                self._execute(_GIVE_BACK, [self.token, name])
            except DatabaseError as error:
                log.warning("a lock is released later", lock=name, error=str(error))

    def _keep_alive(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            self._beat()
        while not _rejoined(self):
            time.sleep(BEAT_SECONDS)

    def _beat(self) -> bool:
        """Whether nobody considers it dead, as far as it can know."""
        with self._guard:
            before = time.monotonic()
            try:
                if not self.ended and not self._execute(_BEAT, [ALIVE_SECONDS, self.token]):
                    log.error(
                        "this process was silent for so long that it counts as dead: its locks are lost; it joins again"
                    )
                    self._ended.set()
                    self._disconnect()
                if self.ended:
                    return False
                self._certain_until = before + ALIVE_SECONDS - MARGIN_SECONDS
                self._execute(_GIVE_BACK_OTHERS, [self.token, list(self._held)])
                self._is_cut_off = False
            except DatabaseError as error:
                self.cannot_beat(error)
            return time.monotonic() < self._certain_until

    def cannot_beat(self, error: DatabaseError) -> None:
        """Told once in an outage, and not every three seconds."""
        if not self._is_cut_off:
            log.warning(
                "the heartbeat of this process cannot be written to the database; it tries again",
                error=str(error),
            )
        self._is_cut_off = True

    @property
    def ended(self) -> bool:
        return self._ended.is_set()

    def _execute(self, statement: str, values: Sequence[Any]) -> int:
        """The number of rows that the statement changed.

        Uses its own connection: locks must not depend on the caller's transaction. Retried if an old connection turns
        out to be broken because the database was restarted. Every statement may be executed twice.
        """
        if self._connection is not None:
            with suppress(DatabaseError):
                return self._execute_once(statement, values)
        return self._execute_once(statement, values)

    def _execute_once(self, statement: str, values: Sequence[Any]) -> int:
        try:
            with self._connected().cursor() as cursor:
                cursor.execute(statement, values)
                return int(cursor.rowcount)
        except DatabaseError:
            self._disconnect()
            raise

    def _connected(self) -> BaseDatabaseWrapper:
        if self._connection is None:
            connection = connections.create_connection("default")
            connection.inc_thread_sharing()
            with connection.cursor() as cursor:
                # Locks do not wait for the disk: `holds` notices what a crash of the database forgets of these rows.
                cursor.execute("SET synchronous_commit TO off")
            self._connection = connection
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


_joining = threading.Lock()
_role = "command"
_current: Process | None = None
_unjoined = Process("")  # whose token marks the claims of a server that runs alone
_abandoned = ""  # the token of claims that it could not return, until they are released


def _reset_after_fork() -> None:
    """A forked child is a new process."""
    global _joining, _current, _unjoined, _abandoned
    _joining, _current, _unjoined, _abandoned = threading.Lock(), None, Process(""), ""


os.register_at_fork(after_in_child=_reset_after_fork)


def shared() -> bool:
    """Whether other processes, perhaps on other machines, may work on the same memories."""
    return settings.EVEROS.database.url is not None


def current() -> Process:
    """This process, which joins the others on first use. Raises DatabaseError."""
    if not shared():
        return _unjoined
    with _joining:
        return _joined()


def _joined() -> Process:
    global _current
    if _current is None or _current.ended:
        process = Process(_role)
        process.join(previous=_current.token if _current else "")
        _current = process
    return _current


def _rejoined(ended: Process) -> bool:
    """Starts a new life, even if nobody asks for locks: beat and watcher must not be reported missing because of an
    outage that is over. False if the database does not answer.
    """
    with _joining:
        try:
            if _current is ended:  # and has not signed off
                _joined()
        except DatabaseError as error:
            ended.cannot_beat(error)
            return False
    return True


def renew_identity() -> None:
    """For work that could not report its end to the database: its claims need not wait for their leases."""
    if _current is not None:
        _current.end()
    elif not shared():
        _unjoined.end()


def abandoned_token() -> str:
    """The token of claims that a server which runs alone could not return; empty if there are none, or after
    `forget_abandoned_token`. It makes new claims with another token.
    """
    global _unjoined, _abandoned
    with _joining:
        if _unjoined.ended and not _abandoned:
            _abandoned, _unjoined = _unjoined.token, Process("")
        return _abandoned


def forget_abandoned_token() -> None:
    """To be called when the claims are released."""
    global _abandoned
    _abandoned = ""


@contextmanager
def freeing_claims() -> Iterator[None]:
    """Wraps work that claims rows: if the database stops answering, nobody has to wait for the leases."""
    try:
        yield
    except (OperationalError, InterfaceError):
        renew_identity()
        raise


def join(role: str) -> None:
    """Registers this process with its role. Raises DatabaseError."""
    global _role
    _role = role
    current()


def leave() -> None:
    global _current
    with _joining:
        if _current is not None:
            _current.leave()
            _current = None


atexit.register(leave)


def claim_token() -> str:
    """For a claim of this process: 32 characters, of which the first eight identify the process."""
    return current().token + uuid4().hex[:24]
