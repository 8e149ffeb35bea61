-- The open web: addresses by item number, and the citations that changed last.

-- The item number as it is compared: letters in upper case and digits alone; NULL for a text that cannot be a number.
-- A number with characters that are neither ASCII nor one of these separators gets its key when its citation is saved.
ALTER TABLE language_versions ADD COLUMN item_number_key TEXT;
UPDATE language_versions SET item_number_key = upper(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(item_number, ' ', ''), '-', ''), '_', ''), '.', ''), '/', ''), '#', ''), char(160), ''),
    char(8211), ''), char(8212), ''), char(8722), ''))
WHERE length(item_number) <= 40;
UPDATE language_versions SET item_number_key = NULL
WHERE item_number_key GLOB '*[^0-9A-Z]*' OR item_number_key NOT GLOB '*[0-9]*';
CREATE INDEX language_versions_by_item_number ON language_versions (item_number_key, citation)
WHERE item_number_key IS NOT NULL;

-- Sitemaps and feeds: what visitors find, and when it changed.
CREATE INDEX citations_in_use_by_time ON citations (saved_at) WHERE obsolete = 0;
