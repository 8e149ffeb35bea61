-- The stored files of handouts: what is known of each content, and everything that refers to it. The contents themselves are
-- in the store of files, by digest.

-- The content of a stored file. Rows of unused contents are deleted with the content; those of withdrawn ones stay.
CREATE TABLE stored_files (
    key INTEGER PRIMARY KEY,
    -- SHA-256 of the content, 64 lower-case hexadecimal digits.
    digest TEXT NOT NULL UNIQUE,
    -- Media type.
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    crc32 INTEGER NOT NULL,
    -- The name of the last upload.
    name TEXT NOT NULL,
    -- Pages and title of a PDF, as far as they could be read.
    pages INTEGER,
    title TEXT,
    -- When it was stored, ISO 8601, UTC, and by whom.
    stored TEXT NOT NULL,
    stored_by_user INTEGER,
    stored_by_name TEXT NOT NULL,
    -- The last upload, or save that referred to it; unused contents are deleted 30 days later.
    last_used TEXT NOT NULL,
    -- 1 from before the content of an unused file is deleted until the row is.
    deleting INTEGER NOT NULL DEFAULT 0,
    -- When and why the content was withdrawn; NULL if it was not.
    withdrawn TEXT,
    withdrawn_reason TEXT,
    -- 1: the store has kept the content of a withdrawn or unused file; the day of the last attempt to delete it.
    is_kept INTEGER NOT NULL DEFAULT 0,
    delete_attempt TEXT,
    -- 1: a check has found other bytes in the store.
    is_damaged INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX stored_files_by_use ON stored_files (last_used);

-- A version has a URL or a file, never both.
ALTER TABLE language_versions ADD COLUMN file INTEGER REFERENCES stored_files (key);
ALTER TABLE language_versions ADD COLUMN file_name TEXT;
CREATE INDEX language_versions_by_file ON language_versions (file) WHERE file IS NOT NULL;

-- Every file that a language version of a citation has or had; nothing is ever removed.
CREATE TABLE version_files (
    citation INTEGER NOT NULL REFERENCES citations (key),
    -- Key of the language's lookup value; negative once that is deleted.
    language INTEGER NOT NULL,
    file INTEGER NOT NULL REFERENCES stored_files (key),
    PRIMARY KEY (citation, language, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_files_by_file ON version_files (file);

-- What a language was called in the addresses of files, if it is called otherwise now: former tags and values.
CREATE TABLE former_address_parts (
    -- In lower case, not encoded.
    part TEXT NOT NULL,
    -- Key of the language's lookup value; negative once that is deleted.
    language INTEGER NOT NULL,
    PRIMARY KEY (part, language)
) STRICT, WITHOUT ROWID;

-- Copies of what a link served, one for each content that a check has fetched.
CREATE TABLE link_copies (
    url TEXT NOT NULL,
    -- ISO 8601, UTC.
    fetched TEXT NOT NULL,
    file INTEGER NOT NULL REFERENCES stored_files (key),
    PRIMARY KEY (url, fetched)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_copies_by_file ON link_copies (file);

-- The file of an order line as of submission, and what its language was called in the address; NULL for a link.
ALTER TABLE order_lines ADD COLUMN file INTEGER REFERENCES stored_files (key);
ALTER TABLE order_lines ADD COLUMN file_part TEXT;
CREATE INDEX order_lines_by_file ON order_lines (file) WHERE file IS NOT NULL;
