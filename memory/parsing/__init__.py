"""The text of documents, read on this machine: one file a format, and a process apart in which they run.

Nothing here knows Django or the settings, so that the process apart starts quickly and holds no secret.
"""

from memory.parsing.formats import Format, by_extension, by_mime, by_name, recognised
from memory.parsing.limits import Limits, NoText
from memory.parsing.sandbox import parse

__all__ = ["Format", "Limits", "NoText", "by_extension", "by_mime", "by_name", "parse", "recognised"]
