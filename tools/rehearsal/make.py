"""Writes the lists and the shared drive of an invented hospital, as they are before it moves in.

    pip install --target target/rehearsal-tools openpyxl
    PYTHONPATH=target/rehearsal-tools python3 tools/rehearsal/make.py target/rehearsal

Three tables of 400 rows in all and a folder of 900 files, the same at every run. docs/operations/moving-in.md says what
becomes of them. Nothing here knows how Handout reads a table or a name: the mess is the one of real shared drives.
"""

import csv
import io
import pathlib
import random
import shutil
import sys
import unicodedata
import zipfile
from datetime import date, timedelta

from openpyxl import Workbook
from openpyxl.styles import Font

RANDOM = random.Random(20261129)
DEPARTMENTS = ["Pulmonary", "Emergency", "Endocrinology", "Cardiology", "Nutrition Services", "Pharmacy", "Surgery", "Oncology"]
FORMS = ["Handout", "Brochure", "Booklet"]
SUBJECTS = [
    "Asthma", "Fever", "Cough & Cold", "Eczema", "Constipation", "Type 1 Diabetes", "Type 2 Diabetes", "Epilepsy", "Anemia",
    "Croup", "Ear Infections", "Food Allergies", "Headaches", "Hip Dysplasia", "Influenza", "Jaundice", "Kidney Stones",
    "Lead Poisoning", "Migraine", "Nosebleeds", "Obesity", "Pneumonia", "Reflux", "Scoliosis", "Strep Throat", "Tonsillectomy",
    "Urinary Tract Infection", "Vomiting / Diarrhea", "Warts", "Hydroxyzine", "Hydralazine", "Methotrexate", "Albuterol Inhaler",
    "Insulin Pump", "Feeding Tube (G-Tube)", "Central Line", "Cast Care", "Crutches", "MRI Scan", "CT Scan", "X-Ray", "EEG",
    "Sleep Study", "Spina Bifida", "Sickle Cell", "Cleft Lip", "Club Foot", "Concussion", "Burns", "Dental Surgery",
]
ASPECTS = [
    "What to Expect", "Care at Home", "When to Call the Doctor", "Questions & Answers", "Before Your Visit", "For Teens",
    "Ages 0-3", "6 Months", "9 Months", "School Plan",
]
SUBJECTS_ES = [
    "Asma", "Fiebre", "Tos y resfriado", "Eccema", "Estreñimiento", "Diabetes tipo 1", "Diabetes tipo 2", "Epilepsia", "Anemia",
    "Crup", "Infecciones de oído", "Alergias a alimentos", "Dolor de cabeza", "Displasia de cadera", "Gripe", "Ictericia",
    "Cálculos renales", "Intoxicación por plomo", "Migraña", "Hemorragias nasales", "Obesidad", "Neumonía", "Reflujo", "Escoliosis",
    "Faringitis", "Amigdalectomía", "Infección urinaria", "Vómitos y diarrea", "Verrugas", "Hidroxizina", "Hidralazina",
    "Metotrexato", "Inhalador de albuterol", "Bomba de insulina", "Sonda gástrica", "Catéter central", "Cuidado del yeso",
    "Muletas", "Resonancia magnética", "Tomografía", "Radiografía", "Electroencefalograma", "Estudio del sueño",
    "Espina bífida", "Células falciformes", "Labio leporino", "Pie zambo", "Conmoción cerebral", "Quemaduras", "Cirugía dental",
]
ASPECTS_ES = [
    "Qué esperar", "Cuidado en casa", "Cuándo llamar al médico", "Preguntas y respuestas", "Antes de su cita",
    "Para adolescentes", "De 0 a 3 años", "6 meses", "9 meses", "Plan escolar",
]
OWN_NAMES = {"Spanish": "Español", "Vietnamese": "Tiếng Việt", "Arabic": "العربية", "Somali": "Soomaali"}
CODES = {"Spanish": "es", "Vietnamese": "vi", "Arabic": "ar", "Somali": "so"}


def names():
    """Pairs of an English title and a Spanish one, each once."""
    pairs = [(f"{s}: {a}", f"{t}: {b}") for s, t in zip(SUBJECTS, SUBJECTS_ES) for a, b in zip(ASPECTS, ASPECTS_ES)]
    RANDOM.shuffle(pairs)
    return iter(pairs)


def day(first=2012, last=2025):
    return date(first, 1, 1) + timedelta(days=RANDOM.randrange((last - first) * 365))


class Version:
    """A language version that the hospital has a file of."""

    def __init__(self, title, number, lang, own_title=None):
        self.title, self.number, self.lang, self.own_title = title, number, lang, own_title


def master_list(titles, versions):
    """One row a handout: title rows, a column a language, dates as serials, empty columns, a total."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Master List"
    book.create_sheet("Notes to self").append(["ask Kim about the blue folder"])
    sheet.merge_cells("A1:K1")
    sheet["A1"] = "Patient & Family Education — Master Inventory"
    sheet["A1"].font = Font(bold=True, size=16)
    sheet["A2"] = "Updated by PFE committee. Do NOT sort column C!"
    header = ["Handout Title *", "Item #", "Spanish Item #", "Vietnamese", "Arabic Item No.", "Owning Department", "Search terms",
              "Type", "Last Revised", "Date Published", "Retired?", None, "Shelf"]
    for column, text in enumerate(header, 1):
        sheet.cell(4, column, text)
    rows = 180
    for n in range(rows):
        title, spanish = next(titles)
        number = f"PFE{1000 + n}"
        versions.append(Version(title, number, "English"))
        cells = [f"{title} " if n % 17 == 0 else title, number if n % 9 else number.lower()]
        if n % 5 < 3:
            cells.append(f"PFE{1000 + n}S")
            versions.append(Version(title, f"PFE{1000 + n}S", "Spanish"))
        else:
            cells.append("N/A" if n % 2 else None)
        if n % 12 == 0:
            versions.append(Version(title, None, "Vietnamese"))
        cells.append("Yes" if n % 12 == 0 else "–" if n % 12 == 5 else None)
        if n % 20 == 3:
            versions.append(Version(title, f"PFE{1000 + n}A", "Arabic"))
        cells.append(f"PFE{1000 + n}A" if n % 20 == 3 else None)
        cells += [RANDOM.choice(DEPARTMENTS), "; ".join(title.replace(":", "").split()[:2]).lower(), RANDOM.choice(FORMS)]
        # A serial of the spreadsheet program without a format of dates, as a pasted column has it.
        cells.append((day() - date(1899, 12, 30)).days)
        cells += [day(), "x" if n % 30 == 29 else None, None, f"{RANDOM.choice('ABC')}{n % 12}"]
        for column, value in enumerate(cells, 1):
            sheet.cell(5 + n, column, value)
        sheet.cell(5 + n, 10).number_format = "m/d/yyyy"
    # One row where the number became a date, and one without a title.
    sheet.cell(5 + 44, 2, date(2026, 1, 2)).number_format = "d-mmm"
    sheet.cell(5 + rows, 1, "Total")
    sheet.cell(5 + rows, 2, rows)
    return book, rows


def tracker(titles, versions):
    """One row a language version: a key column, the handout's cells merged over its rows, a second row of headers."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Translations 2025"
    header = ["Project", "Document name", "Language", "Doc number", "Pages", "Revised", "Dept", "Reviewer", "Vendor quote ($)"]
    sheet.append(header)
    languages = [["English", "Spanish"], ["English", "Español", "Vietnamese"], ["English", "Spanish", "Somali", "Arabic"]]
    rows, project = 0, 0
    while rows < 140:
        title, spanish = next(titles)
        project += 1
        chosen = languages[project % 3][: 140 - rows]
        first = sheet.max_row + 1
        department = RANDOM.choice(DEPARTMENTS)
        for n, lang in enumerate(chosen):
            known = "Spanish" if lang == "Español" else lang
            number = f"TR-{project:03}-{'EN ES VI SO AR'.split()[['English', 'Spanish', 'Vietnamese', 'Somali', 'Arabic'].index(known)]}"
            name = title if known != "Spanish" else spanish
            shown = name if known in ("English", "Spanish") else None
            sheet.append([
                f"P{project:03}" if n == 0 else None, shown, lang, number, RANDOM.randrange(1, 9), day().strftime("%d %b %Y"),
                department if n == 0 else None, None, RANDOM.randrange(80, 400)])
            versions.append(Version(title, number, known, spanish if known == "Spanish" else None))
            rows += 1
        if len(chosen) > 1:
            sheet.merge_cells(start_row=first, end_row=sheet.max_row, start_column=1, end_column=1)
            sheet.merge_cells(start_row=first, end_row=sheet.max_row, start_column=7, end_column=7)
    return book, rows


def leaflets(titles, versions):
    """A Spanish list as Excel in Mexico saves CSV: semicolons, Windows-1252, Sí and No, day before month."""
    file = io.StringIO()
    out = csv.writer(file, delimiter=";", lineterminator="\r\n")
    out.writerow(["N.º de folleto", "Título", "Título en español", "Folleto en español", "Departamento", "Palabras clave",
                  "Fecha de publicación", "¿Obsoleto?", "Comentarios"])
    rows = 80
    for n in range(rows):
        title, spanish = next(titles)
        number = f"F-{n + 1:03}"
        versions.append(Version(title, number, "English"))
        has_spanish = n % 8 != 7
        if has_spanish:
            versions.append(Version(title, None, "Spanish", spanish))
        out.writerow([
            number, title, spanish if has_spanish else "", "Sí" if has_spanish else "No", RANDOM.choice(DEPARTMENTS),
            f"{spanish.split(':')[0]}; niños", day().strftime("%d/%m/%Y"), "Sí" if n % 25 == 24 else "No",
            "impresión a color – 2 caras" if n % 6 == 0 else ""])
    # A row that its author has left half empty.
    return file.getvalue().encode("cp1252"), rows


def pdf(text):
    """A PDF of one page with this text, whole and with its table of references."""
    shown = text.encode("latin-1", "replace").decode("latin-1").replace("\\", "").replace("(", "").replace(")", "")
    content = f"BT /F1 18 Tf 72 720 Td ({shown}) Tj 0 -30 Td (Call the nurse line with questions about your child.) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = "%PDF-1.4\n", []
    for n, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{n} 0 obj\n{body}\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{at:010} 00000 n \n" for at in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return out.encode("latin-1")


def docx(text):
    file = io.BytesIO()
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" Type="{office}" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{main}"><w:body><w:p><w:r><w:t>{text.replace("&", "&amp;")}</w:t></w:r></w:p>'
        "</w:body></w:document>",
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in parts.items():
            out.writestr(zipfile.ZipInfo(name, (2025, 1, 1, 0, 0, 0)), content)
    return file.getvalue()


def in_file(title):
    """A title as people write it in the name of a file, where : and / are not allowed."""
    return title.replace(": ", RANDOM.choice([" - ", " ", "_", ", "])).replace(" / ", RANDOM.choice([" - ", "_"]))


def number_in_file(number):
    spaced = number.replace("PFE", "PFE ") if RANDOM.random() < 0.5 else number.replace("PFE", "pfe-")
    return RANDOM.choice([number, number.lower(), spaced, number.replace("-", "_"), number.replace("-", " ")])


def named(version, n):
    """The name of a version's file, without its extension. Seven habits of seven people."""
    title, lang = in_file(version.title), version.lang
    if version.lang == "Spanish" and version.own_title and n % 3 == 0:
        title = in_file(version.own_title)
    languages = {"English": ["", "", "_EN", " (English)"], "Spanish": ["_SP", " (Spanish)", " - Español", "_es", " Spanish"]}
    suffix = RANDOM.choice(languages.get(lang, [f" ({lang})", f"_{CODES.get(lang, '')}", f" - {OWN_NAMES.get(lang, lang)}"]))
    with_title = RANDOM.choice(["", "", " FINAL", " FINAL v2", " (1)", " - Copy", " v3", " draft"])
    habit = n % 7
    if version.number and habit in (0, 1):
        return number_in_file(version.number)
    if version.number and habit == 2:
        return f"{number_in_file(version.number)} - {title}"
    if version.number and habit == 3:
        return f"{RANDOM.choice(['2019', '2023', '04-2024'])} {number_in_file(version.number)}{with_title}"
    if habit == 4:
        return f"{title.upper()}{suffix.upper() if lang == 'Spanish' else suffix}"
    if habit == 5:
        return f"{RANDOM.choice(['copy of ', 'Copy of ', 'scan '])}{title}{suffix}"
    return f"{title}{suffix}{with_title}"


def share(versions, folder):
    """900 files: one or more of each version, what people and systems leave beside them, and a few that fit nothing."""
    files = {}

    def put(path, content):
        path = unicodedata.normalize("NFD" if len(files) % 4 == 0 else "NFC", path)
        if path.lower() in (known.lower() for known in files):
            return False
        files[path] = content
        return True

    folders = ["", "Handouts/", "PFE share/2023/", "PFE share/old computer/Handouts/", "Nursing/"]
    for n, version in enumerate(versions):
        name = named(version, n)
        where = RANDOM.choice(folders)
        if version.lang == "Spanish" and n % 11 == 0:
            where += "Spanish/"
        text = f"{version.title} ({version.lang})"
        is_word = n % 37 == 36
        content = docx(text) if is_word else pdf(text)
        put(f"{where}{name}{'.docx' if is_word else RANDOM.choice(['.pdf', '.pdf', '.pdf', '.PDF'])}", content)
        # Beside the PDF its source in Word; a second copy of the same file elsewhere.
        if n % 12 == 1 and not is_word:
            put(f"{where}{name}.docx", docx(text))
        if n % 5 == 2:
            put(f"Desktop backup/{name}{RANDOM.choice(['', ' (1)', ' - Copy'])}{'.docx' if is_word else '.pdf'}", content)
    # What fits nothing, or must not be guessed.
    real = [path for path in files if path.lower().endswith(".pdf")]
    put("Staff potluck sign-up.pdf", pdf("Potluck"))
    put("PFE share/2023/Committee minutes 2023-04.pdf", pdf("Minutes"))
    put("PFE9999.pdf", pdf("A number that no list has"))
    put("Type 3 Diabetes - Care at Home.pdf", pdf("A title that no list has"))
    put("Nursing/New folder/Untitled 7.pdf", pdf("Untitled"))
    put("Handouts/PFE1001 PFE1002.pdf", pdf("Two numbers"))
    put("PFE1003 old wording.pdf", pdf("Another content for PFE1003"))
    put("Handouts/PFE1006.pdf.crdownload", b"%PDF-1.4 half")
    files[real[40]] = b""
    files[real[80]] = files[real[80]][:300]
    files[real[120]] = b"\0" * 4096
    junk = ["Thumbs.db", "Handouts/Thumbs.db", "desktop.ini", ".DS_Store", "Handouts/.DS_Store", "Nursing/desktop.ini"]
    for path in junk:
        put(path, b"\0junk")
    for path in real[::14]:
        parts = path.rsplit("/", 1)
        put("/".join(parts[:-1] + [f"._{parts[-1]}"]), b"\0\5\x16\7")
    for path in real[5::60]:
        parts = path.rsplit("/", 1)
        put("/".join(parts[:-1] + [f"~${parts[-1][2:].rsplit('.', 1)[0]}.docx"]), b"lock")
    n = 0
    while len(files) < 900:
        path = real[(n * 13) % len(real)]
        stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        put(f"Archive {2019 + n % 4}/{stem}.pdf", files[path])
        n += 1
    for path, content in files.items():
        at = folder / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(content)
    return len(files)


def main(target):
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    titles, versions, counts = names(), [], {}
    for name, make in [("master-list.xlsx", master_list), ("translations.xlsx", tracker), ("folletos.csv", leaflets)]:
        made, counts[name] = make(titles, versions)
        if isinstance(made, bytes):
            (target / name).write_bytes(made)
        else:
            made.save(target / name)
    counts["share"] = share(versions, target / "share")
    print(", ".join(f"{name}: {count}" for name, count in counts.items()), f"({len(versions)} versions)")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
