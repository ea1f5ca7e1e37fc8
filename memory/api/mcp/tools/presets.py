"""The sets of tools that a URL can choose from: `/mcp?tools=NAME`."""

from collections.abc import Mapping

from memory.api.mcp.tools.base import Tool
from memory.api.mcp.tools.chatgpt import CHATGPT
from memory.api.mcp.tools.graph import GRAPH_TOOLS
from memory.api.mcp.tools.more import MORE
from memory.api.mcp.tools.own import OWN
from memory.api.mcp.wire import INVALID_PARAMS, Fault

PRESETS: Mapping[str, tuple[Tool, ...]] = {
    "default": OWN,
    "graph": GRAPH_TOOLS,
    "chatgpt": CHATGPT,
    "full": (*OWN, *MORE, *GRAPH_TOOLS, *CHATGPT),
}
WITH_GRAPH = ("graph", "full")


def tools_of(preset: str) -> tuple[Tool, ...]:
    """Raises Fault for an unknown preset."""
    if preset not in PRESETS:
        raise Fault(INVALID_PARAMS, f"?tools={preset} in the URL: the sets are {', '.join(PRESETS)}")
    return PRESETS[preset]


def tool_named(preset: str, name: object) -> Tool:
    """Raises Fault for an unknown tool."""
    found = next((tool for tool in tools_of(preset) if tool.name == name), None)
    if found is None:
        raise Fault(INVALID_PARAMS, f"Unknown tool: {str(name)[:100]}")
    return found
