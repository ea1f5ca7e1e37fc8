"""Extracts the text of documents locally: one file for each format, executed in a separate process.

Nothing here depends on Django or the settings, so that the process starts quickly and holds no secret.
"""

from memory.parsing.formats import Format, by_extension, by_mime, by_name, recognised
from memory.parsing.sandbox import parse
from memory.parsing.text import Limits, NoText

__all__ = ["Format", "Limits", "NoText", "by_extension", "by_mime", "by_name", "parse", "recognised"]
