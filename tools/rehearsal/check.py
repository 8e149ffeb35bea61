"""Compares a report of `handout files attach` with what is in the files: none may be given to another version than its own.

    python3 tools/rehearsal/check.py target/rehearsal/share target/rehearsal/files.csv
"""

import csv
import pathlib
import re
import sys
import zipfile
from collections import Counter
from html import unescape


def plain(text):
    return re.sub(r"\W+", " ", text).strip()


def content(path):
    """The text that make.py wrote into a file: title and language."""
    data = path.read_bytes()
    if data.startswith(b"PK"):
        with zipfile.ZipFile(path) as parts:
            return plain(unescape(re.search(r"<w:t>(.*?)</w:t>", parts.read("word/document.xml").decode())[1]))
    return plain(re.search(r"Td \((.*?)\) Tj", data.decode("latin-1"))[1])


def main(share, report):
    wrong, results = [], Counter()
    with open(report, encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            results[row["Result"]] += 1
            if row["Result"] in ("attached", "replaced", "unchanged"):
                expected = plain(f"{row['Title']} ({row['Language']})")
                if content(pathlib.Path(share) / row["File"]) != expected:
                    wrong.append(f"{row['File']}: given to {expected}")
    print(", ".join(f"{count} {result}" for result, count in results.items()))
    print("\n".join(wrong) or "Every file was given to its own version.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
