"""Writes what a hospital brings along, made from our sample: catalogue.xlsx, one row a citation, and the folder `handouts`
with the files, named by item numbers.

    python3 tools/rehearsal/moving_in.py FOLDER
"""

import json
import pathlib
import shutil
import sys
from xml.sax.saxutils import escape

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tools/workbooks"))
from raw import xlsx  # noqa: E402

LANGUAGES = ["English", "Spanish"]
# Header, and the value as text.
COLUMNS = [
    ("Title", lambda one: one["title"]),
    *(
        (f"Item # ({language})", lambda one, language=language: version(one, language).get("ksbgNumber") or "")
        for language in LANGUAGES
    ),
    ("Authors", lambda one: "; ".join(one["authors"])),
    ("Publishers", lambda one: one["publisher"]["name"]),
    ("Material Format", lambda one: one["materialFormat"]),
    ("Keywords", lambda one: "; ".join(one["keywords"])),
    ("Subject Heading", lambda one: one["keySubjectHeading"]),
    ("Where to Obtain", lambda one: one["whereToObtain"]),
    ("Publication Date", lambda one: one["publishDate"][:10]),
    ("Abstract", lambda one: one["abstract"]),
    ("Target Audience", lambda one: "; ".join(one["audience"])),
    ("HE/CS Reviewer", lambda one: one["reviewedBy"]),
    ("PMAT/SAM", lambda one: one["assessment"]),
    ("Family Review", lambda one: one["famReview"]),
    ("Content Reviewer", lambda one: one["originator"]),
    ("Dept. Review Date", lambda one: one["deptReviewDate"][:10]),
]


def version(citation, language):
    return next((one for one in citation["languages"] if one["lang"] == language), {})


def cells(values):
    texts = "".join(f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>' for value in values)
    return f"<row>{texts}</row>"


folder = pathlib.Path(sys.argv[1])
(folder / "handouts").mkdir(parents=True)
rows = [cells(header for header, _ in COLUMNS)]
for topic in sorted((root / "assets/sample").glob("*.jsonl")):
    for citation in map(json.loads, topic.read_text().splitlines()):
        english = version(citation, "English")
        if "file" not in english or not english["ksbgNumber"] or citation["obsolete"]:
            continue
        rows.append(cells(str(value(citation)) for _, value in COLUMNS))
        for language in LANGUAGES:
            one = version(citation, language)
            if "file" in one:
                file = root / "assets/sample-files" / one["file"]["path"]
                shutil.copy(file, folder / "handouts" / f"{one['ksbgNumber']}.pdf")
(folder / "catalogue.xlsx").write_bytes(xlsx("".join(rows)))
