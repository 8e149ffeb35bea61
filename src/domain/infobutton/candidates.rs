//! The citations that may answer one criterion: those with the code itself, with its parents, about concepts that have the
//! code, and last those that a search for its name finds: those that name it, or any of them when there are no others.

use crate::model::citations::citation::Citation;
use crate::model::citations::codes::CodeSystem;
use crate::model::error::Result;
use crate::model::infobutton::feed::{icd10cm_category, vaccine_name};
use crate::model::infobutton::information_recipient::{AudienceFit, InformationRecipient};
use crate::model::infobutton::request::Criterion;
use crate::model::keys::CitationKey;
use crate::model::packets::languages::KnownLanguages;
use crate::search::{ConceptCode, KnowledgeHit, Snapshot, medicine_name};
use crate::store::ReadTx;

/// The number of citations in a response.
pub(super) const MAX_ENTRIES: usize = 10;
/// Maximum number of citations with a code of their own that are considered.
const MAX_CODED: usize = 20;
/// Maximum number of citations about a concept that are considered, so that those in the preferred language come first.
const MAX_SUBJECTS: usize = 50;

/// A citation that may answer.
pub(super) struct Candidate {
    pub id: String,
    /// Whether it has a version in the preferred language.
    pub has_language: bool,
    /// The citation, if it was read already.
    pub citation: Option<Box<Citation>>,
}

/// What was found for a criterion.
#[derive(Default)]
pub(super) struct Candidates {
    /// Best first, each once.
    pub found: Vec<Candidate>,
    /// The code, when neither it nor its name has a citation.
    pub unanswered: Option<(CodeSystem, String)>,
}

/// The sources of candidates.
pub(super) struct Sources<'a> {
    pub db: &'a ReadTx<'a>,
    pub snapshot: &'a Snapshot,
    pub languages: &'a KnownLanguages,
    pub recipient: &'a InformationRecipient,
}

impl Sources<'_> {
    /// The citations that may answer a criterion.
    pub fn candidates(&self, criterion: &Criterion) -> Result<Candidates> {
        let mut candidates = Candidates::default();
        if criterion.is_code_without_system() {
            return Ok(candidates);
        }
        let code = criterion.known_code();
        let concept_code = code.as_ref().and_then(|(system, code)| concept_code(*system, code));
        if let Some((system, code)) = &code {
            self.add_coded(*system, code, &mut candidates)?;
        }
        if let Some(concept_code) = concept_code {
            candidates.add(self.snapshot.citations_for_code(concept_code, self.recipient)?);
        }
        let mut is_answered = !candidates.found.is_empty();
        let mut names = names(criterion);
        if let Some(ConceptCode::Rxnorm(code)) = concept_code {
            names.extend(self.snapshot.medicines_with_code(code));
        }
        for name in names {
            if candidates.found.is_empty() {
                let hits = self.snapshot.citations_for_name(&name, concept_code, self.recipient)?;
                is_answered = hits.iter().any(|hit| hit.is_subject);
                candidates.add(hits);
            } else {
                candidates.add(self.snapshot.citations_naming(&name, concept_code, self.recipient)?);
            }
        }
        candidates.unanswered = code.filter(|_| !is_answered);
        Ok(candidates)
    }

    /// Adds the citations that have the code or a parent of it, the nearest first.
    fn add_coded(&self, system: CodeSystem, code: &str, candidates: &mut Candidates) -> Result<()> {
        let mut keys: Vec<(usize, CitationKey)> = Vec::new();
        for (distance, code) in with_parents(system, code).enumerate() {
            for key in self.db.citations_with_code(system, code)? {
                if keys.len() < MAX_CODED && !keys.iter().any(|(_, known)| *known == key) {
                    keys.push((distance, key));
                }
            }
        }
        let mut coded: Vec<(usize, AudienceFit, Box<Citation>)> = Vec::with_capacity(keys.len());
        for (distance, key) in keys {
            let citation = Box::new(self.db.citation(key)?);
            let audience =
                AudienceFit::new(self.recipient.age_group, citation.audience.iter().map(String::as_str));
            coded.push((distance, audience, citation));
        }
        coded.sort_by_key(|(distance, audience, _)| (*distance, *audience));
        for (.., citation) in coded {
            let has_language = self.has_language(&citation);
            candidates.found.push(Candidate {
                id: citation.id.clone(),
                has_language,
                citation: Some(citation),
            });
        }
        Ok(())
    }

    fn has_language(&self, citation: &Citation) -> bool {
        self.recipient.language.as_ref().is_some_and(|recipient| {
            let tags = citation.languages.iter().filter_map(|version| self.languages.tag(&version.lang));
            tags.into_iter().any(|tag| tag.closeness(recipient).is_some())
        })
    }
}

impl Candidates {
    /// Adds citations that a search has found: as many as an answer has, and those about the subject beyond.
    fn add(&mut self, hits: Vec<KnowledgeHit>) {
        for KnowledgeHit { id, is_subject, has_language } in hits {
            let limit = if is_subject { MAX_SUBJECTS } else { MAX_ENTRIES };
            if self.found.len() < limit && !self.found.iter().any(|known| known.id == id) {
                self.found.push(Candidate { id, has_language, citation: None });
            }
        }
    }
}

/// The names of a criterion to search for: of a vaccine by its CVX code, of a medicine its ingredients.
fn names(criterion: &Criterion) -> Vec<String> {
    if let Some(vaccine) = vaccine_name(&criterion.system, &criterion.code) {
        return vec![vaccine.to_owned()];
    }
    let name = |text: &str| medicine_name(text).unwrap_or_else(|| searchable_name(text));
    let mut names: Vec<String> = criterion.texts().map(name).filter(|name| !name.is_empty()).collect();
    names.dedup();
    names
}

/// The code in the form that concepts have it.
fn concept_code(system: CodeSystem, code: &str) -> Option<ConceptCode<'_>> {
    match system {
        CodeSystem::Icd10cm => Some(ConceptCode::Icd10cm(code)),
        CodeSystem::Icd9cm => icd10cm_category(code).map(ConceptCode::Icd10cm),
        CodeSystem::Rxnorm => Some(ConceptCode::Rxnorm(code)),
        CodeSystem::Snomed | CodeSystem::Loinc => None,
    }
}

/// The code, then its parents: J45.909, J45.90, J45.9, J45. Only ICD codes show their parents.
fn with_parents(system: CodeSystem, code: &str) -> impl Iterator<Item = &str> {
    let shortest = match system {
        CodeSystem::Icd9cm if code.starts_with('E') => 4,
        CodeSystem::Icd10cm | CodeSystem::Icd9cm => 3,
        CodeSystem::Snomed | CodeSystem::Rxnorm | CodeSystem::Loinc => code.len(),
    };
    let parents = (shortest..code.len()).rev().filter_map(|length| code.get(..length));
    std::iter::once(code).chain(parents.filter(|parent| !parent.ends_with('.')))
}

/// Additions in the names of codes, in lower case, each before its own prefixes.
const QUALIFIERS: [&str; 27] = [
    "personal history of",
    "family history of",
    "other specified conditions",
    "other specified counseling",
    "unspecified",
    "not otherwise specified",
    "not elsewhere classified",
    "other specified",
    "other and",
    "nos",
    "nec",
    "initial encounter",
    "subsequent encounter",
    "sequela",
    "uncomplicated",
    "pediatric",
    "adolescent",
    "adult",
    "encounter for",
    "bilateral",
    "right",
    "left",
    "(disorder)",
    "(finding)",
    "(procedure)",
    "(situation)",
    "(substance)",
];

/// What begins the part of a name that says what is not meant.
const EXCEPTIONS: [&str; 4] = [" other than ", " not due to ", " except ", " without "];

/// The name of a code without its additions: 'Asthma, unspecified' is searched as 'asthma'. Empty when it has nothing else.
fn searchable_name(name: &str) -> String {
    let mut text = format!(" {} ", name.to_lowercase().replace([',', ';', ':'], " "));
    for exception in EXCEPTIONS {
        if let Some(at) = text.find(exception) {
            text.truncate(at + 1);
        }
    }
    for qualifier in QUALIFIERS {
        text = text.replace(&format!(" {qualifier} "), " ");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_follow_a_code_nearest_first() {
        let check = |system: CodeSystem, code: &str, expected: &[&str]| {
            assert_eq!(with_parents(system, code).collect::<Vec<_>>(), expected);
        };
        check(CodeSystem::Icd10cm, "J45.909", &["J45.909", "J45.90", "J45.9", "J45"]);
        check(CodeSystem::Icd10cm, "J45", &["J45"]);
        check(CodeSystem::Icd9cm, "E880.9", &["E880.9", "E880"]);
        check(CodeSystem::Icd9cm, "493.90", &["493.90", "493.9", "493"]);
        check(CodeSystem::Snomed, "195967001", &["195967001"]);
        check(CodeSystem::Loinc, "4548-4", &["4548-4"]);
    }

    #[test]
    fn a_name_is_searched_without_its_qualifiers() {
        let check = |name: &str, expected: &str| assert_eq!(searchable_name(name), expected, "{name}");
        check("Unspecified asthma, uncomplicated", "asthma");
        check("Asthma (disorder)", "asthma");
        check("Encounter for immunization", "immunization");
        check(
            "Sprain of unspecified ligament of right ankle, initial encounter",
            "sprain of ligament of ankle",
        );
        check("Personal history of pneumonia (recurrent)", "pneumonia (recurrent)");
        check("Personal history of other specified conditions", "");
        check("Sepsis of newborn other than due to streptococcus", "sepsis of newborn");
        check("Irritable bowel syndrome without diarrhea", "irritable bowel syndrome");
        check("  Unspecified ", "");
        check("Síndrome de Down", "síndrome de down");
        check("", "");
    }
}
