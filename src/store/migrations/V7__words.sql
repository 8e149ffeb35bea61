-- Words people use: what administrators add to the terms of the program, and what they switch off.

CREATE TABLE synonyms (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- JSON list, in the order they were entered.
    terms TEXT NOT NULL,
    -- 1: the first finds the others, not the reverse.
    one_way INTEGER NOT NULL,
    -- 1 at first, one more with every change.
    version INTEGER NOT NULL,
    changed TEXT NOT NULL,
    by_name TEXT NOT NULL
) STRICT;

-- Terms that are switched off; concept and term folded, as they are compared.
CREATE TABLE terms_off (
    concept TEXT NOT NULL,
    term TEXT NOT NULL,
    changed TEXT NOT NULL,
    by_name TEXT NOT NULL,
    PRIMARY KEY (concept, term)
) STRICT, WITHOUT ROWID;

-- The hospital's own table of terms, whole, as it was imported; one row at most.
CREATE TABLE own_terms (
    key INTEGER PRIMARY KEY CHECK (key = 1),
    body TEXT NOT NULL,
    changed TEXT NOT NULL,
    by_name TEXT NOT NULL
) STRICT;

-- Every change of the three tables above. Its latest key tells a running server that the words have changed.
CREATE TABLE word_changes (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    -- 'synonym', 'term' or 'own terms'.
    subject TEXT NOT NULL,
    -- Which one: the id of a synonym, concept and term.
    name TEXT NOT NULL,
    -- What it was and is, NULL for nothing.
    before TEXT,
    after TEXT
) STRICT;
