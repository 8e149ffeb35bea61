-- What handout files lack for people who use assistive technology, and which files cannot be drawn.

-- The check of a content: a stored file, or what a link check fetched. One row for all versions that show it.
CREATE TABLE file_checks (
    -- SHA-256 of the content, 64 lower-case hexadecimal digits.
    digest TEXT PRIMARY KEY,
    -- The version of the rules by which it was checked (model::accessibility::pdf_check::RULES).
    rules INTEGER NOT NULL,
    -- When, ISO 8601, UTC.
    checked TEXT NOT NULL,
    -- checked, unreadable or unchecked, and then why.
    state TEXT NOT NULL CHECK (state IN ('checked', 'unreadable', 'unchecked')),
    reason TEXT,
    pages INTEGER,
    -- The language that the file states, as it is written there.
    language TEXT,
    -- The findings as JSON, without what depends on the language version.
    findings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Findings that an administrator has set aside, of every version that shows the content.
CREATE TABLE findings_aside (
    digest TEXT NOT NULL,
    finding TEXT NOT NULL,
    note TEXT NOT NULL,
    at TEXT NOT NULL,
    by_user INTEGER,
    by_name TEXT NOT NULL,
    PRIMARY KEY (digest, finding)
) STRICT, WITHOUT ROWID;

-- 1: no preview could be drawn.
ALTER TABLE stored_files ADD COLUMN preview_failed INTEGER NOT NULL DEFAULT 0;

-- The format that a family asks for: largePrint, plainText, braille or readAloud; NULL for all other reports. Such a report is
-- of the kind 'format', whatever its column `kind` says.
ALTER TABLE reports ADD COLUMN format TEXT;
