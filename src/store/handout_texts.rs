//! The text of handout files, by their addresses.

use crate::model::category::{Category, value_key};
use crate::model::citations::citation::Citation;
use crate::model::error::Result;
use crate::model::files::{Digest, FileType};
use crate::model::handout_text::file::{Attempt, ReadFile, StoredText, TextState, VersionText};
use crate::model::handout_text::measures::TextMeasures;
use crate::model::keys::CitationKey;
use crate::model::link_check::link::FileMarks;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, from_text, insert};
use crate::store::stored_files::versions::URL_COLUMNS;
use rusqlite::{Row, params};

/// What precedes the digest of a stored file where links have their URL.
const FILE_SCHEME: &str = "file:";

/// A language version of a citation that is not obsolete, with what is known of its text.
#[derive(Debug, Clone)]
pub struct TextRow {
    /// Id of the citation.
    pub id: String,
    /// Key of the citation.
    pub key: CitationKey,
    pub title: String,
    pub department: Option<String>,
    /// Name of the language.
    pub lang: String,
    /// The address of the file.
    pub url: String,
    /// What was read from the file; `None` if it was never fetched.
    pub known: Option<KnownText>,
}

/// A stored file whose text may be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileWithoutText {
    pub digest: Digest,
    /// Its type: PDF or plain text.
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
}

/// What is stored about a text.
#[derive(Debug, Clone)]
pub struct KnownText {
    /// Whether there is a text.
    pub state: TextState,
    /// Why it could not be extracted.
    pub reason: Option<String>,
    /// When the file was fetched, ISO 8601, UTC.
    pub fetched: String,
    /// The counts for the formulas.
    pub measures: TextMeasures,
}

/// What names the text of a stored file, in place of a URL.
pub fn file_text_key(digest: Digest) -> String {
    format!("{FILE_SCHEME}{digest}")
}

impl ReadTx<'_> {
    /// Every language version with an address, of the citations that are not obsolete; of one department or all, or of
    /// the citation with this key, obsolete or not.
    pub fn text_rows(&self, department: Option<&str>, citation: Option<CitationKey>) -> Result<Vec<TextRow>> {
        // In the query itself, so that one citation is found by its key.
        let which = if citation.is_some() { "v.citation = ?3" } else { "?3 IS NULL AND c.obsolete = 0" };
        self.list(
            &format!(
                "SELECT c.key, c.title, d.value AS department, {URL_COLUMNS}, t.state, t.reason, t.fetched, t.words, \
                 t.sentences, t.english_syllables, t.english_polysyllables, t.spanish_syllables \
                 FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN lookup_values l ON l.key = v.language LEFT JOIN stored_files f ON f.key = v.file \
                 LEFT JOIN citation_values cv ON cv.citation = c.key AND cv.category = ?1 \
                 LEFT JOIN lookup_values d ON d.key = cv.value \
                 LEFT JOIN handout_texts t ON t.url = coalesce(v.url, '{FILE_SCHEME}' || f.digest) \
                 WHERE (v.url IS NOT NULL OR v.file IS NOT NULL) AND (?2 IS NULL OR d.value_key = ?2) \
                 AND {which} \
                 ORDER BY v.citation, v.position"
            ),
            params![Category::Departments as i64, department.map(value_key), citation],
            |row| {
                let url = self.version_url(row)?.unwrap_or_default();
                from_row!(row => TextRow { id, key, title, department, lang, url: url, known: known_text(row)? })
            },
        )
    }

    /// The file whose text is stored for this address, also where it has none; `None` if it was never fetched.
    pub fn read_file(&self, url: &str) -> Result<Option<ReadFile>> {
        self.optional(
            "SELECT etag, last_modified, length, sha256, state, CASE WHEN state <> 'text' THEN attempt END \
             AS number, CASE WHEN state <> 'text' THEN extractor END AS extractor FROM handout_texts WHERE url = ?1",
            [url],
            read_file,
        )
    }

    /// What the formulas count in the text of a stored file; `None` as long as none is known.
    pub fn file_measures(&self, digest: Digest) -> Result<Option<TextMeasures>> {
        self.optional(
            "SELECT words, sentences, english_syllables, english_polysyllables, spanish_syllables \
             FROM handout_texts WHERE url = ?1 AND state = 'text'",
            [file_text_key(digest)],
            text_measures,
        )
    }

    /// The stored files that may have a text and have none yet, the oldest first.
    pub fn files_without_text(&self) -> Result<Vec<FileWithoutText>> {
        self.list(
            &format!(
                "SELECT f.digest, f.type, f.size FROM stored_files f \
                 LEFT JOIN handout_texts t ON t.url = '{FILE_SCHEME}' || f.digest \
                 WHERE f.type IN ('{}', '{}') AND f.withdrawn IS NULL AND f.deleting = 0 \
                 AND coalesce(t.state, '') <> 'text' ORDER BY f.key",
                FileType::Pdf.media_type(),
                FileType::Text.media_type()
            ),
            [],
            |row| from_row!(row => FileWithoutText { digest, file_type = "type", size }),
        )
    }

    /// Whether any text is stored.
    pub fn has_texts(&self) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM handout_texts WHERE state = 'text')", [])
    }

    /// Whether any file was read.
    pub fn has_read_files(&self) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM handout_texts)", [])
    }

    /// The texts of a citation's language versions, in their order. A file that several versions show has one, in the
    /// language of the first.
    pub fn version_texts(&self, citation: &Citation) -> Result<Vec<VersionText>> {
        let (mut texts, mut urls) = (Vec::new(), Vec::new());
        for version in &citation.languages {
            let url = match &version.file {
                Some(file) => Some(file_text_key(file.digest)),
                None => version.url.clone(),
            };
            let Some(url) = url.filter(|url| !urls.contains(url)) else { continue };
            let text = self.optional_value(
                "SELECT text FROM handout_texts WHERE url = ?1 AND text IS NOT NULL",
                [&url],
            )?;
            urls.push(url);
            texts.extend(text.map(|text| VersionText { lang: version.lang.clone(), text }));
        }
        Ok(texts)
    }
}

impl WriteTx<'_> {
    /// Stores the text of the file at this address in place of an earlier one. The search index follows.
    pub fn put_handout_text(&self, url: &str, stored: &StoredText) -> Result<()> {
        let (marks, measures) = (&stored.marks, &stored.measures);
        let is_same: Option<bool> = self.optional_value(
            "SELECT text IS ?2 FROM handout_texts WHERE url = ?1",
            params![url, stored.text],
        )?;
        if !is_same.unwrap_or(stored.text.is_none()) {
            self.record_text_change(url)?;
        }
        insert!(self.db, or update handout_texts {
            url, state = stored.state.name(), reason = stored.reason,
            sha256 = marks.sha256.as_deref().unwrap_or_default(), fetched = now(), etag = marks.etag,
            last_modified = marks.last_modified, length = marks.length, words = measures.words,
            sentences = measures.sentences, english_syllables = measures.english_syllables,
            english_polysyllables = measures.english_polysyllables,
            spanish_syllables = measures.spanish_syllables, text = stored.text,
            attempt = stored.attempt.number, extractor = stored.attempt.extractor
        })
    }

    /// Gives the citations that show this address the change number of this transaction. Neither their entity tags nor their
    /// times change.
    pub(super) fn record_text_change(&self, url: &str) -> Result<()> {
        let number = self.change_number()?;
        self.run(
            "INSERT INTO text_changes (citation, changed) \
             SELECT citation, ?2 FROM language_versions WHERE url = ?1 UNION \
             SELECT v.citation, ?2 FROM language_versions v JOIN stored_files f ON f.key = v.file \
             WHERE f.digest = substr(?1, length(?3) + 1) AND ?1 LIKE ?3 || '%' \
             ON CONFLICT (citation) DO UPDATE SET changed = excluded.changed",
            params![url, number, FILE_SCHEME],
        )
    }

    /// Records that the file at this address was fetched again and is unchanged.
    pub fn put_text_marks(&self, url: &str, marks: &FileMarks) -> Result<()> {
        self.run(
            "UPDATE handout_texts SET fetched = ?2, etag = ?3, last_modified = ?4, length = ?5 \
             WHERE url = ?1",
            params![url, now(), marks.etag, marks.last_modified, marks.length],
        )
    }

    /// Deletes the texts of addresses that no citation shows any more.
    pub fn delete_unused_texts(&self) -> Result<()> {
        self.run(
            "DELETE FROM handout_texts WHERE url NOT LIKE ?1 || '%' AND NOT EXISTS \
             (SELECT 1 FROM language_versions v WHERE v.url = handout_texts.url)",
            [FILE_SCHEME],
        )
    }

    /// Deletes the text of a stored file. The search index follows.
    pub(super) fn delete_file_text(&self, digest: Digest) -> Result<()> {
        let key = file_text_key(digest);
        let deleted = self.execute("DELETE FROM handout_texts WHERE url = ?1", [&key])?;
        if deleted > 0 { self.record_text_change(&key) } else { Ok(()) }
    }

    /// Deletes every text, because the settings do not ask for texts any more. The search index follows.
    pub fn delete_all_texts(&self) -> Result<()> {
        let urls: Vec<String> = self.values("SELECT url FROM handout_texts WHERE text IS NOT NULL", [])?;
        urls.iter().try_for_each(|url| self.record_text_change(url))?;
        self.run("DELETE FROM handout_texts", [])
    }
}

from_text!(TextState, TextState::from_name);

/// What is known of a text; `None` if there is no row.
fn known_text(row: &Row<'_>) -> rusqlite::Result<Option<KnownText>> {
    let Some(state) = row.get("state")? else { return Ok(None) };
    from_row!(row => KnownText { state: state, reason, fetched, measures: text_measures(row)? }).map(Some)
}

fn text_measures(row: &Row<'_>) -> rusqlite::Result<TextMeasures> {
    from_row!(row => TextMeasures {
        words, sentences, english_syllables, english_polysyllables, spanish_syllables
    })
}

fn read_file(row: &Row<'_>) -> rusqlite::Result<ReadFile> {
    let (number, extractor): (Option<u32>, Option<String>) = (row.get("number")?, row.get("extractor")?);
    let marks = from_row!(row => FileMarks { etag, last_modified, length, sha256 })?;
    let last_attempt = number.zip(extractor).map(|(number, extractor)| Attempt { number, extractor });
    from_row!(row => ReadFile { marks: marks, state, last_attempt: last_attempt })
}
