-- Batch jobs: renames and deletions of lookup values, with how far each has come.

CREATE TABLE jobs (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    start TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    -- 1 when every change is done or has failed.
    complete INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX jobs_waiting ON jobs (key) WHERE complete = 0;

-- The changes of a job, each made in one transaction together with its mark here.
CREATE TABLE job_changes (
    job INTEGER NOT NULL REFERENCES jobs (key),
    position INTEGER NOT NULL,
    category INTEGER NOT NULL,
    old_value TEXT NOT NULL,
    -- NULL: delete.
    new_value TEXT,
    contact TEXT,
    -- 1 when the contact is to be set (or cleared), 0 when it is to be left.
    sets_contact INTEGER NOT NULL,
    -- 0 waiting, 1 done, 2 failed.
    state INTEGER NOT NULL DEFAULT 0,
    -- How many citations it changed.
    citations INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;
