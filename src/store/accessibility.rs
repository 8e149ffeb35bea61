//! The checks of files for what people who use assistive technology need.

use crate::model::accessibility::{CheckState, StoredCheck};
use crate::model::category::{Category, value_key};
use crate::model::error::Result;
use crate::model::files::{Digest, FileType};
use crate::model::keys::CitationKey;
use crate::model::pdf_check::{FindingKind, PdfCheck, RULES};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::handout_texts::file_text_key;
use crate::store::sql::{from_row, from_text, insert, json, json_column};
use crate::store::stored_files::versions::URL_COLUMNS;
use rusqlite::{Row, params};
use std::collections::HashMap;

/// The columns of a check, with the notes on its findings that were set aside; `k` is `file_checks`.
const CHECK_COLUMNS: &str = "k.state, k.reason, k.pages, k.language, k.findings, k.checked, \
                             (SELECT json_group_object(a.finding, a.note) FROM findings_aside a WHERE a.digest = k.digest) AS notes";

/// A language version with a file or a link, with what is known of its accessibility.
#[derive(Debug, Clone)]
pub struct CheckedVersion {
    /// Key of the citation.
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    pub department: Option<String>,
    /// Name of the language.
    pub lang: String,
    pub item_number: Option<String>,
    /// The address of the file.
    pub url: String,
    /// The type of a stored file; `None` for a link.
    pub file_type: Option<FileType>,
    /// Whether a link was ever asked, and what the last check came to.
    pub link: Option<AskedLink>,
    /// SHA-256 of the content.
    pub digest: Option<String>,
    /// The check of this content.
    pub check: Option<StoredCheck>,
}

/// A link that was asked.
#[derive(Debug, Clone)]
pub struct AskedLink {
    /// Why the last check has read no file.
    pub reason: Option<String>,
    /// Whether it answered.
    pub is_there: bool,
}

/// A stored PDF that is to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileToCheck {
    pub digest: Digest,
    /// Length in bytes.
    pub size: u64,
}

impl ReadTx<'_> {
    /// Every language version with a file or link, of the citations in use; of one department or all, or of the citation
    /// with this key, obsolete or not. Withdrawn files are left out.
    pub fn checked_versions(
        &self,
        department: Option<&str>,
        citation: Option<CitationKey>,
    ) -> Result<Vec<CheckedVersion>> {
        // In the query itself, so that one citation is found by its key.
        let which = if citation.is_some() { "v.citation = ?3" } else { "?3 IS NULL AND c.obsolete = 0" };
        self.list(
            &format!(
                "SELECT c.key, c.title, d.value AS department, {URL_COLUMNS}, v.item_number, f.type, \
                 n.url IS NOT NULL AS is_asked, \
                 n.reason AS link_reason, coalesce(n.result IN ('ok', 'moved'), 0) AS is_there, \
                 coalesce(f.digest, n.sha256) AS content, \
                 {CHECK_COLUMNS} \
                 FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN lookup_values l ON l.key = v.language LEFT JOIN stored_files f ON f.key = v.file \
                 LEFT JOIN links n ON n.url = v.url \
                 LEFT JOIN citation_values cv ON cv.citation = c.key AND cv.category = ?1 \
                 LEFT JOIN lookup_values d ON d.key = cv.value \
                 LEFT JOIN file_checks k ON k.digest = coalesce(f.digest, n.sha256) \
                 WHERE (v.url IS NOT NULL OR f.withdrawn IS NULL AND v.file IS NOT NULL) \
                 AND (?2 IS NULL OR d.value_key = ?2) AND {which} ORDER BY v.citation, v.position"
            ),
            params![Category::Departments as i64, department.map(value_key), citation],
            |row| {
                let link = from_row!(row => AskedLink { reason = "link_reason", is_there })?;
                let (is_asked, url): (bool, _) = (row.get("is_asked")?, self.version_url(row)?);
                from_row!(row => CheckedVersion {
                    key, title, department, id, lang, url: url.unwrap_or_default(), item_number, file_type = "type",
                    link: is_asked.then_some(link), digest = "content", check: stored_check(row)?
                })
            },
        )
    }

    /// The check of this content; `None` if there was none yet.
    pub fn file_check(&self, digest: &str) -> Result<Option<StoredCheck>> {
        let sql = format!("SELECT {CHECK_COLUMNS} FROM file_checks k WHERE k.digest = ?1");
        let check = self.optional(&sql, [digest], stored_check)?;
        Ok(check.flatten())
    }

    /// Whether this content was checked by the current rules.
    pub fn is_checked_now(&self, digest: &str) -> Result<bool> {
        self.value(
            "SELECT EXISTS (SELECT 1 FROM file_checks WHERE digest = ?1 AND rules = ?2)",
            params![digest, RULES],
        )
    }

    /// The stored PDF files that were not checked by the current rules: those that were never checked first.
    pub fn files_to_check(&self) -> Result<Vec<FileToCheck>> {
        self.list(
            "SELECT f.digest, f.size FROM stored_files f LEFT JOIN file_checks k ON k.digest = f.digest \
             WHERE f.type = ?1 AND f.withdrawn IS NULL AND f.deleting = 0 AND f.is_damaged = 0 \
             AND (k.digest IS NULL OR k.rules <> ?2) ORDER BY k.digest IS NOT NULL, f.key",
            params![FileType::Pdf.media_type(), RULES],
            |row| from_row!(row => FileToCheck { digest, size }),
        )
    }

    /// How often the versions of citations were opened since this month (YYYY-MM), by citation and language tag.
    pub fn opens_since(&self, month: &str) -> Result<HashMap<(CitationKey, String), u64>> {
        let rows: Vec<(CitationKey, String, u64)> = self.rows(
            "SELECT citation, tag, sum(opens) FROM usage_months WHERE month >= ?1 GROUP BY citation, tag",
            [month],
        )?;
        Ok(rows.into_iter().map(|(citation, tag, opens)| ((citation, tag), opens)).collect())
    }
}

impl WriteTx<'_> {
    /// Stores the check of a content, by the current rules.
    pub fn put_file_check(
        &self,
        digest: &str,
        state: CheckState,
        reason: Option<&str>,
        check: &PdfCheck,
    ) -> Result<()> {
        let findings = json(&check.findings)?;
        insert!(self.db, or update file_checks {
            digest, rules = RULES, checked = now(), state = state.name(), reason, pages = check.pages,
            language = check.language, findings
        })
    }

    /// Sets a finding of a content aside; without a note takes that back.
    pub fn set_finding_aside(
        &self,
        digest: &str,
        finding: FindingKind,
        note: Option<&str>,
        editor: &Editor,
    ) -> Result<()> {
        match note {
            None => self.execute(
                "DELETE FROM findings_aside WHERE digest = ?1 AND finding = ?2",
                params![digest, finding.name()],
            ),
            Some(note) => self.execute(
                "INSERT INTO findings_aside (digest, finding, note, at, by_user, by_name) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (digest, finding) DO UPDATE SET note = excluded.note, \
                 at = excluded.at, by_user = excluded.by_user, by_name = excluded.by_name",
                params![digest, finding.name(), note, now(), editor.user, editor.name],
            ),
        }
        .map(drop)
    }

    /// Deletes the check of a content that is deleted or withdrawn.
    pub(super) fn delete_file_check(&self, digest: Digest) -> Result<()> {
        let digest = digest.to_string();
        self.execute("DELETE FROM file_checks WHERE digest = ?1", [&digest])?;
        self.run("DELETE FROM findings_aside WHERE digest = ?1", [&digest])
    }

    /// Deletes the checks of contents that neither a link nor a stored file has any more.
    pub fn delete_unused_checks(&self) -> Result<()> {
        self.run(
            "DELETE FROM file_checks WHERE NOT EXISTS (SELECT 1 FROM stored_files f \
             WHERE f.digest = file_checks.digest) \
             AND digest NOT IN (SELECT sha256 FROM links WHERE sha256 IS NOT NULL)",
            [],
        )
    }

    /// Records that no preview of a stored file can be drawn. The index follows; the entity tags of citations stay.
    pub fn set_preview_failed(&self, digest: Digest) -> Result<()> {
        self.execute("UPDATE stored_files SET preview_failed = 1 WHERE digest = ?1", [digest.to_string()])?;
        self.record_text_change(&file_text_key(digest))
    }
}

from_text!(CheckState, CheckState::from_name);

/// The check of [`CHECK_COLUMNS`], if there is one.
fn stored_check(row: &Row<'_>) -> rusqlite::Result<Option<StoredCheck>> {
    let Some(state) = row.get("state")? else { return Ok(None) };
    let notes: HashMap<String, String> = json_column(row, "notes")?;
    let notes = notes.into_iter().filter_map(|(name, note)| Some((FindingKind::from_name(&name)?, note)));
    let check = from_row!(row => PdfCheck { pages, language, findings: json_column(row, "findings")? })?;
    from_row!(row => StoredCheck { state: state, reason, check: check, checked, notes: notes.collect() })
        .map(Some)
}
