-- As of a date: what it takes to tell which state of a citation stood on a day, and by which names its values went then.

-- 1: the new value existed already, and the two became one. Such a change gave each citation a version of its own; a
-- rename gave none.
ALTER TABLE lookup_history ADD COLUMN merged INTEGER NOT NULL DEFAULT 0;
-- The number of the latest row of lookup_history when this state was kept: its values have the names from after that
-- row. NULL for states that were kept before this column was there: the times tell.
ALTER TABLE citation_versions ADD COLUMN names_after INTEGER;

-- A change of a value that citations used took its change number when it began and noted itself when it ended, and
-- nothing else was written in between: a version that was saved in that time is that of a merge.
CREATE TABLE change_times (at TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO change_times SELECT DISTINCT at FROM changes;
CREATE TABLE save_times (by_name TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (by_name, at)) STRICT, WITHOUT ROWID;
INSERT INTO save_times
SELECT saved_by_name, saved_at FROM citations UNION SELECT saved_by_name, saved_at FROM citation_versions;
UPDATE lookup_history SET merged = 1
WHERE new_value IS NOT NULL AND citations > 0 AND EXISTS (
    SELECT 1 FROM save_times s WHERE s.by_name = lookup_history.by_name AND s.at <= lookup_history.at
        AND s.at >= (SELECT max(c.at) FROM change_times c WHERE c.at <= lookup_history.at));
DROP TABLE save_times;
DROP TABLE change_times;

-- When this copy was made, ISO 8601, UTC; in copies alone: a database that is used has NULL.
ALTER TABLE catalogue ADD COLUMN backup_made TEXT;

-- When a copy was put in the place of the database; append-only.
CREATE TABLE restorations (
    number INTEGER PRIMARY KEY,
    -- Everything up to this moment is in the copy; NULL: it held no change at all.
    known_until TEXT,
    restored TEXT NOT NULL
) STRICT;
CREATE TRIGGER restorations_stay BEFORE DELETE ON restorations
BEGIN SELECT RAISE (ABORT, 'restorations are never erased'); END;
CREATE TRIGGER restorations_stay_as_they_are BEFORE UPDATE ON restorations
BEGIN SELECT RAISE (ABORT, 'restorations are never changed'); END;
