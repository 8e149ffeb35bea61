//! The thesaurus that is part of the program.

use crate::model::error::{Error, Result};
use crate::model::thesaurus::terms::TermTable;
use crate::search::text::medicines::{MedicineTable, name_key};
use crate::search::thesaurus::compiled::{NewConcept, NewLabel, compile};
use crate::search::thesaurus::label_table::LabelTable;
use std::sync::{Arc, OnceLock};
use tantivy::directory::OwnedBytes;

/// Compiled by `make terms`.
const COMPILED: &[u8] = include_bytes!("../../../assets/terms/thesaurus.bin");

/// The built-in thesaurus, read once.
pub(super) fn built_in_labels() -> Result<Arc<LabelTable>> {
    static READ: OnceLock<Arc<LabelTable>> = OnceLock::new();
    if let Some(read) = READ.get() {
        return Ok(read.clone());
    }
    let read = Arc::new(LabelTable::read(OwnedBytes::new(COMPILED))?);
    Ok(READ.get_or_init(|| read).clone())
}

/// Compiles a table into the form of `assets/terms/thesaurus.bin`, for `make terms`.
pub fn compile_thesaurus(table: &TermTable) -> Result<Vec<u8>> {
    let concepts: Vec<NewConcept<'_>> = table
        .concepts
        .iter()
        .map(|concept| {
            let english = concept.terms.iter().find(|term| term.lang == "en");
            NewConcept {
                kind: &concept.kind,
                name: &concept.name,
                english: english.map_or(concept.name.as_str(), |term| &term.text),
                icd10cm: &concept.icd10cm,
            }
        })
        .collect();
    let mut labels: Vec<NewLabel<'_>> = Vec::new();
    for (number, concept) in (0u32..).zip(&table.concepts) {
        let medicine = |text: &str| MedicineTable::built_in().number(&name_key(text));
        let own = medicine(&concept.name);
        labels.extend(concept.terms.iter().map(|term| NewLabel {
            concept: number,
            text: &term.text,
            lang: &term.lang,
            whole_query: term.whole_query,
            finds: true,
            // Else what is about one medicine of a class would be found by the name of another.
            names: medicine(&term.text).is_none_or(|number| own == Some(number)),
            is_medicine: concept.kind == "medicine",
        }));
    }
    compile(&concepts, &labels).map_err(|cause| Error::internal("compiling the thesaurus", cause))
}
