-- Orders and the mails that carry them to the copy center.

-- An order as it was sent; never changed.
CREATE TABLE orders (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (key),
    -- The sender's own key for one try: the same key twice makes one order.
    idempotency_key TEXT,
    -- Day of the order, as the server's calendar had it.
    date_of_order TEXT NOT NULL,
    -- When it was stored, ISO 8601, UTC.
    sent TEXT NOT NULL,
    -- The submission, JSON.
    body TEXT NOT NULL,
    UNIQUE (user, idempotency_key)
) STRICT;
CREATE INDEX orders_by_user ON orders (user, key);

-- Mails to be sent, written together with their order.
CREATE TABLE outbox (
    order_key INTEGER PRIMARY KEY REFERENCES orders (key),
    tries INTEGER NOT NULL DEFAULT 0,
    -- Not before this second since 1970.
    next_try INTEGER NOT NULL DEFAULT 0,
    -- 1: the orderer's copy was refused for good; only the copy center gets the mail.
    without_copy INTEGER NOT NULL DEFAULT 0,
    -- When the mail server took it; NULL while it waits.
    mailed TEXT,
    last_error TEXT
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_try) WHERE mailed IS NULL;
