-- Packets: ordered lists of citations that a family gets together.

-- A packet. The row of a deleted one stays, so that its addresses answer as deleted and are never given again.
CREATE TABLE packets (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- 12 characters of Crockford base32 in upper case; opens the packet for anyone who has it.
    code TEXT NOT NULL UNIQUE,
    -- Who made it; NULL when it was imported.
    owner INTEGER REFERENCES users (key),
    title TEXT NOT NULL,
    description TEXT,
    -- Key of a lookup value of the category of departments.
    department INTEGER REFERENCES lookup_values (key),
    -- 1: a department packet, which is public; 0: a personal one.
    published INTEGER NOT NULL,
    -- 1: deleted; nothing else of it changes then.
    deleted INTEGER NOT NULL DEFAULT 0,
    -- 1 at first, one more with every state.
    version INTEGER NOT NULL DEFAULT 1,
    -- ISO 8601, UTC.
    saved_at TEXT NOT NULL,
    -- Key of the user record; NULL for the command line.
    saved_by_user INTEGER,
    saved_by_name TEXT NOT NULL,
    -- The change number that last touched it.
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX packets_by_owner ON packets (owner, deleted, published);
CREATE INDEX packets_by_change ON packets (changed);
CREATE INDEX packets_published ON packets (published, deleted, saved_at);
CREATE INDEX packets_by_department ON packets (department);

-- The citations of a packet, each once.
CREATE TABLE packet_items (
    packet INTEGER NOT NULL REFERENCES packets (key),
    -- From 0.
    position INTEGER NOT NULL,
    citation INTEGER NOT NULL REFERENCES citations (key),
    note TEXT,
    PRIMARY KEY (packet, position),
    UNIQUE (packet, citation)
) STRICT, WITHOUT ROWID;
CREATE INDEX packet_items_by_citation ON packet_items (citation);

-- Every readable ID that a packet has or had. None is ever given to another one.
CREATE TABLE packet_readable_ids (
    readable_id TEXT PRIMARY KEY,
    packet INTEGER NOT NULL REFERENCES packets (key),
    -- Grows with every ID made current; the highest of a packet is its current one.
    given INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX packet_readable_ids_by_packet ON packet_readable_ids (packet, given);

-- Earlier states of packets, whole, as JSON; append-only.
CREATE TABLE packet_versions (
    packet INTEGER NOT NULL REFERENCES packets (key),
    version INTEGER NOT NULL,
    -- When that state was made, and by whom.
    saved_at TEXT NOT NULL,
    saved_by_user INTEGER,
    saved_by_name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (packet, version)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER packet_versions_stay BEFORE DELETE ON packet_versions
BEGIN SELECT RAISE (ABORT, 'versions are never erased'); END;
CREATE TRIGGER packet_versions_stay_as_they_are BEFORE UPDATE ON packet_versions
BEGIN SELECT RAISE (ABORT, 'versions are never changed'); END;
