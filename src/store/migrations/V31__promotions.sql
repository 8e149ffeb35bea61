-- Promoted results: what is shown above the results of certain texts.
CREATE TABLE promotions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- JSON list, in the order they were entered.
    phrases TEXT NOT NULL,
    title TEXT NOT NULL,
    -- ID of a citation, ID of a packet, or a link: one of them.
    citation TEXT,
    packet TEXT,
    url TEXT,
    -- 1 at first, one more with every change.
    version INTEGER NOT NULL,
    changed TEXT NOT NULL,
    by_name TEXT NOT NULL
) STRICT;

-- Every change of a promotion; nothing is ever removed. The change number tells a running server that they have changed.
CREATE TABLE promotion_changes (
    key INTEGER PRIMARY KEY,
    promotion TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    -- The promotion as JSON, NULL once it is deleted.
    body TEXT,
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX promotion_changes_by_promotion ON promotion_changes (promotion, version);
