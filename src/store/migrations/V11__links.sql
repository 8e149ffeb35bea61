-- The link watch: where the addresses of handouts stand, night by night.

-- What is known of an address; one row for all the citations that show it.
CREATE TABLE links (
    url TEXT PRIMARY KEY,
    -- What the last check came to, and why (model::link::LinkState).
    result TEXT NOT NULL,
    reason TEXT,
    -- Where it stands: gone and unreachable only after some nights in a row.
    state TEXT NOT NULL,
    bad_nights INTEGER NOT NULL,
    -- The last night on which it was checked, as the day on which that night began; NULL: only when somebody asked.
    night TEXT,
    -- When it was last checked, ISO 8601, UTC.
    checked TEXT NOT NULL,
    -- 1: a file once answered; its ETag, Last-Modified and length at the last check.
    is_file INTEGER NOT NULL,
    etag TEXT,
    last_modified TEXT,
    length INTEGER,
    -- SHA-256 of the file when it was last read, in hexadecimal.
    sha256 TEXT
) STRICT, WITHOUT ROWID;

-- The file that was at an address at the first check after a review of the citation.
CREATE TABLE link_baselines (
    citation INTEGER NOT NULL REFERENCES citations (key),
    url TEXT NOT NULL,
    -- The day of that review; '' before the first one.
    reviewed TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (citation, url, reviewed)
) STRICT, WITHOUT ROWID;

-- Addresses that somebody wants checked now; a row goes when that is done.
CREATE TABLE link_requests (
    key INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE
) STRICT;

-- The last night that was begun; one row at most.
CREATE TABLE link_night (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    -- The day on which it began, in the server's time zone.
    day TEXT NOT NULL,
    -- 1: every address was checked.
    finished INTEGER NOT NULL
) STRICT;

-- Which citations show an address.
CREATE INDEX language_versions_by_url ON language_versions (url, citation) WHERE url IS NOT NULL;
