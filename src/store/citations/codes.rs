//! The codes of citations: their rows, and the citations that have a code.

use crate::model::citations::citation::Citation;
use crate::model::citations::codes::{Code, CodeSystem};
use crate::model::error::Result;
use crate::model::keys::CitationKey;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, from_text, insert};
use rusqlite::Row;
use std::collections::HashSet;

/// The codes of citations by their keys, in order.
pub(super) const CODES: &str = "SELECT citation, system, code, display FROM citation_codes \
                                WHERE citation BETWEEN ?1 AND ?2 ORDER BY citation, position";

from_text!(CodeSystem, CodeSystem::from_name);

/// Adds a row of [`CODES`] to its citation.
pub(super) fn add_code(citation: &mut Citation, row: &Row<'_>) -> rusqlite::Result<()> {
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

impl WriteTx<'_> {
    pub(super) fn put_codes(&self, key: CitationKey, codes: &[Code]) -> Result<()> {
        for (position, Code { system, code, display }) in codes.iter().enumerate() {
            insert!(self.db, citation_codes {
                citation = key, position = position as i64, system = system.name(), code, display
            })?;
        }
        Ok(())
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
