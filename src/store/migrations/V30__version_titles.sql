-- The title of a language version in its language; NULL: it is called as the citation is.
ALTER TABLE language_versions ADD COLUMN title TEXT;

-- That title of an order line as of submission.
ALTER TABLE order_lines ADD COLUMN version_title TEXT;
