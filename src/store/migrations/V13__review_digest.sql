-- The digest of reviews: when it was turned on, which ones were written, and mails of the outbox that are of no order.

-- The digest that is on; no row while it is off.
CREATE TABLE digest_schedule (
    key INTEGER PRIMARY KEY CHECK (key = 1),
    frequency TEXT NOT NULL CHECK (frequency IN ('weekly', 'monthly')),
    -- Second since 1970: digests that were due by then are not sent.
    since INTEGER NOT NULL
) STRICT;

-- Digests that were written, those without anything to say included; each in one transaction with its mails.
CREATE TABLE digest_runs (
    -- The day on which it was due, of the server's calendar.
    day TEXT PRIMARY KEY,
    -- When it was written, ISO 8601, UTC.
    written TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE outbox RENAME TO outbox_before;
DROP INDEX outbox_waiting;

-- Mails to be sent, written together with what they tell.
CREATE TABLE outbox (
    key INTEGER PRIMARY KEY,
    -- 'order' and 'cancellation' go to the copy center, 'notice' to whoever ordered: their text is made of the order when
    -- their turn comes. 'digest' stands in `digest_mails`.
    kind TEXT NOT NULL CHECK (kind IN ('order', 'cancellation', 'notice', 'digest')),
    -- The order; NULL for a mail that is of none.
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
    CHECK (iif(kind = 'digest', order_key IS NULL AND event IS NULL, order_key IS NOT NULL AND event IS NOT NULL))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE mailed IS NULL AND dropped IS NULL;

INSERT INTO outbox (key, kind, order_key, event, tries, next_try, without_copy, mailed, dropped, last_error, tried, sending)
SELECT key, kind, order_key, event, tries, next_try, without_copy, mailed, dropped, last_error, tried, sending
FROM outbox_before;
DROP TABLE outbox_before;

-- The digests on their way, whole. What was sent or dropped by then is deleted with the next one.
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
