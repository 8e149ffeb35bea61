-- Files that administrators sent to be imported, until 7 days after their last use.
CREATE TABLE imports (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- The person who sent it.
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    used TEXT NOT NULL,
    content BLOB NOT NULL,
    -- 1 at first, one more with every change of the mapping.
    version INTEGER NOT NULL DEFAULT 1,
    -- What the API shows of it, as JSON.
    details TEXT NOT NULL,
    -- The version and the change number of the catalogue that the stored preview is of; NULL without one.
    previewed INTEGER,
    preview_change INTEGER,
    job INTEGER REFERENCES jobs (key)
) STRICT;
CREATE INDEX imports_by_owner ON imports (owner, key);

-- The preview of an import: bad rows first, then in the order of the file.
CREATE TABLE import_rows (
    import INTEGER NOT NULL REFERENCES imports (key),
    position INTEGER NOT NULL,
    row INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    -- What the API shows of it, as JSON.
    body TEXT NOT NULL,
    -- The citation as it will be, as JSON; NULL where nothing is written.
    citation TEXT,
    -- The citation that there is, and its ETag; NULL for a new one.
    citation_key INTEGER,
    etag TEXT,
    PRIMARY KEY (import, position)
) STRICT, WITHOUT ROWID;

-- Jobs that write an import, and jobs that undo one.
CREATE TABLE import_jobs (
    job INTEGER PRIMARY KEY REFERENCES jobs (key),
    name TEXT NOT NULL,
    -- The job that it undoes; NULL when it is no undo. Each is undone once.
    undoes INTEGER UNIQUE REFERENCES jobs (key)
) STRICT;

-- The citations of such a job, each written in one transaction together with its mark here.
CREATE TABLE import_job_rows (
    job INTEGER NOT NULL REFERENCES jobs (key),
    position INTEGER NOT NULL,
    row INTEGER NOT NULL,
    -- The citation to write, as JSON, removed once it is written; NULL in an undo.
    citation TEXT,
    -- The citation that there is, and the ETag that it must still have; NULL for a new one until it is added.
    citation_key INTEGER,
    etag TEXT,
    -- 0 waiting, 1 written, 2 skipped, 3 nothing to change.
    state INTEGER NOT NULL DEFAULT 0,
    -- Whether the citation was added.
    added INTEGER NOT NULL DEFAULT 0,
    -- The version that was made.
    version INTEGER,
    -- Why it was skipped, in plain words.
    reason TEXT,
    PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_job_rows_waiting ON import_job_rows (job, position) WHERE state = 0;

-- Mappings of columns that were saved under a name.
CREATE TABLE import_mappings (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    -- As JSON.
    mapping TEXT NOT NULL
) STRICT;
