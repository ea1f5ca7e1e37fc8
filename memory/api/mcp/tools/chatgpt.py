"""The two tools that ChatGPT's connectors and deep research call. Each answers with JSON as text."""

from urllib.parse import quote

from memory.api.mcp.budget import dump_json
from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import Answer, Arguments, check_query, tool
from memory.api.mcp.tools.reading import open_memory
from memory.keyed.remembered import recalled
from memory.text.wording import beginning

MOST = 10
TITLE_CHARS = 80


class Search(Arguments):
    query: str


class Fetch(Arguments):
    id: str


@tool(cost="searches", reads_only=True)
def search(connection: Connection, arguments: Search) -> Answer:
    """Searches the user's memory; fetch reads what is found."""
    found, _ = recalled(connection.scope, connection.readable_owner(), check_query(arguments.query), MOST)
    results = [
        {"id": memory.id, "title": _title(memory.text), "url": _address(connection, memory.id)}
        for memory in found
        if not memory.pending
    ]
    return Answer(dump_json({"results": results}))


@tool(reads_only=True)
def fetch(connection: Connection, arguments: Fetch) -> Answer:
    """Reads one memory whole, by its id."""
    memory = open_memory(connection, arguments.id)
    known = {name: str(value) for name, value in memory.about.items() if isinstance(value, str | int | float)}
    document = {
        "id": memory.id,
        "title": _title(memory.text),
        "text": memory.text,
        "url": _address(connection, memory.id),
        "metadata": {"kind": memory.kind, **known},
    }
    return Answer(dump_json(document))


def _title(text: str) -> str:
    return beginning(" ".join(text.split()), TITLE_CHARS)


def _address(connection: Connection, identifier: str) -> str:
    version = "v2" if "/" in identifier else "v1"
    return f"{connection.base_url}/api/{version}/memory/{quote(identifier, safe='')}"


CHATGPT = (search, fetch)
