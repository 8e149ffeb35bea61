"""The page of a text as HTML, for Chromium to print.

A text has lines of Markdown (`#`, `##`, `-`, `1.`, tables whose first row is their header) and two of its own: `!box` for what
matters most and `!fig NAME | DESCRIPTION` for a drawing.
"""

from base64 import b64encode
from html import escape
from io import BytesIO
from urllib.parse import quote

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, newTable

# In points.
MARGIN = 54
FIELD_HEIGHT = 28

FONTS = {
    "ar": "Noto Sans Arabic",
    "am": "Noto Sans Ethiopic",
    "ne": "Noto Sans Devanagari",
}
CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
CJK_NAMES = {"zh-Hans": "Noto Sans CJK SC", "zh-Hant": "Noto Sans CJK TC"}
SIZES = {"large": 25, "card": 15}

DRAWINGS = {
    "wet": '<path d="M60 10v25q0 12 14 12h22v14"/><path d="M96 70v12M88 72v8M104 72v8"/><path d="M40 110q40-30 100-12M46 124q44-22 96-8"/>',
    "clock": '<circle cx="90" cy="68" r="52"/><path d="M90 68V30M90 68l26 16M90 20v8M90 108v8M42 68h8M130 68h8"/>',
    "towel": '<path d="M90 8v14a8 8 0 1 0 8-8"/><path d="M58 30h64v92H58zM58 100h64M58 108h64"/>',
    "crib": '<path d="M20 30v96M160 30v96M20 40h140M20 96h140M20 106h140"/><path d="M40 40v56M60 40v56M80 40v56M100 40v56M120 40v56M140 40v56"/>',
}


def style(members):
    size = SIZES.get(members.get("style"), 11.5)
    font = FONTS.get(members["tag"], "Noto Sans")
    return f"""
{members.get("face", "")}
@page {{ size: 8.5in 11in; margin: {MARGIN}pt }}
* {{ box-sizing: border-box }}
body {{ margin: 0; font: {size}pt/1.45 "Noto Sans", "{font}", "Chinese" }}
h1 {{ font-size: 1.8em; line-height: 1.2; margin: 0 0 .5em; color: #0b4a6f }}
h2 {{ font-size: 1.25em; line-height: 1.25; margin: 1em 0 .3em; color: #0b4a6f; break-after: avoid }}
p, ul, ol {{ margin: 0 0 .6em }}
ul, ol {{ padding-inline-start: 1.4em }}
.box {{ border: 1.5pt solid #b3261e; padding: .5em .8em }}
table {{ border-collapse: collapse; margin: 0 0 .6em; width: 100% }}
th, td {{ border: .5pt solid #555; padding: .25em .5em; text-align: start; vertical-align: top }}
th {{ background: #e6f0f5 }}
img {{ height: 92pt }}
/* There is no bold font, and Chromium would print an imitation as pictures. */
:lang(zh) :is(h1, h2, th) {{ font-weight: normal }}
.field {{ height: {FIELD_HEIGHT}pt; line-height: {FIELD_HEIGHT}pt; margin: 0 }}
.form {{ position: fixed; bottom: 0 }}
"""


def chinese_face(tag, text):
    """A font with the characters of a text in TrueType outlines: Chromium would print the others as pictures of glyphs, which
    are ten times as large."""
    collection = TTCollection(CJK)
    font = next(font for font in collection if font["name"].getDebugName(1) == CJK_NAMES[tag])
    font.recalcTimestamp = False
    subsetter = Subsetter(Options(layout_features=[], notdef_outline=True))
    subsetter.populate(text=text)
    subsetter.subset(font)
    outlines, glyphs, order = font.getGlyphSet(), {}, font.getGlyphOrder()
    for name in order:
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    font["hmtx"].recalc = True
    maxp = font["maxp"] = newTable("maxp")
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    for value in (
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
    ):
        setattr(maxp, value, 0)
    maxp.maxZones, maxp.maxComponentElements, maxp.maxComponentDepth = 1, 0, 0
    maxp.maxPoints = maxp.maxContours = maxp.maxCompositePoints = maxp.maxCompositeContours = 0
    for table in ("CFF ", "VORG", "GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx"):
        if table in font:
            del font[table]
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"
    file = BytesIO()
    font.save(file)
    return (
        f'@font-face {{ font-family: Chinese; src: url("data:font/ttf;base64,{b64encode(file.getvalue()).decode()}") }}'
    )


def drawing(name, description):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 135" width="180" height="135" fill="none" '
        f'stroke="#0b4a6f" stroke-width="4" stroke-linecap="round">{DRAWINGS[name]}</svg>'
    )
    return f'<p><img alt="{escape(description)}" src="data:image/svg+xml,{quote(svg)}"></p>'


def blocks(lines):
    """Lists and tables as a whole, everything else line by line."""
    found = []
    for line in lines:
        kind = (
            "ul"
            if line.startswith("- ")
            else "ol" if line[:1].isdigit() and line[1:3] == ". " else "table" if line.startswith("| ") else ""
        )
        if kind and found and found[-1][0] == kind:
            found[-1][1].append(line)
        elif line:
            found.append((kind, [line]))
        else:
            found.append(("", []))
    return [(kind, part) for kind, part in found if part]


def row(line, cell):
    return (
        "<tr>" + "".join(f"<{cell}>{escape(text.strip())}</{cell}>" for text in line.strip("| ").split("|")) + "</tr>"
    )


def block(kind, part):
    if kind == "table":
        return (
            "<table>"
            + row(part[0], 'th scope="col"').replace('</th scope="col">', "</th>")
            + "".join(row(line, "td") for line in part[1:])
            + "</table>"
        )
    if kind:
        return f"<{kind}>" + "".join(f"<li>{escape(line.split(' ', 1)[1])}</li>" for line in part) + f"</{kind}>"
    line = part[0]
    if line.startswith("!fig "):
        name, description = line.removeprefix("!fig ").split(" | ")
        return drawing(name, description)
    for mark, tag in (("## ", "h2"), ("# ", "h1")):
        if line.startswith(mark):
            return f"<{tag}>{escape(line.removeprefix(mark))}</{tag}>"
    if line.startswith("!box "):
        return f'<p class="box">{escape(line.removeprefix("!box "))}</p>'
    return f"<p>{escape(line)}</p>"


def html(members, lines):
    body = "".join(block(kind, part) for kind, part in blocks(lines))
    if "form" in members:
        fields = "".join(f'<p class="field">{escape(label)}</p>' for label in members["form"].split("; "))
        body += f'<div class="form">{fields}</div>'
    if members["tag"] in CJK_NAMES:
        members = {**members, "face": chinese_face(members["tag"], "\n".join(lines))}
    tag, direction = members["tag"], "rtl" if members["tag"] == "ar" else "ltr"
    return (
        f'<!doctype html><html lang="{tag}" dir="{direction}"><head><meta charset="utf-8"><title>{escape(members["title"])}</title>'
        f"<style>{style(members)}</style></head><body>{body}</body></html>"
    )
