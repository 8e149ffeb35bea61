"""Makes PDF files by different makers: `python3 tools/pdfs/make.py FOLDER`.

The texts are those of tools/sample/texts. Needs chromium-headless-shell, soffice, gs, qpdf and the Noto fonts, and from pip
weasyprint, fpdf2, reportlab, matplotlib, pikepdf and fonttools; pdflatex is used where it is installed. The files are not
committed: compare.py measures what Handout makes of them.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "sample"))
from make import TEXTS, print_page, read  # noqa: E402
from page import html  # noqa: E402

OUT = Path(sys.argv[1]).resolve()
WORK = OUT / "work"
NOTO = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
ARABIC = "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf"
LATIN = ["fever-en", "fever-es", "croup-en", "tonsillectomy-vi"]
SCRIPTS = ["fever-ar", "fever-ru", "fever-zh-Hans", "interpreter-services-am", "interpreter-services-ne"]


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=180)


def blocks(body):
    """The paragraphs of a text: whether each is a heading, and its words."""
    for line in body:
        if line.strip() and not line.startswith(("|", "!fig")):
            yield line.startswith("#"), re.sub(r"^(#+|-|\d+\.|!box)\s*|\*\*", "", line)


def chromium(name, page, body):
    print_page(page, OUT / f"chromium-{name}.pdf")


def convert(name, source, to, *options):
    run("soffice", "--headless", *options, "--convert-to", to, "--outdir", WORK, WORK / f"{name}.{source}")


def libreoffice(pages):
    """The same pages saved as ODT and DOCX, and exported as they are and as PDF/UA."""
    plain = "pdf:writer_pdf_Export"
    ua = 'pdf:writer_pdf_Export:{"PDFUACompliance":{"type":"boolean","value":"true"}}'
    for name, page in pages:
        (WORK / f"{name}.html").write_text(page)
        convert(name, "html", "odt:writer8", "--infilter=HTML (StarWriter)")
        convert(name, "odt", "docx:MS Word 2007 XML")
        for kind, source, export in [("ua", "odt", ua), ("plain", "odt", plain), ("docx", "docx", plain)]:
            convert(name, source, export)
            shutil.move(WORK / f"{name}.pdf", OUT / f"libreoffice-{kind}-{name}.pdf")


def weasyprint(name, page, body):
    from weasyprint import HTML

    HTML(string=page).write_pdf(OUT / f"weasyprint-ua-{name}.pdf", pdf_variant="pdf/ua-1")
    HTML(string=page).write_pdf(OUT / f"weasyprint-plain-{name}.pdf")


def fpdf(name, page, body):
    from fpdf import FPDF

    for kind, face in [("embedded", "Noto"), ("standard", "Helvetica")]:
        pdf = FPDF(format="letter")
        pdf.add_font("Noto", fname=NOTO)
        pdf.add_page()
        for is_heading, words in blocks(body):
            pdf.set_font(face, size=18 if is_heading else 11)
            words = words if face == "Noto" else words.encode("latin-1", "replace").decode("latin-1")
            pdf.multi_cell(0, None, words, align="J", new_x="LMARGIN", new_y="NEXT")
            pdf.ln(3)
        pdf.output(OUT / f"fpdf2-{kind}-{name}.pdf")


def reportlab(name, page, body):
    from reportlab.lib.pagesizes import letter
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    pdfmetrics.registerFont(TTFont("Noto", NOTO))
    styles = getSampleStyleSheet()
    for kind, columns, face in [("one-column", 1, "Noto"), ("two-columns", 2, "Helvetica")]:
        width = 468 / columns - 6
        frames = [Frame(72 + n * (width + 12), 72, width, 648) for n in range(columns)]
        for style in ("Heading1", "BodyText"):
            styles[style].fontName = face
        document = BaseDocTemplate(str(OUT / f"reportlab-{kind}-{name}.pdf"), pagesize=letter)
        document.addPageTemplates(PageTemplate(frames=frames))
        document.build([Paragraph(words, styles["Heading1" if is_heading else "BodyText"]) for is_heading, words in blocks(body)])


def matplotlib(name, page, body):
    import matplotlib as mpl
    from matplotlib.figure import Figure

    for kind in (3, 42):
        mpl.rcParams["pdf.fonttype"] = kind
        figure = Figure(figsize=(8.5, 11))
        axes = figure.add_subplot()
        axes.plot([37, 38.5, 39, 38], label="Temperature")
        axes.set_title(" ".join(words for _, words in list(blocks(body))[:1]))
        axes.set_xlabel("\n".join(words[:70] for _, words in list(blocks(body))[1:6]))
        axes.legend()
        figure.savefig(OUT / f"matplotlib-type{kind}-{name}.pdf")


def latex(name, page, body):
    escaped = lambda words: re.sub(r"([&%$#_{}])", r"\\\1", words)  # noqa: E731
    text = "\n\n".join(rf"\section*{{{escaped(words)}}}" if is_heading else escaped(words) for is_heading, words in blocks(body))
    for kind, options, more in [("t1", "", r"\usepackage[T1]{fontenc}"), ("twocolumn", "twocolumn", "")]:
        source = WORK / f"latex-{kind}-{name}.tex"
        source.write_text(rf"\documentclass[{options}]{{article}}{more}\usepackage[utf8]{{inputenc}}\begin{{document}}{text}\end{{document}}")
        run("pdflatex", "-interaction=nonstopmode", f"-output-directory={WORK}", source)
        shutil.move(source.with_suffix(".pdf"), OUT)


def rewritten(source):
    """What other programs make of a file: the same in other forms, protected, damaged."""
    name = source.stem
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={OUT}/ghostscript-{name}.pdf", source)
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dCompatibilityLevel=1.3", f"-sOutputFile={OUT}/ghostscript-1.3-{name}.pdf", source)
    for kind, options in {
        "objects": ["--object-streams=generate"],
        "linear": ["--linearize"],
        "aes": ["--encrypt", "", "owner", "256", "--"],
        "rc4": ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--print=none", "--"],
        "plain": ["--qdf", "--object-streams=disable"],
    }.items():
        run("qpdf", *options, source, OUT / f"qpdf-{kind}-{name}.pdf")
    plain = (OUT / f"qpdf-plain-{name}.pdf").read_bytes()
    (OUT / f"damaged-table-{name}.pdf").write_bytes(re.sub(rb"startxref\n\d+", b"startxref\n99", plain))
    (OUT / f"damaged-end-{name}.pdf").write_bytes(plain[: plain.rindex(b"xref\n0")])


def scan(source):
    """A page as a picture under its invisible text."""
    from pikepdf import Name, Pdf

    pages = WORK / "page"
    run("pdftoppm", "-r", "60", "-jpeg", "-singlefile", source, pages)
    with Pdf.open(source) as pdf:
        picture = pdf.make_stream(pages.with_suffix(".jpg").read_bytes())
        width, height = [round(float(side) * 60 / 72) for side in pdf.pages[0].mediabox[2:]]
        picture.Type, picture.Subtype, picture.Filter = Name.XObject, Name.Image, Name.DCTDecode
        picture.Width, picture.Height, picture.BitsPerComponent, picture.ColorSpace = width, height, 8, Name.DeviceRGB
        del pdf.pages[1:]
        page = pdf.pages[0]
        name = page.add_resource(picture, Name.XObject)
        page.contents_coalesce()
        hidden = page.Contents.read_bytes().replace(b"BT\n", b"BT 3 Tr\n").replace(b"BT ", b"BT 3 Tr ")
        over = f"\nq {' '.join(str(part) for part in (page.mediabox[2], 0, 0, page.mediabox[3], 0, 0))} cm {name} Do Q".encode()
        page.Contents = pdf.make_stream(b"q\n" + hidden + b"\nQ" + over)
        for key in ("/StructTreeRoot", "/MarkInfo"):
            if key in pdf.Root:
                del pdf.Root[key]
        pdf.save(OUT / f"ocr-{source.stem}.pdf")


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    texts = {}
    for path in TEXTS.iterdir():
        members, body = read(path)
        texts[path.stem.replace(".", "-")] = (html(members, body), body)
    for name in LATIN + SCRIPTS:
        chromium(name, *texts[name])
    for name in LATIN[:2] + SCRIPTS[:3]:
        weasyprint(name, *texts[name])
    libreoffice([(name, texts[name][0]) for name in [LATIN[0], LATIN[1], SCRIPTS[0], SCRIPTS[2]]])
    for name in LATIN[:3]:
        for maker in (fpdf, reportlab):
            maker(name, *texts[name])
    matplotlib(LATIN[0], *texts[LATIN[0]])
    if shutil.which("pdflatex"):
        latex(LATIN[0], *texts[LATIN[0]])
        latex(LATIN[1], *texts[LATIN[1]])
    rewritten(OUT / f"chromium-{LATIN[0]}.pdf")
    scan(OUT / f"reportlab-one-column-{LATIN[0]}.pdf")
    shutil.rmtree(WORK)
    print(len(list(OUT.glob("*.pdf"))), "files in", OUT)


main()
