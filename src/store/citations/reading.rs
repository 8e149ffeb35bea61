//! Reads citations from their tables: one, batches, samples, those with a code, which replaces which, and what saving one
//! would do.

use crate::model::citations::citation::{Citation, LanguageVersion, ReadableIdEntry, RevisionDate};
use crate::model::citations::citation_fields::{CitationField, CitationFields, citation_fields};
use crate::model::citations::codes::{Code, CodeSystem};
use crate::model::citations::field_content::Cell;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::keys::{ChangeNumber, CitationKey};
use crate::model::page_urls::{self, Found};
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, from_text, tuple};
use crate::store::stored_files::contents::{FILE_COLUMNS, version_file};
use crate::store::stored_files::versions::address_part;
use rusqlite::Row;
use rusqlite::types::ValueRef;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// How many citations are read together when many are read. One may hold 2 MiB, so that more would take much
/// memory; fewer would take more time.
const BATCH: usize = 50;

impl ReadTx<'_> {
    /// Finds the key of a citation by its ID, current readable ID, or former readable ID.
    pub fn find(&self, id: &str) -> Result<Option<Found<CitationKey>>> {
        if let Some(key) = self.citation_key(id)? {
            return Ok(Some(Found::Here(key)));
        }
        let Some(key) = self.readable_id_owner(id)? else { return Ok(None) };
        Ok(Some(match self.current_readable_id(key)? {
            Some(current) if current != id => Found::Moved(current),
            _ => Found::Here(key),
        }))
    }

    /// The key of the citation with this ID or readable ID, current or former.
    pub fn find_key(&self, id: &str) -> Result<Option<CitationKey>> {
        match self.citation_key(id)? {
            Some(key) => Ok(Some(key)),
            None => self.readable_id_owner(id),
        }
    }

    /// The key of the citation with this ID; readable IDs do not count.
    pub fn citation_key(&self, id: &str) -> Result<Option<CitationKey>> {
        self.optional_value("SELECT key FROM citations WHERE id = ?1", [id])
    }

    /// The id of the citation with this key.
    pub fn citation_id(&self, key: CitationKey) -> Result<String> {
        self.value("SELECT id FROM citations WHERE key = ?1", [key])
    }

    /// The change number that last touched a citation; its ETag is made of it.
    pub fn citation_change(&self, key: CitationKey) -> Result<ChangeNumber> {
        self.value("SELECT changed FROM citations WHERE key = ?1", [key])
    }

    /// When a citation was last saved, as RFC 3339 text in UTC.
    pub fn citation_saved_at(&self, key: CitationKey) -> Result<String> {
        self.value("SELECT saved_at FROM citations WHERE key = ?1", [key])
    }

    /// The citation with this key.
    pub fn citation(&self, key: CitationKey) -> Result<Citation> {
        let mut found = self.citations_between(key, key)?;
        found
            .pop()
            .map(|(_, citation)| citation)
            .ok_or_else(|| crate::model::error::Error::NotFound("No citation found.".into()))
    }

    /// How many citations there are.
    pub fn citation_count(&self) -> Result<u64> {
        self.value("SELECT count(*) FROM citations", [])
    }

    /// Calls `each` with every citation, in the order of their keys; stops at the first error.
    pub fn each_citation(&self, mut each: impl FnMut(Citation) -> Result<()>) -> Result<()> {
        let mut from = CitationKey::new(i64::MIN);
        while let Some((first, last)) = self.key_range(from)? {
            for (_, citation) in self.citations_between(first, last)? {
                each(citation)?;
            }
            from = CitationKey::new(last.row().saturating_add(1));
        }
        Ok(())
    }

    /// The citations with these ascending keys, one batch in memory at a time.
    pub fn citations<'s>(&'s self, keys: &'s [CitationKey]) -> impl Iterator<Item = Result<Citation>> + 's {
        keys.chunks(BATCH).flat_map(move |chunk| match self.chunk(chunk) {
            Ok(citations) => citations.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(e) => vec![Err(e)],
        })
    }

    fn chunk(&self, keys: &[CitationKey]) -> Result<Vec<Citation>> {
        let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return Ok(Vec::new()) };
        // Adjacent keys are read together, distant ones one by one.
        if usize::try_from(last.row() - first.row()).is_ok_and(|span| span < keys.len() * 3) {
            let all = self.citations_between(first, last)?;
            return Ok(all
                .into_iter()
                .filter(|(key, _)| keys.binary_search(key).is_ok())
                .map(|(_, citation)| citation)
                .collect());
        }
        keys.iter().map(|&key| self.citation(key)).collect()
    }

    /// First and last key of the next batch of citations from `from` on.
    fn key_range(&self, from: CitationKey) -> Result<Option<(CitationKey, CitationKey)>> {
        self.one(
            "SELECT min(key), max(key) FROM (SELECT key FROM citations WHERE key >= ?1 ORDER BY key \
             LIMIT ?2)",
            (from, BATCH as i64),
            |row| {
                let (first, last): (Option<CitationKey>, Option<CitationKey>) = tuple(row)?;
                Ok(first.zip(last))
            },
        )
    }

    fn citations_between(
        &self,
        first: CitationKey,
        last: CitationKey,
    ) -> Result<Vec<(CitationKey, Citation)>> {
        let columns: Vec<&CitationField> = citation_fields().with_columns().map(|(field, _)| field).collect();
        let mut found =
            self.list(&SELECT, (first, last), |row| Ok((row.get("key")?, citation_row(row, &columns)?)))?;
        self.read_parts(first, last, &mut found)?;
        Ok(found)
    }

    /// Adds the contents of other tables to citations with keys from `first` to `last`.
    fn read_parts(
        &self,
        first: CitationKey,
        last: CitationKey,
        found: &mut [(CitationKey, Citation)],
    ) -> Result<()> {
        let indexes: HashMap<CitationKey, usize> =
            found.iter().enumerate().map(|(n, (key, _))| (*key, n)).collect();
        // Calls `add` with each row's citation and the row.
        let mut each = |sql: &str, add: fn(&mut Citation, &Row<'_>) -> rusqlite::Result<()>| {
            self.each(sql, (first, last), |row| {
                if let Some(&n) = indexes.get(&row.get("citation")?) {
                    add(&mut found[n].1, row)?;
                }
                Ok(true)
            })
        };
        each(
            "SELECT v.citation, v.category, l.value FROM citation_values v JOIN lookup_values l ON l.key = v.value \
             WHERE v.citation BETWEEN ?1 AND ?2 ORDER BY v.citation, v.category, v.position",
            add_value,
        )?;
        each(&VERSIONS, add_language_version)?;
        each(
            "SELECT r.citation, l.value, r.day FROM revision_dates r JOIN lookup_values l ON l.key = r.language \
             WHERE r.citation BETWEEN ?1 AND ?2 ORDER BY r.citation, r.position",
            add_revision_date,
        )?;
        each(CODES, add_code)?;
        each(
            "SELECT citation, readable_id FROM readable_ids WHERE citation BETWEEN ?1 AND ?2 \
             ORDER BY citation, given DESC",
            |citation, row| {
                citation.readable_ids.push(ReadableIdEntry { id: row.get("readable_id")? });
                Ok(())
            },
        )?;
        for (_, citation) in found {
            for version in citation.languages.iter_mut().filter(|version| version.file.is_some()) {
                // Until here the part of the address that names the language.
                let part = version.url.take().unwrap_or_default();
                version.url = Some(page_urls::file(self.public_url, &citation.id, &part));
            }
        }
        Ok(())
    }

    /// What [`put_citation`](crate::store::WriteTx::put_citation) would do.
    pub fn would_save(&self, citation: &Citation) -> Result<WouldSave> {
        let Some(key) = self.citation_key(&citation.id)? else { return Ok(WouldSave::Added) };
        let unchanged = self.is_unchanged(citation, &self.citation(key)?)?;
        Ok(if unchanged { WouldSave::Unchanged } else { WouldSave::Changed })
    }

    /// Whether `citation` equals `present`; readable IDs, which are never replaced, do not count.
    pub(in crate::store) fn is_unchanged(&self, citation: &Citation, present: &Citation) -> Result<bool> {
        let mut wanted = self.as_spelled(citation)?;
        wanted.readable_ids.clone_from(&present.readable_ids);
        Ok(wanted == *present)
    }

    /// The citation with every value as the lookups spell it.
    fn as_spelled(&self, citation: &Citation) -> Result<Citation> {
        let mut spelled = citation.clone();
        spelled.each_value_mut(|category, value| -> Result<()> {
            if let Some((_, known)) = self.lookup_value(category, value)? {
                *value = known;
            }
            Ok(())
        })?;
        Ok(spelled)
    }

    /// The citation with exactly this ID and its replacement; `None` if the citation does not exist.
    pub fn replaceable(&self, id: &str) -> Result<Option<Replaceable>> {
        self.optional(
            "SELECT key, id, obsolete, replaced_by FROM citations WHERE id = ?1",
            [id],
            |row| from_row!(row => Replaceable { key, id, is_obsolete = "obsolete", replaced_by }),
        )
    }

    /// How many citations are not obsolete.
    pub fn current_citation_count(&self) -> Result<u64> {
        self.value("SELECT count(*) FROM citations WHERE obsolete = 0", [])
    }

    /// At most `most` citations, from the first to the last in equal steps.
    pub fn citation_samples(&self, most: u32) -> Result<Vec<CitationSample>> {
        let (first, last): (Option<i64>, Option<i64>) =
            self.row("SELECT min(key), max(key) FROM citations", [])?;
        let (Some(first), Some(last)) = (first, last) else { return Ok(Vec::new()) };
        let step = ((last - first) / i64::from(most.max(2) - 1)).max(1);
        let mut samples: Vec<CitationSample> = Vec::new();
        for key in (0..i64::from(most)).map(|n| first + n * step) {
            let found = self.list(
                "SELECT c.id, c.title, (SELECT v.item_number FROM language_versions v \
                 WHERE v.citation = c.key \
                 AND v.item_number_key <> '' AND NOT EXISTS (SELECT 1 FROM language_versions o \
                 WHERE o.item_number_key = v.item_number_key AND o.citation <> c.key)) \
                 AS item_number FROM citations c WHERE c.key >= ?1 ORDER BY c.key LIMIT 1",
                [key],
                |row| from_row!(row => CitationSample { id, title, item_number }),
            )?;
            for citation in found {
                if !samples.contains(&citation) {
                    samples.push(citation);
                }
            }
        }
        Ok(samples)
    }
}

fn add_value(citation: &mut Citation, row: &Row<'_>) -> rusqlite::Result<()> {
    citation.add_value(row.get("category")?, row.get("value")?);
    Ok(())
}

fn add_language_version(citation: &mut Citation, row: &Row<'_>) -> rusqlite::Result<()> {
    let (lang, file): (String, _) = (row.get("value")?, version_file(row)?);
    let url = match &file {
        Some(_) => Some(address_part(&lang, row.get("tag")?)),
        None => row.get("url")?,
    };
    let (item_number, pages, title) = (row.get("item_number")?, row.get("pages")?, row.get("title")?);
    let version =
        LanguageVersion { lang, item_number, url, file, pages, title, ..LanguageVersion::default() };
    citation.languages.push(version);
    Ok(())
}

fn add_revision_date(citation: &mut Citation, row: &Row<'_>) -> rusqlite::Result<()> {
    citation.revision_dates.push(from_row!(row => RevisionDate { lang = "value", revision_date = "day" })?);
    Ok(())
}

/// The rows of citations by their keys: the key, then the columns of the fields.
static SELECT: LazyLock<String> = LazyLock::new(|| select(citation_fields()));

/// The language versions of citations: the key of the citation, the version, and its file.
static VERSIONS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT v.citation, l.value, v.item_number, v.url, v.pages, v.title, l.tag, v.file_name, {FILE_COLUMNS} \
         FROM language_versions v JOIN lookup_values l ON l.key = v.language \
         LEFT JOIN stored_files f ON f.key = v.file WHERE v.citation BETWEEN ?1 AND ?2 \
         ORDER BY v.citation, v.position"
    )
});

fn select(fields: &CitationFields) -> String {
    let columns: Vec<&str> = fields.with_columns().map(|(_, column)| column).collect();
    format!("SELECT key, {} FROM citations WHERE key BETWEEN ?1 AND ?2 ORDER BY key", columns.join(", "))
}

fn citation_row(row: &Row<'_>, columns: &[&CitationField]) -> rusqlite::Result<Citation> {
    let mut citation = Citation::default();
    for (field, index) in columns.iter().zip(1..) {
        let cell = match row.get_ref(index)? {
            ValueRef::Integer(number) => Cell::Integer(number),
            ValueRef::Text(_) => Cell::Text(row.get_ref(index)?.as_str()?.into()),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Cell::Null,
        };
        field.set_cell(&mut citation, cell).map_err(|e| {
            rusqlite::Error::FromSqlConversionFailure(index, rusqlite::types::Type::Text, Box::new(e))
        })?;
    }
    Ok(citation)
}

from_text!(Day, Day::parse);

/// The outcome of a save, previewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WouldSave {
    /// It is new.
    Added,
    /// It exists and would change.
    Changed,
    /// It exists and would be unchanged.
    Unchanged,
}

/// What replacing a citation needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaceable {
    pub key: CitationKey,
    pub id: String,
    /// Whether it is obsolete.
    pub is_obsolete: bool,
    /// ID of the citation that replaces it; after an import it may not exist.
    pub replaced_by: Option<String>,
}

/// A citation that a search must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitationSample {
    pub id: String,
    pub title: String,
    /// An item number that no other citation has.
    pub item_number: Option<String>,
}

/// The codes of citations by their keys, in order.
const CODES: &str = "SELECT citation, system, code, display FROM citation_codes \
                                WHERE citation BETWEEN ?1 AND ?2 ORDER BY citation, position";

from_text!(CodeSystem, CodeSystem::from_name);

/// Adds a row of [`CODES`] to its citation.
fn add_code(citation: &mut Citation, row: &Row<'_>) -> rusqlite::Result<()> {
    citation.codes.push(from_row!(row => Code { system, code, display })?);
    Ok(())
}

impl ReadTx<'_> {
    /// The keys of the citations with this code, in the order in which they were added; obsolete ones are left out.
    ///
    /// `code` as [`CodeSystem::normalize`] returns it.
    pub fn citations_with_code(&self, system: CodeSystem, code: &str) -> Result<Vec<CitationKey>> {
        self.values(
            "SELECT c.key FROM citation_codes s JOIN citations c ON c.key = s.citation \
             WHERE s.system = ?1 AND s.code = ?2 AND NOT c.obsolete ORDER BY c.key",
            (system.name(), code),
        )
    }

    /// The keys of the citations with any of these codes, those with the first code first, each once; obsolete ones are
    /// left out.
    pub fn citations_with_any_code<'c>(
        &self,
        system: CodeSystem,
        codes: impl IntoIterator<Item = &'c str>,
    ) -> Result<Vec<CitationKey>> {
        let (mut keys, mut known) = (Vec::new(), HashSet::new());
        for code in codes {
            let with_code = self.citations_with_code(system, code)?;
            keys.extend(with_code.into_iter().filter(|key| known.insert(*key)));
        }
        Ok(keys)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::{Editor, Store};

    fn citation(id: &str, codes: &[(CodeSystem, &str)]) -> Citation {
        let code = |(system, code): &(CodeSystem, &str)| Code {
            system: *system,
            code: (*code).to_owned(),
            display: Some(format!("{code} in words")),
        };
        Citation {
            id: id.to_owned(),
            title: id.to_owned(),
            codes: codes.iter().map(code).collect(),
            ..Citation::default()
        }
    }

    fn save(store: &Store, citation: &Citation) {
        let editor = Editor { user: None, name: "test".into() };
        store.write(|db| db.put_citation(citation, &editor)).unwrap();
    }

    #[test]
    fn citations_in_use_are_found_by_their_codes() {
        use CodeSystem::{Icd10cm, Rxnorm};
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        save(&store, &citation("inhaler", &[(Icd10cm, "J45.909"), (Rxnorm, "435")]));
        save(&store, &citation("asthma", &[(Icd10cm, "J45"), (Icd10cm, "J45.909")]));
        save(&store, &Citation { obsolete: true, ..citation("old", &[(Icd10cm, "J45")]) });
        save(&store, &citation("changed", &[(Icd10cm, "J45")]));
        save(&store, &citation("changed", &[(Icd10cm, "R05")]));
        let found = |system, codes: &[&str]| {
            store
                .read(|db| {
                    let keys = db.citations_with_any_code(system, codes.iter().copied())?;
                    keys.into_iter().map(|key| db.citation_id(key)).collect::<Result<Vec<_>>>()
                })
                .unwrap()
        };
        assert_eq!(found(Icd10cm, &["J45.909"]), ["inhaler", "asthma"]);
        assert_eq!(found(Icd10cm, &["J45", "J45.90", "J45.909"]), ["asthma", "inhaler"]);
        assert_eq!(found(Rxnorm, &["435"]), ["inhaler"]);
        assert_eq!(found(Rxnorm, &["J45"]), Vec::<String>::new());
        let key = store.read(|db| db.citation_key("asthma")).unwrap().unwrap();
        let stored = store.read(|db| db.citation(key)).unwrap();
        assert_eq!(stored.codes, citation("asthma", &[(Icd10cm, "J45"), (Icd10cm, "J45.909")]).codes);
    }

    #[test]
    fn a_lookup_by_code_or_by_prefix_is_a_seek_in_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for condition in ["code = 'J45.909'", "code >= 'J45' AND code < 'J46'"] {
            let plan: Vec<String> = store
                .read(|db| {
                    let sql = format!(
                        "EXPLAIN QUERY PLAN SELECT citation FROM citation_codes WHERE system = 'icd10cm' AND {condition}"
                    );
                    db.list(&sql, [], |row| row.get("detail"))
                })
                .unwrap();
            assert_eq!(plan.len(), 1, "{plan:?}");
            assert!(plan[0].starts_with("SEARCH citation_codes USING COVERING INDEX"), "{plan:?}");
        }
    }
}
