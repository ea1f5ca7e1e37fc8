"""Reads one document in the current process: used by the separate process, and by an email for its attachments."""

import zlib
from importlib import import_module
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile

from memory.errors import UnsupportedContent
from memory.parsing.formats import Format
from memory.parsing.text import Source, Text


def read(format: Format, source: Source, out: Text) -> None:
    """Adds the document's text. Raises UnsupportedContent with a reason for people, whatever is wrong with it."""
    module, _, function = format.reader.partition(".")
    read_format = getattr(import_module(f"memory.parsing.{module}"), function or "read")
    try:
        read_format(source, out)
    except (UnsupportedContent, MemoryError):
        raise
    except RecursionError as error:
        raise UnsupportedContent("the document is nested too deeply") from error
    except (ExpatError, BadZipFile, zlib.error, EOFError) as error:
        raise UnsupportedContent(f"the document is damaged, or not of the format {format.name}") from error
    except Exception as error:  # libraries may raise anything for a broken file; it is reported, not hidden
        kind = type(error).__name__
        raise UnsupportedContent(
            f"the document is damaged, or not of the format {format.name} ({kind})"
        ) from error
