-- Orders from cart to mailbox: what was a JSON text becomes columns; numbers, states with their events, several mails an
-- order; roles beside the administrator's; pages of handouts, for estimates.

ALTER TABLE orders RENAME TO orders_before;
ALTER TABLE outbox RENAME TO outbox_before;
DROP INDEX orders_by_user;
DROP INDEX outbox_waiting;

-- An order. What was submitted never changes; `state` and `version` follow its events.
CREATE TABLE orders (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- Two digits of the year of date_of_order, a dash, six digits or more: 26-000123.
    number TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (key),
    -- The sender's own key for one try: the same key twice makes one order.
    idempotency_key TEXT,
    -- When it was stored, ISO 8601, UTC.
    stored TEXT NOT NULL,
    -- Day of the order, as the server's calendar had it.
    date_of_order TEXT NOT NULL,
    date_required TEXT NOT NULL,
    -- State of the latest event.
    state TEXT NOT NULL
        CHECK (state IN ('received', 'waiting', 'printing', 'ready', 'sent', 'cancelled')),
    -- 1 at first, one more with every event.
    version INTEGER NOT NULL DEFAULT 1,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone_number TEXT NOT NULL,
    department TEXT NOT NULL,
    mail_stop TEXT NOT NULL,
    cost_center TEXT NOT NULL,
    activity TEXT,
    cost_category TEXT,
    special_instructions TEXT,
    -- 1: nothing is to be done any more.
    ended INTEGER NOT NULL AS (state IN ('sent', 'cancelled')) VIRTUAL,
    UNIQUE (user, idempotency_key)
) STRICT;
CREATE INDEX orders_by_user ON orders (user, key);
-- Everything that the copy center's list is filtered and sorted by.
CREATE INDEX orders_queue ON orders (ended, date_required, key, state, date_of_order, mail_stop, department);
CREATE INDEX orders_by_day ON orders (date_of_order, state);

-- The lines of an order, as the citation was when it was ordered. Only `sent` changes, and only grows.
CREATE TABLE order_lines (
    order_key INTEGER NOT NULL REFERENCES orders (key),
    -- From 1.
    line INTEGER NOT NULL,
    -- Id of the citation.
    citation TEXT NOT NULL,
    language TEXT NOT NULL,
    item_number TEXT,
    title TEXT NOT NULL,
    readable_id TEXT,
    url TEXT,
    printing_specs TEXT,
    quantity INTEGER NOT NULL,
    -- How many of them were sent.
    sent INTEGER NOT NULL DEFAULT 0,
    -- Pages of one piece; NULL when the citation does not say.
    pages INTEGER,
    -- Price of a page in cents; NULL for orders from before prices were kept.
    cents_a_page INTEGER,
    PRIMARY KEY (order_key, line)
) STRICT, WITHOUT ROWID;

-- What happened to an order, numbered from 1; append-only.
CREATE TABLE order_events (
    order_key INTEGER NOT NULL REFERENCES orders (key),
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- ISO 8601, UTC.
    at TEXT NOT NULL,
    -- NULL: the program itself.
    by_user INTEGER REFERENCES users (key),
    by_name TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (order_key, number)
) STRICT, WITHOUT ROWID;

-- What was sent with which event; append-only.
CREATE TABLE order_deliveries (
    order_key INTEGER NOT NULL,
    event INTEGER NOT NULL,
    line INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (order_key, event, line),
    FOREIGN KEY (order_key, event) REFERENCES order_events (order_key, number),
    FOREIGN KEY (order_key, line) REFERENCES order_lines (order_key, line)
) STRICT, WITHOUT ROWID;

-- The last number given in each year. It may be ahead of the orders: those of a database that was replaced count too.
CREATE TABLE order_numbers (
    -- The last two digits.
    year INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT;

-- The words of each order's number, name, titles and item numbers, numbers also without what comes before their digits;
-- the row id is the order's key. Words are found by how they begin.
CREATE VIRTUAL TABLE order_words
    USING fts5 (words, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', columnsize = 0);

-- Mails to be sent, each written together with what it tells.
CREATE TABLE outbox (
    key INTEGER PRIMARY KEY,
    order_key INTEGER NOT NULL REFERENCES orders (key),
    -- 'order' and 'cancellation' go to the copy center, 'notice' to whoever ordered.
    kind TEXT NOT NULL CHECK (kind IN ('order', 'cancellation', 'notice')),
    -- Number of the event that it tells.
    event INTEGER NOT NULL,
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
    UNIQUE (order_key, kind, event)
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE mailed IS NULL AND dropped IS NULL;

-- Orders from before: numbered as they came, by year. The ones required before today are over.
INSERT INTO orders (key, id, number, user, idempotency_key, stored, date_of_order, date_required, state, version,
    first_name, last_name, email, phone_number, department, mail_stop, cost_center, activity, cost_category,
    special_instructions)
SELECT key, id,
    substr(date_of_order, 3, 2) || '-'
        || printf('%06d', row_number() OVER (PARTITION BY substr(date_of_order, 3, 2) ORDER BY key)),
    user, idempotency_key, sent, date_of_order, body ->> '$.dateRequired',
    iif(body ->> '$.dateRequired' < date('now', 'localtime'), 'sent', 'received'),
    iif(body ->> '$.dateRequired' < date('now', 'localtime'), 2, 1),
    body ->> '$.firstName', body ->> '$.lastName', body ->> '$.email', body ->> '$.phoneNumber',
    body ->> '$.department', body ->> '$.mailStop', body ->> '$.costCenter', body ->> '$.activity',
    body ->> '$.costCategory', body ->> '$.specialInstructions'
FROM orders_before;

INSERT INTO order_lines (order_key, line, citation, language, item_number, title, readable_id, url, printing_specs,
    quantity, sent)
SELECT o.key, l.key + 1, l.value ->> '$.id', l.value ->> '$.lang', l.value ->> '$.itemNum', l.value ->> '$.title',
    l.value ->> '$.readableId', l.value ->> '$.url', l.value ->> '$.printingSpecs', l.value ->> '$.quantity',
    iif(n.state = 'sent', l.value ->> '$.quantity', 0)
FROM orders_before o JOIN orders n ON n.key = o.key, json_each(o.body, '$.orders') l;

INSERT INTO order_events (order_key, number, state, at, by_user, by_name)
SELECT key, 1, 'received', stored, user, first_name || ' ' || last_name FROM orders;
INSERT INTO order_events (order_key, number, state, at, by_name, note)
SELECT key, 2, 'sent', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'Handout', 'from before order states'
FROM orders WHERE state = 'sent';

INSERT INTO order_deliveries (order_key, event, line, quantity)
SELECT order_key, 2, line, sent FROM order_lines WHERE sent > 0;

INSERT INTO order_numbers (year, last)
SELECT CAST(substr(number, 1, 2) AS INTEGER), max(CAST(substr(number, 4) AS INTEGER)) FROM orders GROUP BY 1;

INSERT INTO order_words (rowid, words)
SELECT o.key,
    o.number || char(10) || CAST(substr(o.number, 4) AS INTEGER) || char(10) || o.first_name || ' ' || o.last_name
        || coalesce((
            SELECT group_concat(char(10) || l.title || char(10) || coalesce(l.item_number, '') || char(10)
                || ltrim(coalesce(l.item_number, ''), 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'), '')
            FROM order_lines l WHERE l.order_key = o.key), '')
FROM orders o;

INSERT INTO outbox (order_key, kind, event, tries, next_try, without_copy, mailed, last_error, tried, sending)
SELECT order_key, 'order', 1, tries, next_try, without_copy, mailed, last_error, tried, sending FROM outbox_before
ORDER BY order_key;

DROP TABLE outbox_before;
DROP TABLE orders_before;

CREATE TRIGGER order_events_stay BEFORE DELETE ON order_events
BEGIN SELECT RAISE (ABORT, 'events are never erased'); END;
CREATE TRIGGER order_events_stay_as_they_are BEFORE UPDATE ON order_events
BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
CREATE TRIGGER order_deliveries_stay BEFORE DELETE ON order_deliveries
BEGIN SELECT RAISE (ABORT, 'deliveries are never erased'); END;
CREATE TRIGGER order_deliveries_stay_as_they_are BEFORE UPDATE ON order_deliveries
BEGIN SELECT RAISE (ABORT, 'deliveries are never changed'); END;

-- Roles by record and by group, as names with a space between; the administrator is one of them.
ALTER TABLE users ADD COLUMN roles TEXT NOT NULL DEFAULT '';
UPDATE users SET roles = 'admin' WHERE admin = 1;
ALTER TABLE users DROP COLUMN admin;
ALTER TABLE sign_ins ADD COLUMN group_roles TEXT NOT NULL DEFAULT '';
UPDATE sign_ins SET group_roles = 'admin' WHERE group_admin = 1;
ALTER TABLE sign_ins DROP COLUMN group_admin;

-- Addresses that wait for their person's first sign-in to give them a role.
CREATE TABLE role_grants (
    -- Lower case.
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    granted_at TEXT NOT NULL,
    PRIMARY KEY (email, role)
) STRICT, WITHOUT ROWID;
INSERT INTO role_grants (email, role, granted_at) SELECT email, 'admin', granted_at FROM admin_grants;
DROP TABLE admin_grants;

-- How many pages a handout has, where that is known.
ALTER TABLE language_versions ADD COLUMN pages INTEGER;
