//! Measures how well codes of diagnoses are answered, by the concepts of the thesaurus alone.

use super::measures::Counts;
use super::sets::CaseSet;
use handout::model::citations::citation::Citation;
use handout::model::infobutton::information_recipient::InformationRecipient;
use handout::search::{ConceptCode, Snapshot};
use std::collections::HashMap;
use std::error::Error;

/// The table row of a set of ICD-10-CM codes.
pub fn coded(
    snapshot: &Snapshot,
    set: &CaseSet,
    citations: &[Citation],
    names_misses: bool,
) -> Result<String, Box<dyn Error>> {
    let titles: HashMap<&str, &str> =
        citations.iter().map(|citation| (citation.id.as_str(), citation.title.as_str())).collect();
    let mut counts = Counts::default();
    for case in &set.cases {
        let found =
            snapshot.citations_for_code(ConceptCode::Icd10cm(&case.q), &InformationRecipient::default())?;
        let first: Vec<&str> =
            found.iter().take(3).filter_map(|hit| titles.get(hit.id.as_str()).copied()).collect();
        let place = first.iter().position(|title| case.titles.iter().any(|meant| meant == title));
        counts.add(place, first.len());
        if names_misses && place.is_none() {
            eprintln!("{}: {} finds {first:?}, not {:?}", set.name, case.q, case.titles);
        }
    }
    Ok(counts.line(&set.name))
}
