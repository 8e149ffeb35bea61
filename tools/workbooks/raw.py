"""Workbooks from their XML, for what the libraries do not write: results of formulas, other writers' forms, damage."""

import io
import zipfile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DOC = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml."
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
DATE = (2026, 11, 28, 12, 0, 0)


def archive(parts):
    """A ZIP archive of named parts, the same at every run."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    return file.getvalue()


def repack(file):
    """A workbook of a library without its times."""
    with zipfile.ZipFile(io.BytesIO(file)) as source:
        return archive({n: source.read(n) for n in source.namelist() if not n.startswith("docProps/") and n != "meta.xml"})


def relations(rows):
    items = "".join(
        f'<Relationship Id="{id}" Type="{DOC}/{kind}" Target="{target}"{more}/>' for id, kind, target, more in rows
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{items}</Relationships>'


def xlsx(rows, *, before="", after="", strings=(), formats=(), links=(), kind="sheet.main+xml", workbook="xl/workbook.xml",
         absolute=False, workbook_pr="", sheet=None, names=None,
         count=None):
    """A workbook of one sheet. `rows` is the content of `sheetData`, `formats` are number formats of styles 1 and up."""
    folder, file = workbook.rsplit("/", 1)
    target = f"/{folder}/worksheets/sheet1.xml" if absolute else "worksheets/sheet1.xml"
    fonts = '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    num = "".join(f'<numFmt numFmtId="{170 + n}" formatCode="{code}"/>' for n, code in enumerate(formats))
    xfs = "".join(f'<xf numFmtId="{170 + n}"/>' for n in range(len(formats)))
    texts = "".join(s if s.startswith("<si") else f'<si><t xml:space="preserve">{s}</t></si>' for s in strings)
    parts = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/><Override PartName="/{workbook}" ContentType="{kind if "/" in kind else TYPES + kind}"/>'
        f'<Override PartName="/{folder}/worksheets/sheet1.xml" ContentType="{TYPES}worksheet+xml"/></Types>',
        "_rels/.rels": relations([("rId1", "officeDocument", workbook, "")]),
        workbook: f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{DOC}">{workbook_pr}<sheets>'
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        f"{folder}/_rels/{file}.rels": relations([
            ("rId1", "worksheet", target, ""), ("rId2", "styles", "styles.xml", ""),
            ("rId3", "sharedStrings", "sharedStrings.xml", "")]),
        f"{folder}/styles.xml": f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts count="{len(formats)}">{num}</numFmts>{fonts}'
        f'<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="{1 + len(formats)}"><xf numFmtId="0"/>{xfs}</cellXfs></styleSheet>',
        f"{folder}/sharedStrings.xml": f'{HEAD}<sst xmlns="{MAIN}" uniqueCount="{count or len(strings)}">{texts}</sst>',
        f"{folder}/worksheets/sheet1.xml": sheet or f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{DOC}">{before}<sheetData>'
        f"{rows}</sheetData>{after}</worksheet>",
    }
    if links:
        parts[f"{folder}/worksheets/_rels/sheet1.xml.rels"] = relations(
            [(f"rId{n + 1}", "hyperlink", target, ' TargetMode="External"') for n, target in enumerate(links)])
    if names:
        parts = {names(name): content for name, content in parts.items()}
    return archive(parts)


ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{uri}:1.0"'
    for prefix, uri in [("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"), ("draw", "drawing"),
                        ("form", "form"), ("number", "datastyle")]
) + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'


def ods(tables, *, styles="", settings="", media_type=ODS_TYPE, manifest=""):
    """A spreadsheet as LibreOffice saves it; `tables` is what stands in `office:spreadsheet`."""
    return archive({
        "mimetype": media_type,
        "content.xml": f'{HEAD}<office:document-content {SPACES} office:version="1.3"><office:automatic-styles>{styles}'
        f"</office:automatic-styles><office:body><office:spreadsheet>{settings}{tables}</office:spreadsheet></office:body>"
        "</office:document-content>",
        "META-INF/manifest.xml": f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{media_type}"/>{manifest}</manifest:manifest>',
    })


def table(rows, name="Sheet1", columns='<table:table-column table:number-columns-repeated="16384"/>', more=""):
    return f'<table:table table:name="{name}"{more}>{columns}{rows}</table:table>'


def cell(text, more="", inner=None):
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text if inner is None else inner}</text:p></table:table-cell>'


def value(kind, stored, text, more=""):
    name = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}.get(kind, "value")
    return f'<table:table-cell office:value-type="{kind}" office:{name}="{stored}"{more}><text:p>{text}</text:p></table:table-cell>'


def row(*cells, more=""):
    return f'<table:table-row{more}>{"".join(cells)}</table:table-row>'
