-- Usage counts and problem reports.

-- How often a language version of a citation was used on a day. No person, no address, no time of day.
CREATE TABLE usage_days (
    -- The server's day, YYYY-MM-DD.
    day TEXT NOT NULL,
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- BCP 47 tag; 'und' when it is not known.
    tag TEXT NOT NULL,
    -- Views of the citation's page, opened files, scanned QR codes, ordered pieces.
    views INTEGER NOT NULL,
    opens INTEGER NOT NULL,
    scans INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    PRIMARY KEY (day, citation, tag)
) STRICT, WITHOUT ROWID;

-- The same by month (YYYY-MM): sums of `usage_days`, so that years can be read at once.
CREATE TABLE usage_months (
    citation INTEGER NOT NULL REFERENCES citations (key),
    month TEXT NOT NULL,
    tag TEXT NOT NULL,
    views INTEGER NOT NULL,
    opens INTEGER NOT NULL,
    scans INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    PRIMARY KEY (citation, month, tag)
) STRICT, WITHOUT ROWID;

-- The same without the languages.
CREATE TABLE usage_citation_months (
    citation INTEGER NOT NULL REFERENCES citations (key),
    month TEXT NOT NULL,
    views INTEGER NOT NULL,
    opens INTEGER NOT NULL,
    scans INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    PRIMARY KEY (citation, month)
) STRICT, WITHOUT ROWID;

-- The same without the citations.
CREATE TABLE usage_language_months (
    month TEXT NOT NULL,
    tag TEXT NOT NULL,
    views INTEGER NOT NULL,
    opens INTEGER NOT NULL,
    scans INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    PRIMARY KEY (month, tag)
) STRICT, WITHOUT ROWID;

-- Problems that somebody reported with a citation or packet. Deleted some time after they were closed.
CREATE TABLE reports (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    citation INTEGER REFERENCES citations (key),
    packet INTEGER REFERENCES packets (key),
    -- Tag and name of the language version it is about; NULL when none was named.
    tag TEXT,
    language TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'outdated', 'wrong', 'translation', 'hard', 'other')),
    text TEXT,
    -- Where a reply goes.
    email TEXT,
    -- Tag of the language of the screen, in which the reply is written.
    screen_language TEXT NOT NULL,
    -- ISO 8601, UTC.
    at TEXT NOT NULL,
    -- When it was closed; NULL while it is open.
    closed_at TEXT,
    -- 1: a daily mail to the department has listed it.
    notified INTEGER NOT NULL DEFAULT 0,
    CHECK ((citation IS NULL) <> (packet IS NULL))
) STRICT;
CREATE INDEX reports_by_state ON reports (closed_at);

-- Every change of a report's state, and every note.
CREATE TABLE report_events (
    report INTEGER NOT NULL REFERENCES reports (key),
    -- From 1.
    number INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    -- ISO 8601, UTC.
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    note TEXT,
    -- 1: the note was written as a reply to the outbox.
    mailed INTEGER NOT NULL,
    PRIMARY KEY (report, number)
) STRICT, WITHOUT ROWID;

-- The days on which new reports were looked for, of the server's calendar; each in one transaction with its mails.
CREATE TABLE report_digests (
    day TEXT PRIMARY KEY,
    -- ISO 8601, UTC.
    written TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE outbox RENAME TO outbox_before;
DROP INDEX outbox_waiting;

-- Mails to be sent, written together with what they tell.
CREATE TABLE outbox (
    key INTEGER PRIMARY KEY,
    -- 'order' and 'cancellation' go to the copy center, 'notice' to the orderer: their text is made from the order when
    -- they are sent. 'digest' is in `digest_mails`, 'reply' and 'reports' are in `report_mails`.
    kind TEXT NOT NULL CHECK (kind IN ('order', 'cancellation', 'notice', 'digest', 'reply', 'reports')),
    -- The order; NULL for a mail that is about none.
    order_key INTEGER REFERENCES orders (key),
    -- Number of the event of the order that it tells.
    event INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    -- Not before this second since 1970.
    next_try INTEGER NOT NULL DEFAULT 0,
    -- 1: the orderer's copy was refused for good; only the copy center gets the mail.
    without_copy INTEGER NOT NULL DEFAULT 0,
    -- When the mail server took it; NULL while it waits.
    mailed TEXT,
    -- When it was found that it must not be sent any more: what it tells has passed, or nobody takes it.
    dropped TEXT,
    last_error TEXT,
    -- When the latest attempt began, in seconds since 1970.
    tried INTEGER,
    -- 1 from the beginning of an attempt until its outcome is recorded.
    sending INTEGER NOT NULL DEFAULT 0,
    UNIQUE (order_key, kind, event),
    CHECK (iif(kind IN ('digest', 'reply', 'reports'), order_key IS NULL AND event IS NULL,
        order_key IS NOT NULL AND event IS NOT NULL))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE mailed IS NULL AND dropped IS NULL;

INSERT INTO outbox (key, kind, order_key, event, tries, next_try, without_copy, mailed, dropped, last_error, tried, sending)
SELECT key, kind, order_key, event, tries, next_try, without_copy, mailed, dropped, last_error, tried, sending
FROM outbox_before;

ALTER TABLE digest_mails RENAME TO digest_mails_before;
CREATE TABLE digest_mails (
    mail INTEGER PRIMARY KEY REFERENCES outbox (key),
    -- What its Message-ID begins with.
    message TEXT NOT NULL UNIQUE,
    -- Second since 1970.
    written INTEGER NOT NULL,
    name TEXT,
    address TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
INSERT INTO digest_mails (mail, message, written, name, address, subject, text)
SELECT mail, message, written, name, address, subject, text FROM digest_mails_before;
DROP TABLE digest_mails_before;
DROP TABLE outbox_before;

-- Mails about reports, whole: replies to the people who reported, and lists of new reports for departments. What was
-- sent or dropped is deleted.
CREATE TABLE report_mails (
    mail INTEGER PRIMARY KEY REFERENCES outbox (key),
    -- The report that it replies to; NULL for a list.
    report INTEGER REFERENCES reports (key),
    -- What its Message-ID begins with.
    message TEXT NOT NULL UNIQUE,
    -- Second since 1970.
    written INTEGER NOT NULL,
    name TEXT,
    address TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX report_mails_by_report ON report_mails (report);
