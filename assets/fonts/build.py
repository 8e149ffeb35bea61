"""Makes the subset fonts of the QR card from Debian's fonts-noto-core and fonts-noto-cjk.

Needs fonttools (pip install fonttools). Run from this folder; the results are committed.
"""

import subprocess
from pathlib import Path

NOTO = Path("/usr/share/fonts/truetype/noto")
CJK = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")

# Latin with Vietnamese, Greek, Cyrillic, punctuation, arrows and the signs that titles hold.
LATIN = "U+0020-024F,U+0250-02AF,U+02B0-036F,U+0370-03FF,U+0400-052F,U+1E00-1EFF,U+2000-206F,U+20A0-20BF,U+2100-214F,U+2190-2193,U+2212,U+A64B,U+FB00-FB04"

FONTS = {
    "card-latin": ("NotoSans-Regular.ttf", LATIN),
    "card-arabic": ("NotoSansArabic-Regular.ttf", "*"),
    "card-myanmar": ("NotoSansMyanmar-Regular.ttf", "*"),
    "card-ethiopic": ("NotoSansEthiopic-Regular.ttf", "*"),
    "card-khmer": ("NotoSansKhmer-Regular.ttf", "*"),
    "card-devanagari": ("NotoSansDevanagari-Regular.ttf", "*"),
    "card-thai": ("NotoSansThai-Regular.ttf", "*"),
    "card-lao": ("NotoSansLao-Regular.ttf", "*"),
    "card-bengali": ("NotoSansBengali-Regular.ttf", "*"),
    "card-gurmukhi": ("NotoSansGurmukhi-Regular.ttf", "*"),
    "card-gujarati": ("NotoSansGujarati-Regular.ttf", "*"),
    "card-armenian": ("NotoSansArmenian-Regular.ttf", "*"),
}


def common_characters():
    """GB 2312 and the frequent level of Big5 (simplified and traditional everyday Chinese), KS X 1001 (Korean)."""
    found = set()
    for high in range(0xB0, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                found.add(bytes([high, low]).decode("gb2312"))
            except UnicodeDecodeError:
                pass
    for high in range(0xA4, 0xC7):
        for low in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            try:
                found.add(bytes([high, low]).decode("big5"))
            except UnicodeDecodeError:
                pass
    for high in range(0xB0, 0xC9):
        for low in range(0xA1, 0xFF):
            try:
                found.add(bytes([high, low]).decode("euc_kr"))
            except UnicodeDecodeError:
                pass
    return "".join(sorted(c for c in found if len(c) == 1))


def subset(source, target, *what):
    subprocess.run(
        ["pyftsubset", str(source), f"--output-file={target}", "--layout-features=*", "--no-hinting",
         "--drop-tables+=DSIG", "--name-IDs=1,2,4,6,13,14", *what],
        check=True,
    )


for name, (file, unicodes) in FONTS.items():
    subset(NOTO / file, f"{name}.ttf", f"--unicodes={unicodes}")
Path("characters.txt").write_text(common_characters(), encoding="utf-8")
subset(CJK, "card-cjk.otf", "--font-number=2", "--text-file=characters.txt",
       "--unicodes=U+3000-303F,U+3040-30FF,U+FF00-FFEF")
Path("characters.txt").unlink()
