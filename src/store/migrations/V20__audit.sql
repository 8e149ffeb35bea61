-- The audit trail.

-- What happened, in order. A chain: `hash` is the SHA-256 of the other columns, and `previous` the hash of the row
-- before. An empty text means that there is nothing to say.
CREATE TABLE audit (
    -- From 1, without gaps.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- ISO 8601, UTC.
    at TEXT NOT NULL,
    -- `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself.
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    -- IP address.
    client TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'refused', 'failed')),
    -- ID of the request or of the job.
    request TEXT NOT NULL,
    -- Entity tags of the object.
    tag_before TEXT NOT NULL,
    tag_after TEXT NOT NULL,
    -- How many events the row stands for.
    count INTEGER NOT NULL,
    detail TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_action ON audit (action, number);

CREATE TRIGGER audit_is_in_order BEFORE INSERT ON audit
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM audit)
BEGIN
    SELECT raise(ABORT, 'rows are appended to the audit trail in order');
END;

CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN
    SELECT raise(ABORT, 'rows of the audit trail never change');
END;

-- The anchor row, the newest 'audit.remove', names the last row that may be deleted.
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
WHEN OLD.number > coalesce(
    (SELECT CAST(object AS INTEGER) FROM audit WHERE action = 'audit.remove' ORDER BY number DESC LIMIT 1), 0)
BEGIN
    SELECT raise(ABORT, 'rows of the audit trail are deleted only because of their age');
END;

-- Up to which row each sink has got the audit trail.
CREATE TABLE audit_sinks (
    -- Where it leads, as the settings say.
    target TEXT PRIMARY KEY,
    -- Number of the last row that it got.
    delivered INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
