"""Edits cells of an exported table in LibreOffice, as a person would, and saves it in the format of the new name.

    apt-get install --no-install-recommends libreoffice-calc-nogui python3-uno
    /usr/bin/python3 tools/workbooks/edit.py FROM TO 'ID|COLUMN|VALUE'...

FROM is an export with a column of IDs. Whole numbers and days are typed, everything else is text; an empty value empties the
cell. tests/lists/README.md says how its files were made.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue

FILTERS = {"xlsx": "Calc MS Excel 2007 XML", "ods": "calc8", "csv": "Text - txt - csv (StarCalc)"}
# Comma, quotes, UTF-8, from row 1, columns as the program takes them, quoted as it likes.
CSV = "44,34,76,1,,1033,false,true,false"


def connect(folder):
    pipe = f"handout{time.time_ns()}"
    office = subprocess.Popen([
        "soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{folder}", f"--accept=pipe,name={pipe};urp;"])
    resolver = uno.getComponentContext()
    resolver = resolver.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", resolver)
    for _ in range(240):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return office, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:
            time.sleep(0.5)
    raise SystemExit("LibreOffice did not start")


def properties(path, **more):
    kind = path.suffix[1:]
    named = {"Hidden": True, **more, **({"FilterName": FILTERS[kind], "FilterOptions": CSV} if kind == "csv" else {})}
    return tuple(PropertyValue(Name=name, Value=value) for name, value in named.items())


def edit(sheet, change):
    id, column, value = change.split("|", 2)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last_row, last_column = cursor.RangeAddress.EndRow, cursor.RangeAddress.EndColumn
    headers = [sheet.getCellByPosition(n, 0).String for n in range(last_column + 1)]
    ids = headers.index("id") if "id" in headers else headers.index("ID")
    row = next(n for n in range(1, last_row + 1) if sheet.getCellByPosition(ids, n).String == id)
    cell = sheet.getCellByPosition(headers.index(column), row)
    if re.fullmatch(r"\d+|\d{4}-\d\d-\d\d|", value):
        cell.Formula = value
    else:
        cell.String = value


def main(source, target, changes):
    source, target = pathlib.Path(source).resolve(), pathlib.Path(target).resolve()
    with tempfile.TemporaryDirectory() as folder:
        office, desktop = connect(folder)
        try:
            book = desktop.loadComponentFromURL(source.as_uri(), "_blank", 0, properties(source))
            for change in changes:
                edit(book.Sheets.getByIndex(0), change)
            filter = {"FilterName": FILTERS[target.suffix[1:]]}
            book.storeToURL(target.as_uri(), properties(target, **filter))
            book.close(True)
        finally:
            office.terminate()
            office.wait()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
