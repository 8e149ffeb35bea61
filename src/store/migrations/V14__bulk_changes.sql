-- Jobs that change the same fields of many citations, and jobs that undo one.

CREATE TABLE bulk_jobs (
    job INTEGER PRIMARY KEY REFERENCES jobs (key),
    -- What is done to which fields, as JSON; of an undo: of the job that it undoes.
    change TEXT NOT NULL,
    -- The job that it undoes; NULL when it is no undo. Each is undone once.
    undoes INTEGER UNIQUE REFERENCES jobs (key)
) STRICT;

-- The version of the citation that the job made; NULL when it made none, and for jobs on reviews.
ALTER TABLE job_citations ADD COLUMN version INTEGER;
-- The latest number of lookup_history then: what comes later has changed the names of values since.
ALTER TABLE job_citations ADD COLUMN lookups INTEGER;
-- `state` may be 3 as well: there was nothing to change.
CREATE INDEX job_citations_waiting ON job_citations (job, position) WHERE state = 0;
