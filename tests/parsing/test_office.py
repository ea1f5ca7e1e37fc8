"""Word documents, slides and sheets, of both office families."""

import pytest

from memory.errors import UnsupportedContent
from memory.parsing.formats import OLE
from tests.parsing.reading import text_of
from tests.parsing.samples import docx, opendocument, paragraph, pptx, xlsx, zipped


def test_a_line_for_each_paragraph() -> None:
    body = paragraph("Alice climbs.") + paragraph("小明也来。")
    assert text_of("docx", docx(body)) == "Alice climbs.\n小明也来。"


def test_tabs_breaks_and_runs() -> None:
    body = "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>A</w:t><w:tab/><w:t>B</w:t><w:br/></w:r>"
    assert text_of("docx", docx(f"{body}<w:r><w:t>C</w:t></w:r></w:p>")) == "A\tB\nC"


def test_a_table_is_a_line_for_each_row() -> None:
    cells = ["Day", "Place"], ["1", "El Cap"]
    rows = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(c)}</w:tc>" for c in row) + "</w:tr>" for row in cells
    )
    assert text_of("docx", docx(f"<w:tbl>{rows}</w:tbl>")) == "Day | Place\n1 | El Cap"


def test_deleted_text_and_old_drawings_are_not_there_and_notes_are() -> None:
    body = "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>" + paragraph("kept")
    body += f"<w:Fallback>{paragraph('twice')}</w:Fallback>"
    assert text_of("docx", docx(body, notes=paragraph("A note."))) == "kept\n\nA note."


def test_slides_come_in_the_order_of_the_show_with_their_notes() -> None:
    first, last = (f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in ("one", "two"))
    number = "<a:p><a:fld><a:t>7</a:t></a:fld></a:p>"
    notes = "<a:p><a:r><a:t>Say hello.</a:t></a:r></a:p>"
    assert text_of("pptx", pptx(first + number, last, notes=notes)) == "two\n\none\n\nSay hello."


def test_cells_are_shown_as_people_see_them() -> None:
    formats = '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellXfs>'
    formats += '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="170"/></cellXfs>'
    row = '<row><c t="s"><v>0</v></c><c><v>120.50</v></c><c s="1"><v>45415</v></c><c s="2"><v>0.25</v></c>'
    row += '<c s="3"><v>45415.604166667</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>'
    shown = text_of(
        "xlsx", xlsx(row, "<si><r><t>Ro</t></r><r><t>pe</t></r><rPh><t>x</t></rPh></si>", formats)
    )
    assert shown == "Costs\nRope | 120.5 | 2024-05-03 | 25% | 2024-05-03 14:30:00 | TRUE | #N/A"


def test_columns_stay_where_they_are_and_a_far_cell_costs_nothing() -> None:
    rows = '<row r="1"><c r="B1"><v>2</v></c><c r="D1"><v>4</v></c></row>'
    rows += '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>last</t></is></c></row>'
    shown = text_of("xlsx", xlsx(rows)).split("\n")
    assert shown[1] == "| 2 |  | 4".rjust(len(shown[1]))
    assert len(shown[2]) < 200


def test_the_other_epoch() -> None:
    formats = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    book = xlsx('<row><c s="0"><v>0</v></c><c s="0"><v>1e300</v></c></row>', formats=formats)
    assert text_of("xlsx", book) == "Costs\n00:00:00 | 1e300"
    later = xlsx("<row><c><v>1</v></c></row>", formats=formats, book='<workbookPr date1904="1"/>')
    assert text_of("xlsx", later) == "Costs\n1904-01-02"


def test_open_documents() -> None:
    body = '<text:h>Head</text:h><text:p>A<text:s text:c="2"/>B</text:p>'
    body += "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
    assert text_of("odt", opendocument("text", body)) == "Head\nA  B"
    cells = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in "ab")
    assert (
        text_of("ods", opendocument("spreadsheet", f"<table:table-row>{cells}</table:table-row>")) == "a | b"
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04 but no more", "not a complete zip file"),
        (docx(paragraph("x"))[:-30], "not a complete zip file"),
        (zipped(hello="x"), "nothing in it is named as its main part"),
        (docx("<w:p>"), "damaged, or not of the format docx"),
        (OLE + b"\x00" * 600, "encrypted, or of the old binary kind"),
    ],
)
def test_what_is_no_office_document(data: bytes, reason: str) -> None:
    with pytest.raises(UnsupportedContent, match=reason):
        text_of("docx", data)
