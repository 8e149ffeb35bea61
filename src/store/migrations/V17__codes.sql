-- Codes of clinical terminologies by which health records find citations, and codes that found none.

CREATE TABLE citation_codes (
    citation INTEGER NOT NULL REFERENCES citations (key),
    position INTEGER NOT NULL,
    -- icd10cm, icd9cm, snomed, rxnorm or loinc.
    system TEXT NOT NULL,
    -- In upper case, ICD codes with their dot, so that the codes of a category are a range of the index.
    code TEXT NOT NULL,
    -- What the code means, in words.
    display TEXT,
    PRIMARY KEY (citation, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX citation_codes_by_code ON citation_codes (system, code, citation);

-- Until now citations had any text as code and system, in a column. Those that have the form of a known system go into
-- the table, the others to the end of the notes.
CREATE TABLE earlier_codes AS
SELECT c.key AS citation, e.key AS position, e.value ->> 'system' AS system_name, e.value ->> 'code' AS given,
    e.value ->> 'display' AS display,
    CASE
        WHEN lower(e.value ->> 'system') IN ('icd10cm', 'icd-10-cm', 'http://hl7.org/fhir/sid/icd-10-cm',
            '2.16.840.1.113883.6.90', 'urn:oid:2.16.840.1.113883.6.90') THEN 'icd10cm'
        WHEN lower(e.value ->> 'system') IN ('icd9cm', 'icd-9-cm', 'http://hl7.org/fhir/sid/icd-9-cm',
            '2.16.840.1.113883.6.103', 'urn:oid:2.16.840.1.113883.6.103') THEN 'icd9cm'
        WHEN lower(e.value ->> 'system') IN ('snomed', 'snomed ct', 'http://snomed.info/sct',
            '2.16.840.1.113883.6.96', 'urn:oid:2.16.840.1.113883.6.96') THEN 'snomed'
        WHEN lower(e.value ->> 'system') IN ('rxnorm', 'http://www.nlm.nih.gov/research/umls/rxnorm',
            '2.16.840.1.113883.6.88', 'urn:oid:2.16.840.1.113883.6.88') THEN 'rxnorm'
        WHEN lower(e.value ->> 'system') IN ('loinc', 'http://loinc.org',
            '2.16.840.1.113883.6.1', 'urn:oid:2.16.840.1.113883.6.1') THEN 'loinc'
    END AS system,
    upper(replace(e.value ->> 'code', '.', '')) AS plain,
    NULL AS code
FROM citations c, json_each(c.codes) e WHERE c.codes IS NOT NULL;

UPDATE earlier_codes SET code = CASE
    WHEN system = 'icd10cm' AND length(plain) BETWEEN 3 AND 7 AND plain GLOB '[A-Z][0-9][0-9A-Z]*'
        AND plain NOT GLOB '*[^0-9A-Z]*' THEN rtrim(substr(plain, 1, 3) || '.' || substr(plain, 4), '.')
    WHEN system = 'icd9cm' AND length(plain) BETWEEN 4 AND 5 AND plain GLOB 'E[0-9]*'
        AND substr(plain, 2) NOT GLOB '*[^0-9]*' THEN rtrim(substr(plain, 1, 4) || '.' || substr(plain, 5), '.')
    WHEN system = 'icd9cm' AND length(plain) BETWEEN 3 AND 5 AND plain GLOB '[V0-9]*'
        AND substr(plain, 2) NOT GLOB '*[^0-9]*' THEN rtrim(substr(plain, 1, 3) || '.' || substr(plain, 4), '.')
    WHEN system = 'snomed' AND length(given) BETWEEN 6 AND 18 AND given GLOB '[1-9]*'
        AND given NOT GLOB '*[^0-9]*' THEN given
    WHEN system = 'rxnorm' AND length(given) BETWEEN 1 AND 8 AND given GLOB '[1-9]*'
        AND given NOT GLOB '*[^0-9]*' THEN given
    WHEN system = 'loinc' AND length(given) BETWEEN 3 AND 10 AND given GLOB '[1-9]*-[0-9]'
        AND substr(given, 1, length(given) - 2) NOT GLOB '*[^0-9]*' THEN given
END;

INSERT OR IGNORE INTO citation_codes (citation, position, system, code, display)
SELECT citation, position, system, code, display FROM earlier_codes
WHERE code IS NOT NULL ORDER BY citation, position;

UPDATE citations SET notes = coalesce(notes || char(10), '') || (
    SELECT group_concat('Code: ' || system_name || ' ' || given || coalesce(' ' || display, ''), char(10) ORDER BY position)
    FROM earlier_codes WHERE citation = citations.key AND code IS NULL
) WHERE key IN (SELECT citation FROM earlier_codes WHERE code IS NULL);

DROP TABLE earlier_codes;
ALTER TABLE citations DROP COLUMN codes;

-- Codes that health records asked for and no citation answers. No person, no address, no time of day.
CREATE TABLE unanswered_codes (
    -- The server's day, YYYY-MM-DD.
    day TEXT NOT NULL,
    system TEXT NOT NULL,
    -- As in citation_codes.
    code TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, system, code)
) STRICT, WITHOUT ROWID;
