"""Writes tests/workbooks: small workbooks of the kinds that people keep lists in, made by several writers.

What each must give stands in tests/workbooks/expected.txt, which is written by hand; src/table/tests.rs compares.

    pip install --target target/tools openpyxl odfpy
    PYTHONPATH=target/tools python3 tools/workbooks/make.py
"""

import io
import pathlib
from datetime import date, datetime, time

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import A, P
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart
from openpyxl.styles import Font, PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from raw import HEAD, MAIN, archive, cell, ods, repack, row, table, value, xlsx

FILES = {}
URL = "https://x.example"


def workbook(name):
    """A workbook that the decorated function fills."""
    def made(fill):
        book = Workbook()
        book.active.title = "Sheet1"
        fill(book, book.active)
        file = io.BytesIO()
        book.save(file)
        FILES[f"openpyxl/{name}.xlsx"] = repack(file.getvalue())
    return made


def raw(name, *args, **more):
    file = name if "." in name else f"{name}.xlsx"
    FILES[file if "/" in file else f"excel/{file}"] = xlsx(*args, **more)


def open_document(name, *args, **more):
    FILES[f"{name}.ods" if "/" in name else f"open-document/{name}.ods"] = ods(*args, **more)


def put(sheet, *rows):
    for values in rows:
        sheet.append(values)


@workbook("plain")
def _(book, sheet):
    put(sheet, ["ID", "Title", "Pages"], ["e1", "Fever", 2], ["e2", "Asthma", 4])


@workbook("item-numbers")
def _(book, sheet):
    put(sheet, ["Item #", "Title"])
    values = ["001042", 1042, 1042, 1234567890123, 1234567890123456, 1042.5, date(2026, 1, 2), True, "1.23457E+12", -7]
    for n, number in enumerate(values):
        put(sheet, [number, f"T{n}"])
    sheet["A4"].number_format = "000000"
    sheet["A8"].number_format = "d-mmm"


@workbook("number-formats")
def _(book, sheet):
    put(sheet, ["Item #", "Format"])
    for code in ['"KSBG"0000', r"\K\S0000", '"KSBG-"General', "00000", "000-000", "#,##0", "0.00", "#,##0.00",
                 "General", "@", "0.00E+00", "# ?/?", "[Red]00000", "[$-409]00000", '_(* #,##0_);_(* (#,##0);_(* "-"??_);_(@_)',
                 '00000;-00000;"none"']:
        put(sheet, [104, code])
        sheet.cell(sheet.max_row, 1).number_format = code


@workbook("typed-dates")
def _(book, sheet):
    put(sheet, ["Date"], [date(2021, 4, 3)], [datetime(2021, 4, 3, 15, 30)], [time(8, 5)], [2019], [44289], [60], [1e9], [-5])
    for cell_ in ("A5", "A7", "A8", "A9"):
        sheet[cell_].number_format = "mm-dd-yy"


@workbook("dates-1904")
def _(book, sheet):
    book.epoch = CALENDAR_MAC_1904
    put(sheet, ["Date"], [date(2021, 4, 3)], [42827])


@workbook("dates-as-text")
def _(book, sheet):
    put(sheet, ["Reviewed", "Published"], ["03/04/2021", "2021-04-03"], ["15/04/2021", "Mar 2021"], ["29 ago 2026", "2019"])


@workbook("numbers-as-text")
def _(book, sheet):
    put(sheet, ["Item #", "Pages"], ["001042", "4"], ["1,042", "4.0"])


@workbook("blanks-and-letters")
def _(book, sheet):
    put(sheet, [" Title\u00a0", "Notes"], ["  Fever \u00a0", "Niños"], ["Croup\u202fcough", "‘smart’ “quotes” – dash"],
        ["\u00a0", "a\r\nb"], ["Fièvre", "发烧"])


@workbook("links")
def _(book, sheet):
    put(sheet, ["URL", "Case"], ["PDF", "hyperlink"], ["x", "formula"], [f"{URL}/old.pdf", "other target"],
        [f"{URL}/d.pdf", "none"], ["PDF", "none"], ["Ask us", "mail"], ["Sheet", "internal"], ["PDF", "ampersand"])
    sheet["A2"].hyperlink = f"{URL}/a.pdf"
    sheet["A3"] = f'=HYPERLINK("{URL}/b.pdf","Spanish")'
    sheet["A4"].hyperlink = f"{URL}/c.pdf"
    sheet["A7"].hyperlink = "mailto:us@x.example"
    sheet["A8"].hyperlink = "#Sheet1!A1"
    sheet["A9"].hyperlink = f"{URL}/f.pdf?a=1&b=2"
    sheet["A9"].value = "PDF"


@workbook("link-formulas")
def _(book, sheet):
    put(sheet, ["Name", "URL"], ["b.pdf", f'=HYPERLINK("{URL}/"&A2,"PDF")'], ["c", f'=hyperlink("{URL}/"&$A$3&".pdf")'],
        ["d", '=HYPERLINK(VLOOKUP(A4,A1:B2,2))'], ["e", '=IF(A5="","",A5)'])


@workbook("formulas-without-result")
def _(book, sheet):
    put(sheet, ["ID", "Pages"], ["e1", "=1+1"], ["e2", 3])


@workbook("errors")
def _(book, sheet):
    put(sheet, ["ID", "Value"], *[[f"e{n}", error] for n, error in
                                  enumerate(["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#NUM!", "#NULL!"])])


@workbook("merged-department")
def _(book, sheet):
    put(sheet, ["Patient education"], ["Remark"], [], ["Title", "Department", "Pages"], ["A", "Pulmonology", 1], ["B", None, 2],
        ["C", None, 3], ["Total", None, 6])
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("B5:B7")


@workbook("merged-languages")
def _(book, sheet):
    put(sheet, [None, "English", None, "Spanish"], ["Title", "Item #", "URL", "Item #", "URL"],
        ["Fever", 1, f"{URL}/1", 2, f"{URL}/2"])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")


@workbook("merged-block")
def _(book, sheet):
    put(sheet, ["a", "b", "c"], ["x", 1, 2], [None, None, None, "own"], [None, None, None], ["y", 5, 6])
    sheet.merge_cells("A2:B4")


@workbook("repeated-headers")
def _(book, sheet):
    put(sheet, ["ID", "Title"], ["e1", "A"], [], ["ID", "Title"], ["e2", "B"], ["Count", 2])


@workbook("hidden-rows")
def _(book, sheet):
    put(sheet, ["ID"], ["e1"], ["e2"], ["e3"])
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[9].hidden = True


@workbook("filtered-rows")
def _(book, sheet):
    put(sheet, ["ID", "State"], ["e1", "new"], ["e2", "old"])
    sheet.auto_filter.ref = "A1:B3"
    sheet.auto_filter.add_filter_column(1, ["new"])
    sheet.row_dimensions[3].hidden = True


@workbook("hidden-columns")
def _(book, sheet):
    put(sheet, ["ID", "Title", "Notes", None, "Keywords"], ["e1", "A", "n", None, "k"])
    sheet.column_dimensions["C"].hidden = True
    sheet.column_dimensions["D"].hidden = True


@workbook("hidden-sheets")
def _(book, sheet):
    put(sheet, ["old"])
    sheet.sheet_state = "hidden"
    put(book.create_sheet("Macro data"), ["x"])
    book["Macro data"].sheet_state = "veryHidden"
    put(book.create_sheet("Handouts & more"), ["ID"], ["e1"])
    book.create_sheet("Empty")
    book.active = 2


@workbook("formatted-empty-rows")
def _(book, sheet):
    put(sheet, ["ID"], ["e1"])
    for n in range(3, 400):
        for column in range(1, 6):
            sheet.cell(n, column).fill = PatternFill("solid", fgColor="FFFF00")


@workbook("distant-space")
def _(book, sheet):
    put(sheet, ["ID"], ["e1"])
    sheet["XFD1048576"] = " "


@workbook("offset")
def _(book, sheet):
    for place, text in {"C5": "ID", "D5": "Title", "C7": "e1", "D7": "A"}.items():
        sheet[place] = text


@workbook("empty-columns")
def _(book, sheet):
    put(sheet, ["ID", None, " Title ", None], ["e1", None, "A", " "], ["e2"], [None, None, None, None], [None, None, "C"])


@workbook("flags")
def _(book, sheet):
    put(sheet, ["Obsolete"], [True], [False], ["Sí"], ["x"], [1], ["✓"], ["N/A"], ["–"])


@workbook("lines-in-cells")
def _(book, sheet):
    put(sheet, ["Keywords"], ["a\nb\nc"], ["a; b | c"])


@workbook("rich-text")
def _(book, sheet):
    put(sheet, ["Title"], [CellRichText("Fever ", TextBlock(InlineFont(b=True), "and"), " chills")])


@workbook("empty")
def _(book, sheet):
    sheet["A1"].font = Font(b=True)


@workbook("chart-sheet")
def _(book, sheet):
    put(sheet, ["ID"], ["e1"])
    book.create_chartsheet("Chart", 0).add_chart(BarChart())


raw("stored-results", '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="str"><f>"KS"&amp;104</f><v>KS104</v></c><c r="B2"><f>2+2</f><v>4</v></c></row>'
    '<row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3" t="b"><f>1=1</f><v>1</v></c></row>'
    '<row r="4"><c r="A4" t="str"><f>A9&amp;""</f><v>a &amp; b</v></c><c r="B4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    '<row r="5"><c r="A5"><f>NOW()</f></c><c r="B5" s="1"><f>DATE(2021,4,3)</f><v>44289</v></c></row>',
    strings=["Item", "Pages"], formats=["yyyy\\-mm\\-dd"])
raw("newer-errors", '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="e"><f>X()</f><v>#SPILL!</v></c><c r="C1"><v>7</v></c></row>'
    '<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>', strings=["ID"])
raw("shared-link-formulas", '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="str"><f t="shared" ref="B2:B3" si="0">HYPERLINK("https://x.example/"&amp;A2,"PDF")</f><v>PDF</v></c></row>'
    '<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" t="str"><f t="shared" si="0"/><v>PDF</v></c></row>',
    strings=["Name", "URL", "a.pdf", "b.pdf"])
raw("inline-texts", '<row r="1"><c r="A1" t="inlineStr"><is><t>ID</t></is></c></row>'
    '<row r="2"><c r="A2" t="inlineStr"><is><r><t>e</t></r><r><t>1</t></r></is></c></row>')
raw("no-references", "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row><row><c><v>7</v></c><c><v>8</v></c></row>"
    "<row hidden='1'><c/><c><v>9</v></c></row>", strings=["ID", "Pages"])
raw("iso-dates", '<row r="1"><c r="A1" t="d"><v>2021-04-03</v></c><c r="B1" t="d"><v>2021-04-03T10:00:00</v></c></row>')
raw("escapes", '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
    strings=["a_x000D_\nb", "A &amp; B &lt;c&gt; &#233;", "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>"])
raw("empty-shared-text", '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
    strings=["a", "<si/>", "b"])
raw("macros.xlsm", '<row r="1"><c r="A1"><v>1</v></c></row>', kind="application/vnd.ms-excel.sheet.macroEnabled.main+xml")
raw("template.xltx", '<row r="1"><c r="A1"><v>1</v></c></row>', kind="template.main+xml")
raw("other-part-names", '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>',
    names=lambda name: name.replace("/", "\\") if name.startswith("xl/") else name)
raw("other-workbook-name", '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>',
    workbook="xl/workbook22.xml")
raw("absolute-targets", '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>', absolute=True)
raw("prefixed", "", sheet=f'{HEAD}<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="2" hidden="1"><x:c r="B2"><x:v>5</x:v>'
    "</x:c></x:row></x:sheetData></x:worksheet>")
raw("column-groups", '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>',
    before='<cols><col min="1" max="1" width="0" customWidth="1"/><col min="3" max="16384" width="9" hidden="1"/></cols>')
raw("link-ranges", '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>',
    after='<hyperlinks><hyperlink ref="A1:A2" r:id="rId1"/><hyperlink ref="B1" r:id="rId2" location="page=2"/></hyperlinks>',
    links=["https://x.example/a.pdf", "https://x.example/b.pdf"])
raw("merged-whole-sheet", '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3"><c r="C3"><v>1</v></c></row>', strings=["List"],
    after='<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>')
raw("far-row", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
raw("grouped-number", '<row r="1"><c r="A1"><v>1.2345678901230001E12</v></c><c r="B1"><v>0.30000000000000004</v></c>'
    '<c r="C1"><v>1E-7</v></c></row>')

open_document("plain", table(row(cell("ID"), cell("Title")) + row(cell("e1"), cell("Fever &amp; chills"))))
open_document("end-of-sheet", table(
    row(cell("ID"), '<table:table-cell table:number-columns-repeated="16383"/>') + row(cell("e1"), '<table:table-cell table:number-columns-repeated="16383"/>')
    + row('<table:table-cell table:number-columns-repeated="16384"/>', more=' table:number-rows-repeated="1048573"')
    + row('<table:table-cell table:number-columns-repeated="16383"/>', cell(" "))))
open_document("repeated", table(row(cell("ID"), cell("x", ' table:number-columns-repeated="2"'), cell("y"))
                                    + row(cell("e1"), more=' table:number-rows-repeated="3"') + row(cell("e2"))))
open_document("links", table(
    row(cell("", inner='<text:a xlink:href="https://x.example/a.pdf?x=1&amp;y=2" xlink:type="simple">PDF</text:a>'))
    + row(cell("", inner='see <text:a xlink:href="#Sheet1.A1">here</text:a>'))
    + row(cell("Spanish", ' table:formula="of:=HYPERLINK(&quot;https://x.example/b.pdf&quot;;&quot;Spanish&quot;)"'))
    + row(cell("c", ' table:formula="of:=HYPERLINK(&quot;https://x.example/&quot;&amp;[.B4];&quot;c&quot;)"'), cell("c.pdf"))))
open_document("numbers", table(
    row(value("float", "1042", "1042"), value("float", "1042", "001042"), value("float", "1042", "KSBG1042"))
    + row(value("float", "1234567890123", "1.23E+12"), value("float", "1042", "1,042"), value("float", "1042.5", "1042.50"))
    + row(value("percentage", "0.5", "50%"), value("currency", "3.5", "$3.50"), value("boolean", "true", "TRUE"))
    + row(cell("001042"), value("float", "1042", "1.042,00"), value("boolean", "false", "FALSCH"))))
open_document("dates", table(
    row(value("date", "2021-04-03", "03.04.2021"), value("date", "2021-04-03T15:30:00", "3 Apr"), value("time", "PT08H05M00S", "08:05"))
    + row(value("date", "1905-07-11", "2019"), cell("15/04/2021"), value("float", "44289", "44289"))))
open_document("dates-1904", table(row(value("date", "2021-04-03", "x"), value("float", "42827", "42827"))),
              settings='<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>')
HIDDEN = ' table:visibility="collapse"'
open_document(
    "hidden",
    table(row(cell("old")), name="Old", more=' table:style-name="ta2"')
    + table(row(cell("ID"), cell("Notes"), cell("Title")) + row(cell("e1"), cell("n"), cell("A"), more=HIDDEN)
            + row(cell("e2"), cell("n"), cell("B"), more=' table:visibility="filter"') + row(cell("e3"), cell("n"), cell("C")),
            columns=f'<table:table-column/><table:table-column{HIDDEN}/><table:table-column table:number-columns-repeated="16382"/>'),
    styles='<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>'
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>')
open_document("merged", table(
    row(cell("English", ' table:number-columns-spanned="2"'), "<table:covered-table-cell/>", cell("x"))
    + row(cell("Dept", ' table:number-rows-spanned="2"'), cell("A"), cell("1"))
    + row("<table:covered-table-cell office:value-type='string'><text:p>under</text:p></table:covered-table-cell>", cell("B"), cell("2"))))
open_document("errors", table(
    row('<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=NA()" office:value-type="string"><text:p>#N/A</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=1+1"/>', cell("#N/A"),
        '<table:table-cell table:formula="of:=&quot;&quot;" office:value-type="string" office:string-value=""/>')))
open_document("comments", table(
    row('<table:table-cell office:value-type="string"><office:annotation><dc:creator>x</dc:creator><text:p>a comment</text:p></office:annotation>'
        '<text:p>Fever</text:p><draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame></table:table-cell>',
        '<table:table-cell><office:annotation><text:p>alone</text:p></office:annotation></table:table-cell>')
    + "<table:shapes><draw:frame><table:table><table:table-row><table:table-cell><text:p>z</text:p></table:table-cell></table:table-row></table:table></draw:frame></table:shapes>"
    + row(cell("last"))))
open_document("texts", table(
    row(cell("", inner="a<text:s text:c=\"2\"/>b<text:tab/>c<text:line-break/>d"),
        '<table:table-cell office:value-type="string"><text:p>line 1</text:p><text:p/><text:p>line <text:span>3</text:span></text:p></table:table-cell>',
        cell("", inner="<text:s/>"), cell("Niños\u00a0"), cell("&#233;&apos;"))))
open_document("groups", table(
    "<table:table-header-rows>" + row(cell("ID")) + "</table:table-header-rows><table:table-row-group>" + row(cell("e1"))
    + "</table:table-row-group>", columns="<table:table-column-group><table:table-column/></table:table-column-group>"))
open_document("tracked-changes", table(row(cell("now"))),
              settings="<table:tracked-changes><table:cell-content-change><table:table-cell><text:p>before</text:p></table:table-cell>"
              "</table:cell-content-change></table:tracked-changes>")


def by_odfpy():
    document = OpenDocumentSpreadsheet()
    sheet = Table(name="Handouts")
    for values in [["ID", "Title", "Pages", "URL"], ["e1", "Fever", 2, f"{URL}/a.pdf"], ["e2", "", 4.5, ""]]:
        line = TableRow()
        for content in values:
            if isinstance(content, str):
                filled = TableCell(valuetype="string")
                paragraph = P(text="" if content.startswith("http") else content)
                if content.startswith("http"):
                    paragraph.addElement(A(href=content, text="PDF"))
            else:
                filled = TableCell(valuetype="float", value=content)
                paragraph = P(text=str(content))
            filled.addElement(paragraph)
            line.addElement(filled)
        sheet.addElement(line)
    document.spreadsheet.addElement(sheet)
    file = io.BytesIO()
    document.write(file)
    FILES["open-document/by-odfpy.ods"] = repack(file.getvalue())


by_odfpy()

# What is refused.
open_document("refused/all-cells", table(row(cell("x", ' table:number-columns-repeated="16384"'), more=' table:number-rows-repeated="1048575"')))
open_document("refused/rows", table(row(cell("x"), more=' table:number-rows-repeated="200001"')))
open_document("refused/encrypted", table(""), manifest="<manifest:encryption-data/>")
open_document("refused/text", "", media_type="application/vnd.oasis.opendocument.text")
raw("refused/binary.xlsb", "", kind="application/vnd.ms-excel.sheet.binary.macroEnabled.main")
raw("refused/document.docx", "", kind="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
raw("refused/doctype", "", sheet=f'{HEAD}<!DOCTYPE x [<!ENTITY a "b">]><worksheet xmlns="{MAIN}"><sheetData/></worksheet>')
raw("refused/count-of-texts", "", count="99999999999")
FILES["refused/archive.zip"] = archive({"a.csv": "id,title\n"})
FILES["refused/numbers.numbers"] = archive({"Index/Document.iwa": "x", "Data/a": "y"})
FILES["refused/cut.xlsx"] = FILES["openpyxl/plain.xlsx"][:-40]
FILES["refused/damaged.xlsx"] = xlsx("<row r='1'><c r='A1' t='s'><v>99</v></c></row>", strings=["a"])


def main():
    folder = pathlib.Path(__file__).parents[2] / "tests/workbooks"
    known = {folder / name for name in FILES}
    for file in folder.glob("*/*"):
        if file not in known:
            file.unlink()
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


main()
