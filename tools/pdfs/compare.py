"""Measures what Handout makes of PDF files: `python3 tools/pdfs/compare.py FOLDER BINARY [BINARY…]`.

- Texts of each binary against pdftotext: which share of its words is found (recall), which share of the words found is its
  (precision), and which share of its pairs of neighboring words is found (order). And which share of the words of the text
  that the file was made of each of them finds; of charts and of fonts without some letters, none finds all.
- Previews of the last binary against pdftoppm: which share of the pixels differs by more than 64 of 255 at two widths,
  milliseconds, memory.
- Findings of the last binary against `pdfinfo -struct` and pdfua: every difference, with its number of files.

Needs poppler-utils, and from pip pillow and pdfua.
"""

import io
import json
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path

from PIL import Image, ImageChops

FOLDER, BINARIES = Path(sys.argv[1]), sys.argv[2:]
TEXTS = Path(__file__).resolve().parents[1] / "sample/texts"
WIDTHS = [640, 160]


def run(command, file):
    """Output, milliseconds and megabytes of a program; None where it failed."""
    begun = time.monotonic()
    with open(file, "rb") as source:
        child = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = child.stdout.read()
    _, child.returncode, usage = os.wait4(child.pid, 0)
    taken = (time.monotonic() - begun) * 1000
    return output if child.returncode == 0 else None, taken, usage.ru_maxrss / 1024


def words(text):
    text = unicodedata.normalize("NFKC", (text or b"").decode("utf-8", "replace"))
    # Invisible characters and the vowel marks of Arabic are left out. A Chinese text has no words: its characters count.
    text = re.sub(r"[\u00ad\u200b-\u200f\u202a-\u202e\u064b-\u065f]", "", text).lower()
    return re.findall(r"[\u2e80-\u9fff]|[^\W_\u2e80-\u9fff]+", text)


def shares(found, expected):
    def common(a, b):
        return (Counter(a) & Counter(b)).total()

    pairs = [list(zip(some, some[1:])) for some in (found, expected)]
    return [
        common(found, expected) / max(len(expected), 1),
        common(found, expected) / max(len(found), 1),
        common(*pairs) / max(len(pairs[1]), 1),
    ]


def source(file):
    """The words of the text that a file was made of."""
    name = max((path for path in TEXTS.iterdir() if file.stem.endswith(path.stem.replace(".", "-"))), key=lambda path: len(path.stem))
    body = re.sub(r"^(#+|-|\d+\.|!box|!fig.*)|[|*]", " ", name.read_text().partition("\n\n")[2], flags=re.M)
    return words(body.encode())


def texts(files):
    names = [str(n) for n, _ in enumerate(BINARIES, 1)]
    columns = [f"{share} {name}" for name in names for share in ("recall", "precision", "order")]
    print("file", *columns, *[f"of the source {name}" for name in ["pdftotext", *names]], sep=" | ")
    totals = Counter()
    for file in files:
        poppler = words(subprocess.run(["pdftotext", "-q", "-enc", "UTF-8", file, "-"], capture_output=True).stdout)
        found = [words(run([binary, "extract-text", "pdf"], file)[0]) for binary in BINARIES]
        row = [value for ours in found for value in shares(ours, poppler)]
        row += [shares(some, source(file))[0] for some in [poppler, *found]]
        totals.update(dict(enumerate(row)))
        print(file.stem, *[f"{value:.3f}" for value in row], sep=" | ")
    print("mean", *[f"{totals[n] / len(files):.3f}" for n in range(len(row))], sep=" | ")


def largest(output):
    """The widest of the previews, each behind its length."""
    at, piece = 0, b""
    while at < len(output or b""):
        length = int.from_bytes(output[at : at + 4], "big")
        piece, at = output[at + 4 : at + 4 + length], at + 4 + length
    return Image.open(io.BytesIO(piece)).convert("L") if piece else None


def difference(one, other, width):
    """The share of pixels that differ clearly at this width."""
    size = (width, round(one.height * width / one.width))
    histogram = ImageChops.difference(one.resize(size), other.resize(size)).histogram()
    return sum(histogram[65:]) / (size[0] * size[1])


def previews(files):
    print("\nfile", *[f"differ at {width}" for width in WIDTHS], "ms", "MB", "pdftoppm ms", "MB", sep=" | ")
    for file in files:
        drawn, *cost = run([BINARIES[-1], "extract-text", "pdf-preview"], file)
        command = ["pdftoppm", "-q", "-png", "-singlefile", "-cropbox", "-scale-to-x", str(WIDTHS[0]), "-scale-to-y", "-1", file]
        other, *other_cost = run(command, file)
        ours = largest(drawn)
        different = ["no other picture" if ours else "not drawn"] * len(WIDTHS)
        if ours and other:
            theirs = Image.open(io.BytesIO(other)).convert("L").resize(ours.size)
            different = [f"{difference(ours, theirs, width):.2%}" for width in WIDTHS]
        print(file.stem, *different, *[f"{value:.0f}" for value in cost + other_cost], sep=" | ")


def pdfinfo(file):
    """What pdfinfo says, as findings."""
    said = subprocess.run(["pdfinfo", file], capture_output=True, text=True, errors="replace").stdout
    facts = dict(re.findall(r"^([^:\n]+):[ \t]+(.*)$", said, re.M))
    tree = subprocess.run(["pdfinfo", "-struct", file], capture_output=True, text=True, errors="replace").stdout
    checks = {
        "notTagged": facts.get("Tagged") != "yes" or not tree.strip(),
        "noTitle": not facts.get("Title"),
        "tablesWithoutHeaders": re.search(r"^\s*Table\b", tree, re.M) and not re.search(r"^\s*TH\b", tree, re.M),
        "noHeadings": int(facts.get("Pages", 0)) > 3 and facts.get("Tagged") == "yes" and not re.search(r"^\s*H[1-6]?\b", tree, re.M),
        "encrypted": "copy:no" in facts.get("Encrypted", "") and "accessibility:no" in facts.get("Encrypted", ""),
    }
    return {finding for finding, is_found in checks.items() if is_found}, set(checks)


PDFUA = {
    "UA-01-005": "notTagged",
    "UA-01-002": "notTagged",
    "UA-01-003": "untaggedText",
    "UA-06-001": "noLanguage",
    "UA-13-004": "figuresWithoutText",
    "UA-15-003": "tablesWithoutHeaders",
    "UA-07-001": "noTitle",
    "UA-07-002": "noTitle",
    "UA-18-001": "fieldsWithoutName",
}


def pdfua(file):
    """What pdfua says, as findings; rules of PDF/UA that are none of ours keep their names."""
    command = [sys.executable, "-m", "pdfua", "check", "--format", "json", file]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    said = json.loads(output)["findings"] if output.startswith("{") else []
    return {PDFUA.get(one["rule_id"], one["rule_id"]) for one in said}, set(PDFUA.values())


def findings(files):
    differences = {}
    for file in files:
        output = run([BINARIES[-1], "extract-text", "whole-pdf"], file)[0]
        ours = {one["finding"] for one in json.loads(output.split(b"\n")[1])["check"]["findings"]} if output else {"unreadable"}
        for tool, (theirs, comparable) in {"pdfinfo": pdfinfo(file), "pdfua": pdfua(file)}.items():
            for finding in theirs - ours:
                differences.setdefault((tool, finding, "found by it alone"), []).append(file.stem)
            for finding in (ours & comparable) - theirs:
                differences.setdefault((tool, finding, "found by Handout alone"), []).append(file.stem)
    print()
    for difference, names in sorted(differences.items()):
        print(*difference, len(names), ", ".join(names), sep=" | ")


def main():
    files = sorted(FOLDER.glob("*.pdf"))
    texts(files)
    previews(files)
    findings(files)


main()
