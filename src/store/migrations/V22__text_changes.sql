-- Changes of handout texts, which the search index follows as it follows those of citations.

-- The change number at which the text of a citation's handout last changed. Apart from citations.changed, of which entity
-- tags are made: a text that a link check reads in the night must not make the draft of an editor outdated.
CREATE TABLE text_changes (
    citation INTEGER PRIMARY KEY REFERENCES citations (key),
    changed INTEGER NOT NULL
) STRICT;

CREATE INDEX text_changes_by_number ON text_changes (changed);
