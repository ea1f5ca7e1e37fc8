"""The link that opens a memory's file in an editor of the person at this machine."""

from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest

from memory.api.explorer.place import is_at_this_machine
from memory.api.explorer.visitor import Visitor
from memory.editing import Known
from memory.markdown.root import current_root


def editor_url(request: HttpRequest, visitor: Visitor, memory: Known) -> str:
    """Empty for visitors on other machines, and if the setting is empty.

    The browser starts the editor, so the server runs no program, and the path is that of the memory, never a visitor's.
    """
    template: str = settings.EVEROS.explorer.editor_url
    if not template or not is_at_this_machine(request, visitor):
        return ""
    path = current_root().absolute(memory.path)
    line = _line_of(path, memory.entry.id)
    return template.replace("{path}", quote(str(path))).replace("{line}", str(line))


def _line_of(path: Path, identifier: str) -> int:
    """The line on which an entry of a daily log begins; 1 for other documents."""
    data = path.read_bytes()
    return data.count(b"\n", 0, max(0, data.find(f"<!-- entry:{identifier} -->".encode()))) + 1
