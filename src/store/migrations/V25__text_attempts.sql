-- Files of handouts whose text could not be read are read again.

-- The number of the last attempt at this file, counted from 1, and what read PDF files then: the path of pdftotext, or
-- built-in. NULL for attempts from before these columns were there. They stand behind the text: read them only where there
-- is none.
ALTER TABLE handout_texts ADD COLUMN attempt INTEGER;
ALTER TABLE handout_texts ADD COLUMN extractor TEXT;
