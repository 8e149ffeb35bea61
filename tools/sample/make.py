"""Makes the PDF files of the sample catalogue: `python3 tools/sample/make.py [NAME…]`.

Every text in tools/sample/texts becomes a tagged PDF in assets/sample-files, printed by Chromium, and the version of the
citation that it names in assets/sample/*.jsonl refers to the file. A text with `finding:` becomes a file that has this
accessibility finding. Needs chromium-headless-shell, pdftoppm, the Noto fonts pikepdf and fonttools (from pip). The
results are committed; afterwards run `make sample`.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from findings import FINDINGS, scanned
from page import FIELD_HEIGHT, MARGIN, html

ROOT = Path(__file__).resolve().parents[2]
TEXTS = Path(__file__).parent / "texts"
SAMPLE = ROOT / "assets/sample"
FILES = ROOT / "assets/sample-files"


def read(path):
    """The members and the lines of a text."""
    head, _, body = path.read_text().partition("\n\n")
    members = dict(line.split(": ", 1) for line in head.splitlines())
    members["tag"] = path.stem.split(".")[1]
    members["title"] = body.splitlines()[0].removeprefix("# ")
    return members, body.splitlines()


def print_page(page, to):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(page)
        subprocess.run(
            [
                "chromium-headless-shell",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                f"--print-to-pdf={to}",
                "--generate-pdf-document-outline",
                "--no-pdf-header-footer",
                source.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


def add_fields(pdf, labels):
    """A text field for each label at the bottom of the first page, as a Form element of the structure."""
    page, root = pdf.pages[0], pdf.Root.StructTreeRoot
    document = root.K[0] if isinstance(root.K, Array) else root.K
    elements = document.K if isinstance(document.K, Array) else Array([document.K])
    parents, key = root.ParentTree, int(root.get("/ParentTreeNextKey", 1000))
    while "/Kids" in parents:
        parents = parents.Kids[-1]
    page.obj.Annots, fields = pdf.make_indirect(Array()), Array()
    for n, label in enumerate(labels):
        bottom = MARGIN + FIELD_HEIGHT * (len(labels) - 1 - n)
        box = [MARGIN + 230, bottom + 3, 612 - MARGIN, bottom + FIELD_HEIGHT - 3]
        width, height = box[2] - box[0], box[3] - box[1]
        look = pdf.make_stream(f"0.4 G 0.5 0.5 {width - 1} {height - 1} re S".encode())
        look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, Array([0, 0, width, height])
        field = pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                FT=Name.Tx,
                T=String(f"field{n + 1}"),
                TU=String(label),
                F=4,
                Rect=Array(box),
                DA=String("/Helv 11 Tf 0 g"),
                P=page.obj,
                StructParent=key + n,
                AP=Dictionary(N=look),
            )
        )
        element = pdf.make_indirect(
            Dictionary(
                Type=Name.StructElem,
                S=Name.Form,
                P=document,
                Pg=page.obj,
                K=Dictionary(Type=Name.OBJR, Obj=field, Pg=page.obj),
            )
        )
        page.obj.Annots.append(field)
        fields.append(field)
        elements.append(element)
        parents.Nums.extend([key + n, element])
        if "/Limits" in parents:
            parents.Limits[1] = key + n
    document.K = elements
    root.ParentTreeNextKey = key + len(labels)
    page.obj.Tabs = Name.S
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    pdf.Root.AcroForm = Dictionary(
        Fields=fields, DA=String("/Helv 11 Tf 0 g"), DR=Dictionary(Font=Dictionary(Helv=pdf.make_indirect(helvetica)))
    )


def make(path):
    """Writes the PDF of a text; returns its members with the number of pages and the digest."""
    members, lines = read(path)
    finding = members.get("finding")
    target = FILES / f"{path.stem.replace('.', '-')}.pdf"
    print_page(html(members, lines), target)
    pdf = pikepdf.open(target, allow_overwriting_input=True)
    # What would differ each time.
    pdf.docinfo = pdf.make_indirect(Dictionary(Title=String(members["title"]), Producer=String("Chromium")))
    if "form" in members:
        add_fields(pdf, members["form"].split("; "))
    if finding == "noText":
        pdf = scanned(target, members)
    elif finding:
        FINDINGS[finding](pdf)
    options = {"deterministic_id": True}
    if finding == "encrypted":
        # The standard has a switch for assistive technology up to revision 3; tools ignore it in later ones.
        forbidden = pikepdf.Permissions(accessibility=False, extract=False)
        options = {
            "static_id": True,
            "encryption": pikepdf.Encryption(owner="sample", R=3, aes=False, metadata=False, allow=forbidden),
        }
    pdf.remove_unreferenced_resources()
    members["pages"] = len(pdf.pages)
    pdf.save(
        target,
        compress_streams=True,
        recompress_flate=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        **options,
    )
    members["name"], members["digest"] = target.name, hashlib.sha256(target.read_bytes()).hexdigest()
    return members


def refer(made):
    """Lets the versions of the citations refer to the files."""
    made = {(members["citation"], members["lang"]): members for members in made}
    for source in sorted(SAMPLE.glob("*.jsonl")):
        records = [json.loads(line) for line in source.read_text().splitlines()]
        for record in records:
            for n, version in enumerate(record["languages"]):
                members = made.pop((record["id"], version["lang"]), None)
                if members is None:
                    continue
                name = members["name"]
                record["languages"][n] = {
                    "lang": version["lang"],
                    "ksbgNumber": version["ksbgNumber"],
                    **({"title": members["title"]} if members["title"] != record["title"] else {}),
                    "file": {"digest": members["digest"], "name": name, "path": name},
                    "pages": members["pages"],
                }
        lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records]
        source.write_text("".join(lines))
    if made:
        sys.exit(f"No version of the sample: {sorted(made)}")


def main():
    pikepdf.settings.set_flate_compression_level(9)
    FILES.mkdir(exist_ok=True)
    texts = sorted(TEXTS.glob("*.md"))
    if sys.argv[1:]:
        texts = [path for path in texts if path.stem in sys.argv[1:]]
    made = [make(path) for path in texts]
    refer(made)
    total = sum(file.stat().st_size for file in FILES.iterdir())
    print(f"{len(made)} files made; {total:,} bytes in {FILES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
