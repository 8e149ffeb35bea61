-- Language first: tags that administrators set for language values, translations asked for, and searches that found no
-- version in the reader's language.

-- Languages only: the BCP 47 tag that an administrator set. NULL: the one that the program knows by the name, if any.
ALTER TABLE lookup_values ADD COLUMN tag TEXT;

-- Tags set and taken back, for those who ask years later; append-only.
CREATE TABLE language_tag_history (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    -- The value, as it was called then.
    language TEXT NOT NULL,
    -- NULL: none was set.
    old_tag TEXT,
    new_tag TEXT
) STRICT;

-- Translations that people asked for.
CREATE TABLE translation_requests (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- BCP 47 tag in canonical case.
    tag TEXT NOT NULL,
    note TEXT,
    at TEXT NOT NULL,
    by_user INTEGER NOT NULL REFERENCES users (key),
    by_name TEXT NOT NULL,
    -- NULL while it is open.
    closed_at TEXT,
    closed_by TEXT
) STRICT;
-- The same person asks once, until the request is closed.
CREATE UNIQUE INDEX open_translation_requests ON translation_requests (citation, tag, by_user) WHERE closed_at IS NULL;
CREATE INDEX translation_requests_by_time ON translation_requests (at, key);

-- Searches in a language in which a citation among the first had no version: counts by day. No person, no text.
CREATE TABLE translation_searches (
    -- The server's day, YYYY-MM-DD.
    day TEXT NOT NULL,
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- BCP 47 tag in canonical case.
    tag TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, citation, tag)
) STRICT, WITHOUT ROWID;
