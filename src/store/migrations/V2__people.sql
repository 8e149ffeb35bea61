-- People: who signed in, what they keep, and the sign-ins themselves.

-- Somebody who signed in at least once; known by issuer and sub, never by e-mail.
CREATE TABLE users (
    key INTEGER PRIMARY KEY,
    issuer TEXT NOT NULL,
    sub TEXT NOT NULL,
    email TEXT,
    -- 1 when the provider says the address is the person's own.
    email_verified INTEGER NOT NULL DEFAULT 0,
    given_name TEXT,
    family_name TEXT,
    -- 1: administrator, whatever the groups say.
    admin INTEGER NOT NULL DEFAULT 0,
    first_seen TEXT NOT NULL,
    -- Favorites and order list, JSON.
    session TEXT NOT NULL DEFAULT '{"favorites":[],"order":[]}',
    -- Recent searches, newest first, JSON.
    searches TEXT NOT NULL DEFAULT '[]',
    UNIQUE (issuer, sub)
) STRICT;

-- Addresses that wait for their person's first sign-in to make them an administrator.
CREATE TABLE admin_grants (
    -- Lower case.
    email TEXT PRIMARY KEY,
    granted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ins that last. The cookie's secret is not here, only its digest; the tokens are sealed under that secret.
CREATE TABLE sign_ins (
    fingerprint BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users (key),
    -- Seconds since 1970, UTC.
    began INTEGER NOT NULL,
    used INTEGER NOT NULL,
    -- When the access token is to be renewed; NULL when it cannot be.
    renew_at INTEGER,
    -- 1 when the groups claim makes an administrator.
    group_admin INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_use ON sign_ins (used);
