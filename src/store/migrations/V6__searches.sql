-- What people search for: folded texts with counts by day. No person, no address, no time of day; texts that could
-- name somebody never come here.
CREATE TABLE searches (
    -- The server's day, YYYY-MM-DD.
    day TEXT NOT NULL,
    q TEXT NOT NULL,
    count INTEGER NOT NULL,
    -- Of these, searches that found nothing, or only citations with some of the words.
    missed INTEGER NOT NULL,
    -- Of these, searches that found nothing.
    without_result INTEGER NOT NULL,
    PRIMARY KEY (day, q)
) STRICT, WITHOUT ROWID;
