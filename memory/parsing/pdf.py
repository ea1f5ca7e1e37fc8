"""PDF: the text of each page in order. A scanned page has none."""

import io
import logging

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PdfReadError

from memory.errors import UnsupportedContent
from memory.parsing.text import Source, Text

MAX_PAGES = 3000

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it logs every oddity that it tolerates


def read(source: Source, out: Text) -> None:
    try:
        reader = PdfReader(io.BytesIO(source.data))
        _unlock(reader)
        pages = reader.pages
        if len(pages) > MAX_PAGES:
            raise UnsupportedContent(f"the document has {len(pages)} pages; at most {MAX_PAGES} are read")
        for page in pages:
            out.add(page.extract_text())
            out.end_line()
    except (DependencyError, FileNotDecryptedError) as error:
        raise UnsupportedContent("the document is encrypted") from error
    except PdfReadError as error:
        raise UnsupportedContent("the document is damaged, or not a PDF") from error


def _unlock(reader: PdfReader) -> None:
    """Many files are encrypted with an empty password, only to forbid printing."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnsupportedContent("the document is encrypted")
