-- Reviews of citations: the notes made with them, and the jobs that review many at once.

-- A note on a review. It belongs to the version of the citation that the review made.
CREATE TABLE review_notes (
    key INTEGER PRIMARY KEY,
    citation INTEGER NOT NULL REFERENCES citations (key),
    version INTEGER NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE INDEX review_notes_by_citation ON review_notes (citation, version);

-- What a job of the type 'Review' does with its citations.
CREATE TABLE review_jobs (
    job INTEGER PRIMARY KEY REFERENCES jobs (key),
    action TEXT NOT NULL CHECK (action IN ('reviewed', 'reviewer')),
    -- The new reviewer; NULL when the citations are reviewed.
    reviewer TEXT,
    note TEXT
) STRICT;

-- The citations of such a job, each changed in one transaction together with its mark here.
CREATE TABLE job_citations (
    job INTEGER NOT NULL REFERENCES jobs (key),
    position INTEGER NOT NULL,
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- The state that whoever asked for the job had seen.
    etag TEXT NOT NULL,
    -- 0 waiting, 1 done, 2 left as it is.
    state INTEGER NOT NULL DEFAULT 0,
    -- Why it was left, in plain words.
    reason TEXT,
    PRIMARY KEY (job, position)
) STRICT, WITHOUT ROWID;
