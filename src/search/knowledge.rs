//! The citations for a code of a health record, by the concepts that have the code, and for its name.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::infobutton::information_recipient::{AudienceFit, InformationRecipient};
use crate::model::search::request::PAGE;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::finding::{self, Outcome};
use crate::search::ranking::matching::MatchType;
use crate::search::ranking::partial::PARTIAL;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::thesaurus::combined::ConceptId;
use std::collections::{HashMap, HashSet};

/// Maximum number of concepts of a code that are searched for; the others are farther away or have wider meanings.
const MAX_CONCEPTS: usize = 5;
/// Maximum number of the best matches of a search that are considered.
const MAX_MATCHES: usize = 200;
/// Maximum number of citations that have a near concept as their subject, but not as their title, before wider ones.
const MAX_BEFORE_WIDER: usize = 2;
/// The kinds of concepts for which a text counts that only mentions them: an overview of throat disorders answers croup, but
/// a text on the causes of endocarditis does not answer central line.
const KINDS_OF_TEXTS: [&str; 2] = ["disease", "symptom"];
/// The strength of a concept in a keyword that is one of its labels, or in a title that is little more; see
/// `segments/concept_index.rs`.
const MIN_SUBJECT: f32 = 0.7;
/// The strength from which a label among other words of a title counts.
const MIN_MENTION: f32 = 0.34;

/// A code that concepts have.
#[derive(Debug, Clone, Copy)]
pub enum ConceptCode<'a> {
    /// An ICD-10-CM code; its categories include it.
    Icd10cm(&'a str),
    /// An RxNorm ingredient.
    Rxnorm(&'a str),
}

/// A citation for a code or a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnowledgeHit {
    /// The citation's ID.
    pub id: String,
    /// Whether the subject of the code is what the citation is about, not only one of several things that it names.
    pub is_subject: bool,
    /// Whether the citation has a version in the preferred language.
    pub has_language: bool,
}

/// What was found, best first, and texts to search for that may find the same.
#[derive(Debug, Default)]
pub struct KnowledgeHits {
    /// The citations.
    pub hits: Vec<KnowledgeHit>,
    /// The texts, the nearest first.
    pub texts: Vec<String>,
}

/// How a citation names a concept; the best comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// The whole title is a label.
    Title,
    /// A keyword is a label, or most of the title.
    Subject,
    /// The title has a label among other words.
    Mention,
    /// Only the text has its name.
    Text,
}

/// The sort key of a citation, the smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The category of the code: 0 for the nearest.
    distance: usize,
    naming: Naming,
    audience: AudienceFit,
    concept: usize,
    /// The rank among the matches of the concept's name.
    rank: usize,
}

impl Place {
    /// The order of the sort keys of one citation by several concepts: a citation that only mentions or contains the name
    /// of a near concept may be about a wider one.
    fn rank(self) -> (Naming, Place) {
        (self.naming.max(Naming::Subject), self)
    }
}

/// A citation, by its segment and its number there.
type Found = (Place, (u16, u32));

/// The order of the citations of concepts. Those that the nearest concepts have as their subject come first, then those whose
/// whole title is a wider concept, then the others of the nearest. What only mentions a wider concept is left out.
fn ordered(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_unstable();
    let is_subject = |(place, _): &&Found| place.naming < Naming::Mention;
    let named = |(place, _): &&Found| place.naming < Naming::Text;
    let Some((first, _)) = found.iter().find(is_subject).or_else(|| found.iter().find(named)).copied() else {
        return found;
    };
    let (near, wider): (Vec<Found>, Vec<Found>) = found
        .into_iter()
        .filter(|(place, _)| place.distance >= first.distance && place.naming < Naming::Text)
        .partition(|(place, _)| place.distance == first.distance);
    let titles = near.iter().filter(|(place, _)| place.naming == Naming::Title).count();
    let (begin, end) = near.split_at(if titles > 0 { titles } else { near.len().min(MAX_BEFORE_WIDER) });
    let wider = wider.iter().filter(|(place, _)| place.naming == Naming::Title);
    begin.iter().chain(wider).chain(end).copied().collect()
}

/// The stems of the content words of a text.
fn stems(text: &str) -> HashSet<String> {
    stems_of(text, |meaning| meaning == Meaning::Content)
}

/// The stems of the words of some meanings.
fn stems_of(text: &str, is_wanted: impl Fn(Meaning) -> bool) -> HashSet<String> {
    let wanted = words(text).into_iter().filter_map(|word| {
        let folded = word.forms.into_iter().next()?;
        let written = text[word.start..word.end].to_lowercase();
        let stem = || stem(&written, &folded, StemLanguage::ENGLISH).unwrap_or_else(|| folded.clone());
        is_wanted(meaning(&folded)).then(stem)
    });
    wanted.collect()
}

impl Snapshot {
    /// The citations about the concepts that have a code. Those that only mention them follow; those that have their names
    /// only in their texts count when there are no others, and for diseases and symptoms alone.
    pub fn citations_for_code(
        &self,
        code: ConceptCode<'_>,
        recipient: &InformationRecipient,
    ) -> Result<KnowledgeHits> {
        let concepts = match code {
            ConceptCode::Icd10cm(code) => self.thesaurus.concepts_with_icd10cm(code),
            ConceptCode::Rxnorm(code) => self.thesaurus.concepts_with_rxnorm(code).to_vec(),
        };
        let mut lengths: Vec<usize> = concepts.iter().map(|coded| coded.length).collect();
        lengths.dedup();
        let mut places: HashMap<(u16, u32), Place> = HashMap::new();
        let mut texts = Vec::new();
        for (number, coded) in concepts.iter().take(MAX_CONCEPTS).enumerate() {
            let distance = lengths.iter().position(|length| *length == coded.length).unwrap_or(0);
            let name = self.thesaurus.english(coded.concept);
            let matches = self.complete_matches(&name, recipient)?;
            if !matches.is_empty() {
                texts.push(name);
            }
            let kind = self.thesaurus.concept(coded.concept).map_or("", |concept| &*concept.kind);
            for (rank, found) in matches.iter().enumerate() {
                let naming = self.naming(coded.concept, found);
                if naming == Naming::Text && !KINDS_OF_TEXTS.contains(&kind) {
                    continue;
                }
                let audience = self.audience_fit(recipient, found);
                let place = Place { naming, distance, audience, concept: number, rank };
                let known = places.entry((found.segment, found.doc)).or_insert(place);
                if place.rank() < known.rank() {
                    *known = place;
                }
            }
        }
        let found = ordered(places.into_iter().map(|(hit, place)| (place, hit)).collect());
        let languages = self.language_values(recipient);
        let hit = |(place, (segment, doc)): &Found| {
            self.hit(*segment, *doc, place.naming < Naming::Mention, &languages)
        };
        Ok(KnowledgeHits { hits: found.iter().map(hit).collect(), texts })
    }

    /// The citations that a search for a text finds; none when it would find only a few of its words.
    pub fn citations_for_text(&self, text: &str, recipient: &InformationRecipient) -> Result<KnowledgeHits> {
        let outcome = self.outcome(text, recipient)?;
        if outcome.is_under_half {
            return Ok(KnowledgeHits::default());
        }
        Ok(self.first_hits(text, recipient, outcome, |_| true))
    }

    /// The same for the name of a code. Those that contain only some of its words count when their whole title or a keyword
    /// is in it: 'Acute pneumonia of the newborn' is about pneumonia, while a handout about the hearing of newborns answers
    /// something else.
    pub fn citations_for_name(&self, name: &str, recipient: &InformationRecipient) -> Result<KnowledgeHits> {
        let outcome = self.outcome(name, recipient)?;
        let is_partial = outcome.match_type == Some(MatchType::Partial);
        let all_stems = |text: &str| stems_of(text, |meaning| meaning != Meaning::Function);
        let wanted = all_stems(name);
        let is_in_name = |text: &&str| !stems(text).is_empty() && all_stems(text).is_subset(&wanted);
        let is_about = |hit: &Match| !is_partial || self.names(hit.segment, hit.doc).iter().any(is_in_name);
        Ok(self.first_hits(name, recipient, outcome, is_about))
    }

    /// The first of the best matches that are selected, with the text that finds them.
    fn first_hits(
        &self,
        text: &str,
        recipient: &InformationRecipient,
        outcome: Outcome,
        is_selected: impl Fn(&Match) -> bool,
    ) -> KnowledgeHits {
        let is_whole = outcome.match_type != Some(MatchType::Partial);
        let mut matches = outcome.matches;
        matches.sort_unstable_by(|a, b| self.order(a, b));
        matches.truncate(MAX_MATCHES);
        matches.retain(is_selected);
        let languages = self.language_values(recipient);
        let first = matches.iter().take(PAGE);
        let hits: Vec<KnowledgeHit> =
            first.map(|hit| self.hit(hit.segment, hit.doc, is_whole, &languages)).collect();
        let texts = if hits.is_empty() { Vec::new() } else { vec![text.to_owned()] };
        KnowledgeHits { hits, texts }
    }

    /// The citations whose title and keywords contain every word of the name of a code, best first.
    pub fn citations_naming(&self, text: &str, recipient: &InformationRecipient) -> Result<KnowledgeHits> {
        let wanted = stems(text);
        let languages = self.language_values(recipient);
        let mut hits = Vec::new();
        for Match { segment, doc, .. } in self.complete_matches(text, recipient)? {
            if !wanted.is_empty()
                && wanted.is_subset(&self.names(segment, doc).into_iter().flat_map(stems).collect())
            {
                hits.push(self.hit(segment, doc, true, &languages));
            }
        }
        Ok(KnowledgeHits { hits, texts: Vec::new() })
    }

    /// A citation's title, then its keywords.
    fn names(&self, segment: u16, doc: u32) -> Vec<&str> {
        let data = &self.segments[usize::from(segment)].data;
        let mut names = vec![data.columns.titles.get(doc as usize)];
        data.values.each(doc, |value| {
            if self.values.list(value) == Category::Keywords as usize {
                names.push(self.values.text(value));
            }
        });
        names
    }

    fn outcome(&self, text: &str, recipient: &InformationRecipient) -> Result<Outcome> {
        // A handout that mentions a diagnosis somewhere is not about it.
        let query = ParsedQuery { ignores_texts: true, ..ParsedQuery::parse(text, self.stem_languages) };
        let wanted = self.everything(false).documents();
        finding::find(self, query, false, recipient.language.as_ref(), None, wanted)
            .map_err(|cause| Error::io("searching", cause))
    }

    /// The best citations that contain every word of a concept's name, in order.
    fn complete_matches(&self, name: &str, recipient: &InformationRecipient) -> Result<Vec<Match>> {
        let mut matches = self.outcome(name, recipient)?.matches;
        matches.retain(|found| found.tier < PARTIAL);
        matches.sort_unstable_by(|a, b| self.order(a, b));
        matches.truncate(MAX_MATCHES);
        Ok(matches.to_vec())
    }

    fn naming(&self, concept: ConceptId, found: &Match) -> Naming {
        let strength = self.segments[usize::from(found.segment)].concept_index.strength(concept, found.doc);
        match strength {
            strength if strength >= 1.0 => Naming::Title,
            MIN_SUBJECT.. => Naming::Subject,
            MIN_MENTION.. => Naming::Mention,
            _ => Naming::Text,
        }
    }

    fn audience_fit(&self, recipient: &InformationRecipient, found: &Match) -> AudienceFit {
        if recipient.age_group.is_none() {
            return AudienceFit::Open;
        }
        let mut audiences = Vec::new();
        self.segments[usize::from(found.segment)].data.values.each(found.doc, |value| {
            if self.values.list(value) == Category::Audience as usize {
                audiences.push(self.values.text(value));
            }
        });
        AudienceFit::new(recipient.age_group, audiences.into_iter())
    }

    /// The language values that suit the recipient.
    fn language_values(&self, recipient: &InformationRecipient) -> Vec<Ordinal> {
        recipient.language.as_ref().map_or_else(Vec::new, |tag| self.preferred_languages(tag).numbers())
    }

    fn hit(&self, segment: u16, doc: u32, is_subject: bool, languages: &[Ordinal]) -> KnowledgeHit {
        let data = &self.segments[usize::from(segment)].data;
        let mut has_language = false;
        data.values.each(doc, |value| has_language |= languages.contains(&value));
        KnowledgeHit { id: data.columns.ids.get(doc as usize).to_owned(), is_subject, has_language }
    }
}
