-- One row: the time as the writer noted it last, so that whoever has a copy of this file knows how old it is.
CREATE TABLE freshness (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    -- ISO 8601, UTC.
    noted TEXT NOT NULL,
    -- The latest change number when it was noted: a later one has a time of its own.
    after_change INTEGER NOT NULL
) STRICT;
INSERT INTO freshness
SELECT 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), (SELECT coalesce(max(number), 0) FROM changes);
