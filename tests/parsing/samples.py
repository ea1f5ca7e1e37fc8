"""Documents made for the tests, part by part as the formats are specified."""

import io
import zipfile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(**parts: str | bytes) -> bytes:
    """Names with `__` for a slash: `word__document.xml`."""
    return zipped_parts({name.replace("__", "/"): content for name, content in parts.items()})


def zipped_parts(parts: dict[str, str | bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    """Of (type, target); the ids are r1, r2, …"""
    told = "".join(
        f'<Relationship Id="r{number}" Type="{TYPES}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}">{told}</Relationships>'


def docx(body: str, notes: str = "") -> bytes:
    """`body` is what stands in w:body, its elements with the prefix w."""
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
    }
    if notes:
        parts["word/_rels/document.xml.rels"] = relations(("footnotes", "footnotes.xml"))
        parts["word/footnotes.xml"] = f'<w:footnotes xmlns:w="{WORD}">{notes}</w:footnotes>'
    return zipped_parts(parts)


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pptx(*slides: str, notes: str = "") -> bytes:
    """Each slide given as its paragraphs (a:p); shown in the reverse order of their files."""
    count = len(slides)
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="r{n}"/>' for n in range(count, 0, -1))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "/ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{SLIDES}" xmlns:r="{TYPES}">{listed}</p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{n}.xml") for n in range(1, count + 1))
        ),
    }
    for number, text in enumerate(slides, 1):
        parts[f"ppt/slides/slide{number}.xml"] = _slide(text)
    if notes:
        parts["ppt/slides/_rels/slide1.xml.rels"] = relations(("notesSlide", "../notes/notes1.xml"))
        parts["ppt/notes/notes1.xml"] = _slide(notes)
    return zipped_parts(parts)


def _slide(text: str) -> str:
    return f'<p:sld xmlns:p="{SLIDES}" xmlns:a="{DRAWING}">{text}</p:sld>'


def xlsx(rows: str, strings: str = "", formats: str = "", name: str = "Costs", book: str = "") -> bytes:
    """`rows` is what stands in sheetData, `strings` the shared items, `formats` numFmts and cellXfs."""
    main = f'{book}<sheets><sheet name="{name}" sheetId="1" r:id="r1"/></sheets>'
    related = relations(
        ("worksheet", "worksheets/one.xml"), ("sharedStrings", "strings.xml"), ("styles", "styles.xml")
    )
    return zipped_parts(
        {
            "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook xmlns="{SHEETS}" xmlns:r="{TYPES}">{main}</workbook>',
            "xl/_rels/workbook.xml.rels": related,
            "xl/strings.xml": f'<sst xmlns="{SHEETS}">{strings}</sst>',
            "xl/styles.xml": f'<styleSheet xmlns="{SHEETS}">{formats}</styleSheet>',
            "xl/worksheets/one.xml": f'<worksheet xmlns="{SHEETS}"><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def opendocument(kind: str, content: str) -> bytes:
    """`content` uses the prefixes text, table and draw."""
    names = " ".join(f'xmlns:{name}="{OFFICE}:{full}:1.0"' for name, full in _ODF_PREFIXES.items())
    body = f"<office:document-content {names}>{content}</office:document-content>"
    mime = f"application/vnd.oasis.opendocument.{kind}"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", mime, zipfile.ZIP_STORED)
        archive.writestr("content.xml", body, zipfile.ZIP_DEFLATED)
    return target.getvalue()


_ODF_PREFIXES = {"office": "office", "text": "text", "table": "table", "draw": "drawing"}


def pdf(*pages: str) -> bytes:
    """One line a page; a page without text is a blank one."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        content = f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET" if text else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _pdf_file(objects)


def _pdf_file(objects: list[str]) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()
