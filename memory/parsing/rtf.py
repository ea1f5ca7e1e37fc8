"""Rich text format."""

from striprtf.striprtf import rtf_to_text

from memory.errors import UnsupportedContent
from memory.parsing.text import Source, Text


def read(source: Source, out: Text) -> None:
    if not source.data.lstrip().startswith(b"{\\rtf"):
        raise UnsupportedContent("the document is not rich text: it does not begin as one")
    # The file itself is ASCII; other letters are escaped in the encoding that its head names.
    out.add(rtf_to_text(source.data.decode("latin-1"), errors="replace"))
