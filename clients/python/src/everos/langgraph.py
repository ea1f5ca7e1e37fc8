"""A store for LangGraph whose items are markdown files of an EverOS server: `everos[langgraph]`.

```python
store = EverOSStore(user_id="alice")
graph = builder.compile(store=store)
```
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, cast

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)

from everos._call import Call
from everos.client import EverOS

MOST_OPERATIONS = 1000  # in one request
MOST_SEARCHES = 50  # of them, with a query


class EverOSStore(BaseStore):
    """A store of the items of one user or one agent; by default, of the agent `langgraph`.

    `fields` are the paths that are searched where a `put` does not say (`index=`); without them the whole value is.
    The server embeds, so there are no dimensions and no model to give. `client` says where the server is, and which
    app and project; without one it is `EverOS()`. `ttl` is as LangGraph's other stores take it.
    """

    supports_ttl = True

    def __init__(
        self,
        client: EverOS | None = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        fields: Sequence[str] | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        if user_id is not None and agent_id is not None:
            raise ValueError("a store belongs to a user or to an agent: give either user_id or agent_id")
        self.client = client or EverOS()
        self.ttl_config = ttl
        self.fields = None if fields is None else list(fields)
        named = {"user_id": user_id, "agent_id": agent_id}
        self._whose = {name: value for name, value in named.items() if value is not None}

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carries out all operations; reads see the state before the writes."""
        stated = list(ops)
        for op in stated:
            validate_op_namespace(op)
        results: list[Result] = [None] * len(stated)
        for places in _requests(stated):
            some = [stated[place] for place in places]
            answers: list[Result] = self.client.send(self._call(some))
            for place, result in zip(places, answers, strict=True):
                results[place] = result
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """`batch` in a thread, so that the event loop keeps running and several loops can share a store."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _call(self, ops: Sequence[Op]) -> Call[list[Result]]:
        changing = [isinstance(op, PutOp) for op in ops]

        def read(answer: Any) -> list[Result]:
            return [_result(op, found) for op, found in zip(ops, answer["results"], strict=True)]

        return Call(
            "POST",
            "/store/batch",
            {"ops": [self._stated(op) for op in ops]},
            {**self.client.scope.fields(), **self._whose},
            # Both together are not: what was read the first time may be what was written since.
            repeatable=all(changing) or not any(changing),
            read=read,
        )

    def _stated(self, op: Op) -> dict[str, Any]:
        match op:
            case GetOp():
                return {"op": "get", **op._asdict(), "key": str(op.key)}
            case SearchOp():
                return {"op": "search", **op._asdict()}
            case PutOp():
                index = self.fields if op.index is None else op.index
                return {"op": "put", **op._asdict(), "key": str(op.key), "index": index}
            case ListNamespacesOp():
                matches = [one._asdict() for one in op.match_conditions or ()]
                return {"op": "list_namespaces", **op._asdict(), "match_conditions": matches}
        raise ValueError(f"{type(op).__name__} is not an operation of a store")


def _requests(ops: Sequence[Op]) -> Iterator[list[int]]:
    """The indices of the operations of each request; there is only one, unless there are very many operations."""
    whole = list(_shares(ops, range(len(ops))))
    if len(whole) <= 1:
        yield from whole
        return
    reading = [place for place, op in enumerate(ops) if not isinstance(op, PutOp)]
    last = {(op.namespace, str(op.key)): place for place, op in enumerate(ops) if isinstance(op, PutOp)}
    yield from _shares(ops, reading)
    yield from _shares(ops, last.values())


def _shares(ops: Sequence[Op], places: Iterable[int]) -> Iterator[list[int]]:
    """These operations in shares that a request may have."""
    share: list[int] = []
    searches = 0
    for place in places:
        op = ops[place]
        ranked = int(isinstance(op, SearchOp) and bool(op.query))
        if len(share) == MOST_OPERATIONS or searches + ranked > MOST_SEARCHES:
            yield share
            share, searches = [], 0
        share.append(place)
        searches += ranked
    if share:
        yield share


def _result(op: Op, found: Any) -> Result:
    match op:
        case GetOp():
            return None if found is None else Item(**_item(found))
        case SearchOp():
            return [SearchItem(**_item(one), score=one["score"]) for one in found]
        case ListNamespacesOp():
            return [tuple(one) for one in found]
    return None


def _item(found: Any) -> dict[str, Any]:
    return {
        "namespace": tuple(found["namespace"]),
        "key": cast(str, found["key"]),
        "value": found["value"],
        "created_at": datetime.fromisoformat(found["created_at"]),
        "updated_at": datetime.fromisoformat(found["updated_at"]),
    }
