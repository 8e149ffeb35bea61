-- Lookup values that are gone: the addresses of deleted languages, and the names of values in earlier states of packets.

-- SQLite gives the highest key out again once its row is deleted, and the printed codes of a deleted language would lead
-- to handouts in the next one that is added. Addresses of a language that is gone have negative keys, which no value gets.
UPDATE OR REPLACE language_addresses SET language = -language
WHERE language NOT IN (SELECT key FROM lookup_values WHERE category = 4);

-- The number of the latest row of lookup_history when this state was kept: its department has the name from after that
-- row. NULL for states that were kept before this column was there: the times tell.
ALTER TABLE packet_versions ADD COLUMN names_after INTEGER;
