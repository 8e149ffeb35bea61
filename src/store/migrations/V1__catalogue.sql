-- The catalogue: citations with their language versions, the lookup values they choose from, every earlier state,
-- and the change sequence that the search index follows.

-- One row: what belongs to this database file as a whole.
CREATE TABLE catalogue (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    -- Random id of this file's history; a restored copy gets a new one, so that an index never mistakes it for the old.
    instance TEXT NOT NULL
) STRICT;

-- The change sequence 1, 2, 3 …: one number for each transaction that changed a citation.
CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- When it was made, ISO 8601, UTC.
    at TEXT NOT NULL
) STRICT;

-- A value that citations choose, kept once for each category; renaming it is changing this one row.
CREATE TABLE lookup_values (
    key INTEGER PRIMARY KEY,
    -- Number of the category (model::category::Category).
    category INTEGER NOT NULL,
    -- As shown.
    value TEXT NOT NULL,
    -- As compared: no blanks, lower case.
    value_key TEXT NOT NULL,
    -- Departments only: whom to ask there.
    contact TEXT,
    UNIQUE (category, value_key)
) STRICT;

-- Renames, merges and deletions of lookup values, for those who ask years later; append-only.
CREATE TABLE lookup_history (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    category INTEGER NOT NULL,
    old_value TEXT NOT NULL,
    -- NULL: deleted.
    new_value TEXT,
    -- How many citations pointed to the old value.
    citations INTEGER NOT NULL
) STRICT;

-- One catalogue entry.
CREATE TABLE citations (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    publish_date TEXT,
    printing_specs TEXT,
    obsolete INTEGER NOT NULL DEFAULT 0,
    abstract TEXT,
    reviewed_by TEXT,
    assessment INTEGER,
    fam_review INTEGER,
    production_specialist TEXT,
    originator TEXT,
    dept_review_date TEXT,
    notes TEXT,
    legacy_id TEXT,
    -- JSON list of codes of clinical terminologies; NULL for none.
    codes TEXT,
    -- Id of the citation that replaces this one.
    replaced_by TEXT,
    review_cycle_months INTEGER,
    -- JSON list of names; NULL for none.
    accessible_formats TEXT,
    -- Number of the present state, from 1; earlier ones are in citation_versions.
    version INTEGER NOT NULL,
    -- Who made the present state, and when.
    saved_at TEXT NOT NULL,
    saved_by_user INTEGER,
    saved_by_name TEXT NOT NULL,
    -- Change number of whatever last changed what this citation shows, a renamed value included.
    changed INTEGER NOT NULL REFERENCES changes (number)
) STRICT;
CREATE INDEX citations_by_change ON citations (changed);

-- The values of a citation in each category, except languages.
CREATE TABLE citation_values (
    citation INTEGER NOT NULL REFERENCES citations (key),
    category INTEGER NOT NULL,
    position INTEGER NOT NULL,
    value INTEGER NOT NULL REFERENCES lookup_values (key),
    PRIMARY KEY (citation, category, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX citation_values_by_value ON citation_values (value, citation);

-- The language versions of a citation, in the order given.
CREATE TABLE language_versions (
    citation INTEGER NOT NULL REFERENCES citations (key),
    position INTEGER NOT NULL,
    language INTEGER NOT NULL REFERENCES lookup_values (key),
    item_number TEXT,
    url TEXT,
    PRIMARY KEY (citation, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX language_versions_by_language ON language_versions (language, citation);

-- When which language was revised, in the order given.
CREATE TABLE revision_dates (
    citation INTEGER NOT NULL REFERENCES citations (key),
    position INTEGER NOT NULL,
    language INTEGER NOT NULL REFERENCES lookup_values (key),
    day TEXT NOT NULL,
    PRIMARY KEY (citation, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_dates_by_language ON revision_dates (language, citation);

-- Every address a language version ever had: printed QR codes go on working. Nothing is removed.
CREATE TABLE language_addresses (
    citation INTEGER NOT NULL REFERENCES citations (key),
    url TEXT NOT NULL,
    -- Key of the language's lookup value; it may be gone by now.
    language INTEGER NOT NULL,
    PRIMARY KEY (citation, url, language)
) STRICT, WITHOUT ROWID;

-- Every readable id ever given; the newest of a citation is the current one. Nothing is removed.
CREATE TABLE readable_ids (
    readable_id TEXT PRIMARY KEY,
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- Grows with every id made current; the highest of a citation is its current one.
    given INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX readable_ids_by_citation ON readable_ids (citation, given);

-- Earlier states of citations, whole, as JSON; append-only: nothing erases what was once handed out.
CREATE TABLE citation_versions (
    citation INTEGER NOT NULL REFERENCES citations (key),
    version INTEGER NOT NULL,
    -- Who made that state, and when.
    saved_at TEXT NOT NULL,
    saved_by_user INTEGER,
    saved_by_name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (citation, version)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER citation_versions_stay BEFORE DELETE ON citation_versions
BEGIN SELECT RAISE (ABORT, 'versions are never erased'); END;
CREATE TRIGGER citation_versions_stay_as_they_are BEFORE UPDATE ON citation_versions
BEGIN SELECT RAISE (ABORT, 'versions are never changed'); END;
CREATE TRIGGER citations_stay BEFORE DELETE ON citations
BEGIN SELECT RAISE (ABORT, 'citations are never erased'); END;

INSERT INTO catalogue (only_row, instance) VALUES (1, lower(hex(randomblob(16))));
