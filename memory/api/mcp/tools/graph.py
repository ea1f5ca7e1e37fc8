"""The nine tools of `@modelcontextprotocol/server-memory`, with the same names, arguments and answers."""

import json
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from memory import limits
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import TEXT, Answer, Arguments, Json, array, fields, tool
from memory.forgetting import work
from memory.grants import Action
from memory.keyed.graph import Entity, KnowledgeGraph, Part, Relation

MOST = 1000  # entities, relations or names of a call

Texts = Annotated[list[str], Field(max_length=MOST)]
DONE = fields(success={"type": "boolean"}, message=TEXT)
ENTITY = fields(name=TEXT, entityType=TEXT, observations=array(TEXT))
RELATION = {
    "type": "object",
    "properties": {"from": TEXT, "to": TEXT, "relationType": TEXT},
    "required": ["from", "to", "relationType"],
}
GRAPH = fields(entities=array(ENTITY), relations=array(RELATION))


class _Item(BaseModel):
    """An item of a list argument. Like the original, it ignores unknown fields."""

    model_config = ConfigDict(extra="ignore", validate_by_name=True, validate_by_alias=True)


class EntityItem(_Item):
    name: str = Field(description="The name of the entity")
    entityType: str = Field(description="The type of the entity")
    observations: Texts = Field(description="An array of observation contents associated with the entity")

    def as_entity(self) -> Entity:
        return Entity(self.name, self.entityType, tuple(self.observations))


class RelationItem(_Item):
    source: str = Field(alias="from", description="The name of the entity where the relation starts")
    to: str = Field(description="The name of the entity where the relation ends")
    relationType: str = Field(description="The type of the relation")

    def as_relation(self) -> Relation:
        return Relation(self.source, self.to, self.relationType)


class ObservationItem(_Item):
    entityName: str = Field(description="The name of the entity to add the observations to")
    contents: Texts = Field(description="An array of observation contents to add")


class DeletionItem(_Item):
    entityName: str = Field(description="The name of the entity containing the observations")
    observations: Texts = Field(description="An array of observations to delete")


class Entities(Arguments):
    entities: list[EntityItem] = Field(max_length=MOST)


class Relations(Arguments):
    relations: list[RelationItem] = Field(max_length=MOST)


class Observations(Arguments):
    observations: list[ObservationItem] = Field(max_length=MOST)


class EntityNames(Arguments):
    entityNames: Texts = Field(description="An array of entity names to delete")


class Deletions(Arguments):
    deletions: list[DeletionItem] = Field(max_length=MOST)


class Nothing(Arguments):
    pass


class Query(Arguments):
    query: str = Field(
        description="The search query to match against entity names, types, and observation content"
    )


class Names(Arguments):
    names: Texts = Field(description="An array of entity names to retrieve")


@tool(fields(entities=array(ENTITY)), cost="writes")
def create_entities(connection: Connection, arguments: Entities) -> Answer:
    """Create multiple new entities in the knowledge graph"""
    _check(each for item in arguments.entities for each in (item.name, item.entityType, *item.observations))
    created = _allowed(connection, "write").create_entities(item.as_entity() for item in arguments.entities)
    shown = [_entity(each) for each in created]
    return Answer(_pretty(shown), {"entities": shown}, stored=len(created))


@tool(fields(relations=array(RELATION)), cost="writes")
def create_relations(connection: Connection, arguments: Relations) -> Answer:
    """Create multiple new relations between entities in the knowledge graph. Relations should be in active voice"""
    _check(each for item in arguments.relations for each in (item.source, item.to, item.relationType))
    created = _allowed(connection, "write").create_relations(
        item.as_relation() for item in arguments.relations
    )
    shown = [_relation(each) for each in created]
    return Answer(_pretty(shown), {"relations": shown}, stored=len(created))


@tool(fields(results=array(fields(entityName=TEXT, addedObservations=array(TEXT)))), cost="writes")
def add_observations(connection: Connection, arguments: Observations) -> Answer:
    """Add new observations to existing entities in the knowledge graph"""
    _check(each for item in arguments.observations for each in item.contents)
    added = _allowed(connection, "write").add_observations(
        [(each.entityName, each.contents) for each in arguments.observations]
    )
    shown = [{"entityName": name, "addedObservations": texts} for name, texts in added]
    return Answer(_pretty(shown), {"results": shown}, stored=sum(len(texts) for _, texts in added))


@tool(DONE, cost="writes", destroys=True)
def delete_entities(connection: Connection, arguments: EntityNames) -> Answer:
    """Delete multiple entities and their associated relations from the knowledge graph"""
    doomed = _allowed(connection, "forget").detach(arguments.entityNames)
    work.forget_files(connection.scope, doomed, connection.asked_by)
    return _done("Entities deleted successfully")


@tool(DONE, cost="writes", destroys=True)
def delete_observations(connection: Connection, arguments: Deletions) -> Answer:
    """Delete specific observations from entities in the knowledge graph"""
    _allowed(connection, "forget").delete_observations(
        (each.entityName, each.observations) for each in arguments.deletions
    )
    return _done("Observations deleted successfully")


@tool(DONE, cost="writes", destroys=True)
def delete_relations(connection: Connection, arguments: Relations) -> Answer:
    """Delete multiple relations from the knowledge graph"""
    _allowed(connection, "forget").delete_relations(item.as_relation() for item in arguments.relations)
    return _done("Relations deleted successfully")


@tool(GRAPH, reads_only=True)
def read_graph(connection: Connection, arguments: Nothing) -> Answer:
    """Read the entire knowledge graph"""
    return _graph_answer(_readable(connection).read())


@tool(GRAPH, cost="searches", reads_only=True)
def search_nodes(connection: Connection, arguments: Query) -> Answer:
    """Search for nodes in the knowledge graph based on a query"""
    limits.check("query_chars", len(arguments.query), "query")
    return _graph_answer(_readable(connection).search(arguments.query))


@tool(GRAPH, reads_only=True)
def open_nodes(connection: Connection, arguments: Names) -> Answer:
    """Open specific nodes in the knowledge graph by their names"""
    return _graph_answer(_readable(connection).open(arguments.names))


def graph_as_json(connection: Connection) -> str:
    return _pretty(_graph_json(_readable(connection).read()))


def _allowed(connection: Connection, action: Action) -> KnowledgeGraph:
    """The user's graph. Raises Forbidden."""
    return KnowledgeGraph(connection.scope, connection.require(action))


def _readable(connection: Connection) -> KnowledgeGraph:
    return KnowledgeGraph(connection.scope, connection.readable_owner())


def _check(texts: Iterable[str]) -> None:
    """Raises InvalidInput if the texts of a call are too long."""
    limits.check("note_chars", sum(map(len, texts)), "the texts of this call")


def _entity(entity: Entity) -> Json:
    return {"name": entity.name, "entityType": entity.type, "observations": list(entity.observations)}


def _relation(relation: Relation) -> Json:
    return {"from": relation.source, "to": relation.target, "relationType": relation.type}


def _graph_json(part: Part) -> Json:
    return {
        "entities": [_entity(each) for each in part.entities],
        "relations": [_relation(each) for each in part.relations],
    }


def _graph_answer(part: Part) -> Answer:
    shown = _graph_json(part)
    return Answer(_pretty(shown), shown)


def _done(message: str) -> Answer:
    return Answer(message, {"success": True, "message": message})


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


GRAPH_TOOLS = (
    create_entities,
    create_relations,
    add_observations,
    delete_entities,
    delete_observations,
    delete_relations,
    read_graph,
    search_nodes,
    open_nodes,
)
