"""A user's knowledge graph: entities with observations about them, and relations between them.

Each node is a file of the user; a relation is stored in the node it starts from. Changes are made under the graph's
lock, so that several processes can write at once without losing each other's changes.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from memory.coordination.locks import graph_lock
from memory.errors import InvalidInput, NoSuchMemory
from memory.index import sql
from memory.index.waiting import Reach
from memory.keyed import documents
from memory.keyed.search import Begun, begin, finished
from memory.kinds.base import NamedFile, Values
from memory.kinds.entity import ENTITY
from memory.markdown.root import current_root, owner_folder
from memory.retrieval.types import Hit, Method
from memory.scope import Owner, Scope
from memory.text.cleaning import clean

FOUND_BY_MEANING = 10  # entities returned if none contains the words of a query
LEAST_SCORE = 0.15  # minimum score of an entity that is related to a query
BULLET, INDENT = "- ", "  "


@dataclass(frozen=True, slots=True)
class Entity:
    name: str
    type: str
    observations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Part:
    """All or part of a graph, in the order in which it was created."""

    entities: list[Entity] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """The content of a file that is about to be written."""

    name: str
    type: str | None
    created_at: datetime
    observations: list[str]
    relations: list[Relation]

    @property
    def entity(self) -> Entity | None:
        return Entity(self.name, self.type, tuple(self.observations)) if self.type is not None else None


class KnowledgeGraph:
    """Methods that change it raise LockTimeout, InvalidInput, and DamagedDocument for a file to be fixed first."""

    def __init__(self, scope: Scope, owner: Owner) -> None:
        self._scope, self._owner = scope, owner

    def read(self) -> Part:
        nodes = self._nodes()
        return Part(
            [entity for node in nodes if (entity := node.entity)],
            [each for node in nodes for each in node.relations],
        )

    def open(self, names: Iterable[str]) -> Part:
        """The entities with these names, and the relations from and to them."""
        wanted = set(map(clean, names))
        whole = self.read()
        return _around(whole, [entity for entity in whole.entities if entity.name in wanted])

    def search(self, query: str) -> Part:
        """Entities that contain the text of the query, ignoring case; if there are none, the most similar ones.

        Raises IndexUnavailable, ModelUnavailable.
        """
        whole = self.read()
        text = query.casefold()
        found = [
            entity
            for entity in whole.entities
            if any(text in said.casefold() for said in (entity.name, entity.type, *entity.observations))
        ]
        if not found and whole.entities and query.strip():
            hits = nearest(self._scope, self._owner, query, FOUND_BY_MEANING)
            near = {str(hit.values.get("name")) for hit in hits}
            found = [entity for entity in whole.entities if entity.name in near]
        return _around(whole, found)

    def create_entities(self, entities: Iterable[Entity]) -> list[Entity]:
        """Returns the new ones; an existing entity is not changed."""
        now = datetime.now(UTC)
        created: dict[str, Entity] = {}
        written = []
        with self._lock():
            for entity in map(_cleaned, entities):
                node = self._node(entity.name)
                if entity.name in created or (node is not None and node.type is not None):
                    continue
                made_at = now + timedelta(microseconds=len(created))
                relations = node.relations if node else []
                node = _Node(entity.name, entity.type, made_at, list(entity.observations), relations)
                created[entity.name] = entity
                written.append((self._path(entity.name), _values(node)))
            documents.put_all(written)
        return list(created.values())

    def create_relations(self, relations: Iterable[Relation]) -> list[Relation]:
        """Returns the new ones; the entities they relate need not exist."""
        created: list[Relation] = []
        with self._lock():
            for relation in dict.fromkeys(map(_cleaned_relation, relations)):

                def add(node: _Node, relation: Relation = relation) -> None:
                    if relation not in node.relations:
                        node.relations.append(relation)
                        created.append(relation)

                self._change(relation.source, add, make=True)
        return created

    def add_observations(
        self, observations: Sequence[tuple[str, Sequence[str]]]
    ) -> list[tuple[str, list[str]]]:
        """Returns the new observations of each entity. Raises NoSuchMemory before anything is written."""
        stated = [(clean(name), [clean(text) for text in texts]) for name, texts in observations]
        results = []
        with self._lock():
            for name, _ in stated:
                node = self._node(name)
                if node is None or node.type is None:
                    raise NoSuchMemory(f"Entity with name {name} not found")
            for name, texts in stated:
                new: list[str] = []

                def add(node: _Node, texts: Sequence[str] = texts, new: list[str] = new) -> None:
                    new[:] = [text for text in dict.fromkeys(texts) if text not in node.observations]
                    node.observations += new

                self._change(name, add)
                results.append((name, new))
        return results

    def detach(self, names: Iterable[str]) -> list[PurePosixPath]:
        """Removes all relations to these nodes. Returns the nodes' files, which the caller must forget."""
        gone = set(map(clean, names))

        def drop(node: _Node) -> None:
            node.relations = [each for each in node.relations if each.target not in gone]

        with self._lock():
            for node in self._nodes():
                if node.name not in gone and any(each.target in gone for each in node.relations):
                    self._change(node.name, drop)
        paths = (self._path(name) for name in sorted(gone) if name not in ("", ".", ".."))
        return [path for path in paths if documents.exists(path)]

    def delete_observations(self, deletions: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Ignores entities and observations that do not exist."""
        with self._lock():
            for name, texts in deletions:
                gone = set(map(clean, texts))

                def remove(node: _Node, gone: set[str] = gone) -> None:
                    node.observations = [text for text in node.observations if text not in gone]

                self._change(clean(name), remove)

    def delete_relations(self, relations: Iterable[Relation]) -> None:
        """Ignores relations that do not exist."""
        gone = set(map(_cleaned_relation, relations))

        def drop(node: _Node) -> None:
            node.relations = [each for each in node.relations if each not in gone]

        with self._lock():
            for name in dict.fromkeys(relation.source for relation in gone):
                self._change(name, drop)

    def _lock(self) -> AbstractContextManager[None]:
        return graph_lock(self._scope, self._owner.id)

    def _path(self, name: str) -> PurePosixPath:
        return documents.path_of(ENTITY, self._scope, self._owner, name)

    def _node(self, name: str) -> _Node | None:
        file = documents.get(self._path(name))
        return _of_values(file.values) if file else None

    def _nodes(self) -> list[_Node]:
        """Oldest first. Damaged files are left out; /health reports them."""
        files = map(documents.get_readable, current_root().files_of(ENTITY, self._scope, self._owner))
        nodes = [_of_values(file.values) for file in files if file is not None]
        return sorted(nodes, key=lambda node: (node.created_at, node.name))

    def _change(self, name: str, change: Callable[[_Node], None], make: bool = False) -> None:
        """A node without description, observations and relations is removed. Hold the graph's lock."""
        if name in ("", ".", "..") and not make:
            return
        now = datetime.now(UTC)

        def revise(values: Values | None) -> Values | None:
            if values is None and not make:
                return None
            node = _of_values(values) if values is not None else _Node(name, None, now, [], [])
            before = (list(node.observations), list(node.relations))
            change(node)
            if values is not None and before == (node.observations, node.relations):
                return values
            if node.type is None and not node.relations:
                return None
            return {**(values or {}), **_values(node), **({"updated_at": now} if values is not None else {})}

        documents.change(self._path(name), revise)


def has_graph(scope: Scope, owner: Owner) -> bool:
    """Whether the owner has ever had an entity."""
    assert isinstance(ENTITY.layout, NamedFile)
    return current_root().absolute(owner_folder(scope, owner) / ENTITY.layout.folder).is_dir()


def begin_nearest(
    scope: Scope,
    owner: Owner,
    query: str,
    limit: int,
    *,
    method: Method = "hybrid",
    vector: np.ndarray | None = None,
) -> Begun[list[Hit]]:
    """Begins a search for nodes related to a query, best first, each with its score from 0 to 1.

    `vector` is the query's, if it is already known. Raises IndexUnavailable, ModelUnavailable.
    """
    if not has_graph(scope, owner):
        return list
    whose, reach = sql.owned_by(scope, owner), Reach(scope, (owner,))
    begun = begin(ENTITY, whose, query, reach=reach, method=method, limit=limit, vector=vector)
    return lambda: [match.hit for match in begun()[0] if (match.hit.score or 0.0) >= LEAST_SCORE]


nearest = finished(begin_nearest)


def written(observations: Iterable[str]) -> str:
    """Renders observations as a markdown list; further lines of an item are indented."""
    return "\n".join(BULLET + text.replace("\n", f"\n{INDENT}") for text in observations)


def observed(body: str) -> list[str]:
    """Parses the list that `written` renders. A line outside the list, which somebody has added, counts as an item."""
    items: list[list[str]] = []
    blank = 0  # blank lines, which belong to an item only if another line of it follows
    for line in body.split("\n"):
        if not line:
            blank += 1
            continue
        if line.startswith(INDENT) and items:
            items[-1] += [""] * blank + [line.removeprefix(INDENT)]
        else:
            items.append([line.removeprefix(BULLET) if line != BULLET.strip() else ""])
        blank = 0
    return ["\n".join(lines) for lines in items]


def _of_values(values: Values) -> _Node:
    name, kind, created_at = str(values["name"]), values.get("entity_type"), values.get("created_at")
    return _Node(
        name,
        None if kind is None else str(kind),
        created_at if isinstance(created_at, datetime) else datetime.fromtimestamp(0, UTC),
        observed(str(values.get("observations") or "")),
        [relation for one in _listed(values) if (relation := _relation(name, one))],
    )


def _listed(values: Values) -> list[Any]:
    relations = values.get("relations")
    return relations if isinstance(relations, list) else []


def _relation(source: str, stated: Any) -> Relation | None:
    """None for an invalid relation that a person has written."""
    if not isinstance(stated, dict) or "to" not in stated or "type" not in stated:
        return None
    return Relation(source, str(stated["to"]), str(stated["type"]))


def _values(node: _Node) -> Values:
    return {
        "entity_type": node.type,
        "created_at": node.created_at,
        "relations": [{"to": each.target, "type": each.type} for each in node.relations] or None,
        "observations": written(node.observations),
    }


def _cleaned(entity: Entity) -> Entity:
    texts = dict.fromkeys(map(clean, entity.observations))
    return Entity(_named(entity.name), clean(entity.type), tuple(texts))


def _cleaned_relation(relation: Relation) -> Relation:
    return Relation(_named(relation.source), clean(relation.target), clean(relation.type))


def _named(name: str) -> str:
    if not name.strip():
        raise InvalidInput("An entity needs a name.")
    return clean(name)


def _around(whole: Part, entities: list[Entity]) -> Part:
    names = {entity.name for entity in entities}
    return Part(entities, [each for each in whole.relations if each.source in names or each.target in names])
