"""Takes one property out of a good file, so that it has one accessibility finding."""

import subprocess
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

HEADINGS = {"/H1", "/H2", "/H3", "/H4", "/H5", "/H6"}


def elements(pdf):
    """The elements of the structure, direct objects included."""
    found, waiting = [], [pdf.Root.StructTreeRoot.K]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, Array):
            waiting.extend(thing)
        elif isinstance(thing, Dictionary) and "/S" in thing:
            found.append(thing)
            if "/K" in thing:
                waiting.append(thing.K)
    return found


def remove_title(pdf):
    pdf.docinfo = pdf.make_indirect(Dictionary(Producer=String("Chromium")))
    pdf.Root.ViewerPreferences.DisplayDocTitle = False


def set_language(pdf, tag):
    for thing in [pdf.Root, *elements(pdf)]:
        if "/Lang" in thing:
            if tag is None:
                del thing["/Lang"]
            else:
                thing.Lang = String(tag)


def remove_alternatives(pdf):
    for element in elements(pdf):
        if element.get("/S") == Name.Figure:
            for key in ("/Alt", "/ActualText"):
                if key in element:
                    del element[key]


def remove_table_headers(pdf):
    for element in elements(pdf):
        if element.get("/S") in (Name.TH, Name.TD):
            element.S = Name.TD
            if "/A" in element:
                del element["/A"]


def remove_headings(pdf):
    for element in elements(pdf):
        if str(element.get("/S")) in HEADINGS:
            element.S = Name.P


def remove_tags(pdf):
    for key in ("/StructTreeRoot", "/MarkInfo", "/Outlines"):
        if key in pdf.Root:
            del pdf.Root[key]
    for page in pdf.pages:
        if "/StructParents" in page.obj:
            del page.obj["/StructParents"]


def untag_text(pdf):
    """Only the title stays in the structure."""
    root = pdf.Root.StructTreeRoot
    document = root.K[0] if isinstance(root.K, Array) else root.K
    document.K = Array([document.K[0]])
    if "/Outlines" in pdf.Root:
        del pdf.Root["/Outlines"]


def remove_field_names(pdf):
    for field in pdf.Root.AcroForm.Fields:
        del field["/TU"]


def remove_unicode_maps(pdf):
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and "/ToUnicode" in thing:
            del thing["/ToUnicode"]


FINDINGS = {
    "noTitle": remove_title,
    "noLanguage": lambda pdf: set_language(pdf, None),
    "otherLanguage": lambda pdf: set_language(pdf, "en"),
    "figuresWithoutText": remove_alternatives,
    "tablesWithoutHeaders": remove_table_headers,
    "noHeadings": remove_headings,
    "notTagged": remove_tags,
    "untaggedText": untag_text,
    "fieldsWithoutName": remove_field_names,
    "fontsWithoutUnicode": remove_unicode_maps,
    "encrypted": lambda pdf: None,
}


def scanned(path, members):
    """The same pages as pictures."""
    pictures = path.with_suffix("")
    subprocess.run(["pdftoppm", "-jpeg", "-r", "90", "-jpegopt", "quality=55", path, pictures], check=True)
    pdf = pikepdf.new()
    for file in sorted(path.parent.glob(f"{path.stem}-*.jpg")):
        picture = pdf.make_stream(file.read_bytes())
        width, height = 765, 990
        picture.Type, picture.Subtype, picture.Filter = Name.XObject, Name.Image, Name.DCTDecode
        picture.Width, picture.Height, picture.ColorSpace, picture.BitsPerComponent = width, height, Name.DeviceRGB, 8
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, 612, 792]),
            Resources=Dictionary(XObject=Dictionary(Im0=picture)),
            Contents=pdf.make_stream(b"q 612 0 0 792 0 0 cm /Im0 Do Q"),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        Path(file).unlink()
    pdf.docinfo = pdf.make_indirect(Dictionary(Title=String(members["title"])))
    pdf.Root.Lang = String(members["tag"])
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    return pdf
