"""Word documents: the body, then foot- and endnotes. Headers and footers, the same on each page, are left out."""

from memory.parsing.archive import Archive
from memory.parsing.office_text import OfficeText
from memory.parsing.text import Source, Text
from memory.parsing.xml_events import walk

NOTES = ("footnotes", "endnotes")


def read(source: Source, out: Text) -> None:
    archive = Archive(source.data)
    main = archive.main_part()
    relations = archive.relations(main).values()
    notes = [relation.target for relation in relations if relation.type in NOTES]
    for part in [main, *notes]:
        with archive.open(part) as stream:
            walk(stream, OfficeText(out))
        out.end_line()
