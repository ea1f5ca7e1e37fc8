"""The order in which real threads get at the engine."""

import threading
from collections.abc import Callable

from memory.providers.gate import MAX_OVERTAKES, PriorityGate

PATIENCE = 20


def start(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


class Visit:
    """A thread inside the gate until it is let out."""

    def __init__(self, gate: PriorityGate, door: str) -> None:
        self.inside = threading.Event()
        self.leave = threading.Event()
        self._gate, self._door = gate, door
        self.thread = start(self._visit)

    def _visit(self) -> None:
        with getattr(self._gate, self._door)():
            self.inside.set()
            assert self.leave.wait(PATIENCE)

    def end(self) -> None:
        self.leave.set()
        self.thread.join(PATIENCE)


def test_a_query_enters_beside_a_running_batch() -> None:
    gate = PriorityGate()
    batch = Visit(gate, "batch")
    assert batch.inside.wait(PATIENCE)
    query = Visit(gate, "query")
    assert query.inside.wait(PATIENCE)
    query.end()
    batch.end()


def test_a_batch_waits_until_the_query_has_left() -> None:
    gate = PriorityGate()
    order: list[str] = []
    query = Visit(gate, "query")
    assert query.inside.wait(PATIENCE)

    def embed_batch() -> None:
        with gate.batch():
            order.append("batch")

    batch = start(embed_batch)
    with gate.query():
        order.append("second query")
    query.end()
    batch.join(PATIENCE)
    assert order == ["second query", "batch"]


def test_queries_that_never_end_do_not_starve_a_batch() -> None:
    gate = PriorityGate()
    visits = [Visit(gate, "query")]
    assert visits[0].inside.wait(PATIENCE)
    batch = Visit(gate, "batch")
    while (
        not batch.inside.is_set()
    ):  # each query overlaps with the next one, so the gate is never free of them
        assert len(visits) <= 100 * MAX_OVERTAKES
        visits.append(Visit(gate, "query"))
        assert visits[-1].inside.wait(PATIENCE)
        visits[-2].end()
    batch.end()
    visits[-1].end()


def test_batches_run_one_at_a_time() -> None:
    gate = PriorityGate()
    inside: list[int] = []
    most: list[int] = []

    def embed_batches() -> None:
        for _ in range(50):
            with gate.batch():
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [start(embed_batches) for _ in range(4)]
    for thread in threads:
        thread.join(PATIENCE)
    assert len(most) == 200
    assert max(most) == 1


def test_an_error_inside_frees_the_gate() -> None:
    gate = PriorityGate()
    for door in (gate.query, gate.batch):
        try:
            with door():
                raise ValueError
        except ValueError:
            pass
    with gate.batch():
        pass
