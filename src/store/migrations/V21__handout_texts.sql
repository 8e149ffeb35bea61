-- The text of handout files, as far as link checks fetch them and the settings ask for it.

-- What was read from the file at an address; one row for all the language versions that show it.
CREATE TABLE handout_texts (
    key INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    -- text, no_text (a scan, or an empty file) or failed, and then why (model::handout_text::stored).
    state TEXT NOT NULL,
    reason TEXT,
    -- SHA-256 of the file it was read from, in hexadecimal, and when that was, ISO 8601, UTC.
    sha256 TEXT NOT NULL,
    fetched TEXT NOT NULL,
    -- ETag, Last-Modified and length of the file when it was last fetched.
    etag TEXT,
    last_modified TEXT,
    length INTEGER,
    -- What the formulas of the reading level count (model::handout_text::measures); 0 without a text.
    words INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    english_syllables INTEGER NOT NULL,
    english_polysyllables INTEGER NOT NULL,
    spanish_syllables INTEGER NOT NULL,
    -- The text, up to 200 KB; NULL without one. Last, so that the lists do not read it.
    text TEXT
) STRICT;
