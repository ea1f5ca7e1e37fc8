"""Messages within one process: nobody polls for them."""

import threading
from collections.abc import Iterator

import pytest
from kombu.connection import Connection
from kombu.entity import Exchange, Queue
from kombu.messaging import Consumer, Producer

from everos_site.within_process import WITHIN_PROCESS

LONG = 60.0
EXCHANGES = [Exchange("letters", "direct"), Exchange("news", "fanout")]


@pytest.fixture
def connection() -> Iterator[Connection]:
    with Connection(f"{WITHIN_PROCESS}://localhost/") as connection:
        yield connection


@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda exchange: str(exchange.type))
def test_a_message_wakes_who_waits_for_it(connection: Connection, exchange: Exchange) -> None:
    """It would otherwise be read after a minute."""
    received: list[str] = []
    queue = Queue(f"{exchange.name}-of-alice", exchange, routing_key="alice")
    with Consumer(connection, [queue], callbacks=[lambda body, _: received.append(body)], no_ack=True):
        reader = threading.Thread(target=lambda: connection.drain_events(timeout=LONG), daemon=True)
        reader.start()
        reader.join(0.2)
        assert reader.is_alive()
        with Connection(f"{WITHIN_PROCESS}://localhost/") as other:
            Producer(other, exchange, routing_key="alice").publish("hello")
        reader.join(LONG / 3)
    assert received == ["hello"]


def test_a_message_that_came_before_is_read_without_waiting(connection: Connection) -> None:
    received: list[str] = []
    queue = Queue("letters-of-bob", EXCHANGES[0], routing_key="bob")
    with Consumer(connection, [queue], callbacks=[lambda body, _: received.append(body)], no_ack=True):
        Producer(connection, EXCHANGES[0], routing_key="bob").publish("hello")
        connection.drain_events(timeout=LONG)
    assert received == ["hello"]


def test_nothing_comes(connection: Connection) -> None:
    queue = Queue("letters-of-carol", EXCHANGES[0], routing_key="carol")
    with Consumer(connection, [queue], no_ack=True), pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)
