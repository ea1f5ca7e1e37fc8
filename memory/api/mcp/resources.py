"""Resources that a person or a client adds to a conversation without a tool: the profile, episodes, the graph."""

from urllib.parse import quote, unquote

from memory.api.everos_v1 import convert
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import Json, render_time
from memory.api.mcp.tools.graph import graph_as_json
from memory.api.mcp.tools.own import Profile, profile
from memory.api.mcp.tools.presets import WITH_GRAPH
from memory.api.mcp.tools.reading import open_memory
from memory.api.mcp.wire import INVALID_PARAMS, Fault
from memory.errors import NoSuchMemory
from memory.kinds.episode import EPISODE
from memory.retrieval.listing import list_memories
from memory.retrieval.types import Hit
from memory.text.wording import beginning

PROFILE, RECENT, GRAPH = "memory://profile", "memory://episodes/recent", "memory://knowledge-graph"
MEMORY = "memory://memories/"
MARKDOWN, JSON = "text/markdown", "application/json"
RECENT_EPISODES = 10
EPISODE_CHARS = 2000  # of each in a list of several


def list_resources(connection: Connection) -> list[Json]:
    return [
        _resource(PROFILE, "profile", "Profile", "Who the user is, as far as is known."),
        _resource(RECENT, "recent-episodes", "Recent episodes", "What happened lately, the newest first."),
        *(
            [_resource(GRAPH, "knowledge-graph", "Knowledge Graph", "All entities and relations.", JSON)]
            if connection.tools in WITH_GRAPH
            else []
        ),
        *(
            _resource(f"{MEMORY}{quote(hit.wire_id, safe='')}", hit.wire_id, _subject(hit), _day(hit))
            for hit in _recent(connection)
        ),
    ]


def templates() -> list[Json]:
    return [
        {
            "uriTemplate": f"{MEMORY}{{id}}",
            "name": "memory",
            "title": "A memory",
            "description": "One memory whole, by the id that recall answers.",
            "mimeType": MARKDOWN,
        }
    ]


def read(connection: Connection, uri: object) -> list[Json]:
    """The contents of a resource. Raises Fault for an unknown one."""
    if uri == PROFILE:
        return _contents(PROFILE, profile.run(connection, Profile(user=None)).text)
    if uri == RECENT:
        return _contents(
            RECENT, "\n\n".join(map(_render, _recent(connection))) or "Nothing has happened yet."
        )
    if uri == GRAPH:
        return _contents(GRAPH, graph_as_json(connection), JSON)
    if isinstance(uri, str) and uri.startswith(MEMORY):
        try:
            memory = open_memory(connection, unquote(uri.removeprefix(MEMORY)))
        except NoSuchMemory as error:
            raise Fault(INVALID_PARAMS, str(error), {"uri": uri}) from None
        return _contents(uri, memory.text)
    raise Fault(INVALID_PARAMS, f"There is no resource {str(uri)[:200]}", {"uri": uri})


def _recent(connection: Connection) -> list[Hit]:
    found = list_memories(
        connection.scope, connection.readable_owner(), EPISODE.name, page_size=RECENT_EPISODES
    )
    return [hit for hit in found.items if not hit.pending]


def _resource(uri: str, name: str, title: str, description: str, type: str = MARKDOWN) -> Json:
    return {"uri": uri, "name": name, "title": title, "description": description, "mimeType": type}


def _contents(uri: str, text: str, type: str = MARKDOWN) -> list[Json]:
    return [{"uri": uri, "mimeType": type, "text": text}]


def _render(hit: Hit) -> str:
    fields = convert.fields_of(hit)
    shown = beginning(fields["episode"], EPISODE_CHARS)
    return f"## {fields['subject']}\n{_day(hit)} · {fields['id']}\n\n{shown}"


def _subject(hit: Hit) -> str:
    return str(hit.values.get("subject") or hit.values.get("summary") or hit.wire_id)


def _day(hit: Hit) -> str:
    return (render_time(hit.timestamp) or "")[:10]
