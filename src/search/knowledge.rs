//! The citations for a code of a health record, by the concepts that have the code, and for its name.

use crate::model::category::Category;
use crate::model::category::ENGLISH;
use crate::model::error::{Error, Result};
use crate::model::infobutton::information_recipient::{AudienceFit, InformationRecipient};
use crate::model::search::request::PAGE;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::matching::{self, MatchType, Outcome, Wanted};
use crate::search::ranking::partial::PARTIAL;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::language_set::LanguageSet;
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::thesaurus::combined::ConceptId;
use std::collections::{HashMap, HashSet};

/// Maximum number of concepts of a code that are searched for; the others are farther away or have wider meanings.
const MAX_CONCEPTS: usize = 5;
/// Maximum number of the best matches of a search that are considered.
const MAX_MATCHES: usize = 200;
/// Maximum number of citations that have a near concept as their subject, but not as their title, before wider ones.
const MAX_BEFORE_WIDER: usize = 2;
/// The strength of a concept in a keyword that is one of its labels, or in a title that is little more; see
/// `segments/concept_index.rs`.
const MIN_SUBJECT: f32 = 0.7;
/// Stems of keywords that are shared by citations about different subjects.
const GENERAL_STEMS: [&str; 2] = ["vaccin", "immun"];
/// The strength from which a label among other words of a title counts.
const MIN_MENTION: f32 = 0.355;

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

/// How a citation names a concept; the best comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// The whole title is a label.
    Title,
    /// A keyword is a label, or most of the title.
    Subject,
    /// The title has a label among other words.
    Mention,
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
    /// The order of the sort keys of one citation by several concepts: a citation that only mentions a near concept may be
    /// about a wider one.
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
    let Some((first, _)) = found.iter().find(is_subject).or_else(|| found.first()).copied() else {
        return found;
    };
    let (near, wider): (Vec<Found>, Vec<Found>) = found
        .into_iter()
        .filter(|(place, _)| place.distance >= first.distance)
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

/// Returns whether title and keywords together have all these stems, if there are any.
fn has_words(names: &[&str], wanted: &HashSet<String>) -> bool {
    !wanted.is_empty() && wanted.is_subset(&names.iter().flat_map(|name| stems(name)).collect())
}

/// Returns whether title or keyword have these stems and no others.
fn is_name(names: &[&str], wanted: &HashSet<String>) -> bool {
    !wanted.is_empty() && names.iter().any(|name| stems(name) == *wanted)
}

impl Snapshot {
    /// The citations about the concepts that have a code, then those whose title only mentions them.
    pub fn citations_for_code(
        &self,
        code: ConceptCode<'_>,
        recipient: &InformationRecipient,
    ) -> Result<Vec<KnowledgeHit>> {
        let concepts = match code {
            ConceptCode::Icd10cm(code) => self.thesaurus.concepts_with_icd10cm(code),
            ConceptCode::Rxnorm(code) => self.thesaurus.concepts_with_rxnorm(code).to_vec(),
        };
        let mut lengths: Vec<usize> = concepts.iter().map(|coded| coded.length).collect();
        lengths.dedup();
        let languages = self.language_values(recipient);
        let mut places: HashMap<(u16, u32), Place> = HashMap::new();
        for (number, coded) in concepts.iter().take(MAX_CONCEPTS).enumerate() {
            let distance = lengths.iter().position(|length| *length == coded.length).unwrap_or(0);
            let matches = self.complete_matches(&self.thesaurus.english(coded.concept), recipient)?;
            for (rank, found) in matches.iter().enumerate() {
                let Some(naming) = self.naming(coded.concept, found) else { continue };
                // In a title that the recipient cannot read, a label may be part of another word.
                let is_unsure = naming == Naming::Mention && !self.may_be_read(found, &languages);
                if is_unsure || self.is_about_another(Some(code), found) {
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
        let hit = |(place, (segment, doc)): &Found| {
            self.hit(*segment, *doc, place.naming < Naming::Mention, &languages)
        };
        Ok(found.iter().map(hit).collect())
    }

    /// Whether a citation has a version in English, in one of these languages, or in none that is known.
    fn may_be_read(&self, found: &Match, languages: &[Ordinal]) -> bool {
        let mut own = self.values_of(found, Category::Languages).peekable();
        own.peek().is_none()
            || own.any(|value| languages.contains(&value) || self.values.text(value) == ENGLISH)
    }

    /// Whether the title of a citation is a disease that neither has the code nor is above or below it: 'Diabetes Insipidus'
    /// does not answer E10.9, diabetes. Of a code without concepts nothing is known.
    fn is_about_another(&self, code: Option<ConceptCode<'_>>, found: &Match) -> bool {
        let Some(ConceptCode::Icd10cm(code)) = code else { return false };
        if self.thesaurus.concepts_with_icd10cm(code).is_empty() {
            return false;
        }
        let title = self.segments[usize::from(found.segment)].data.columns.titles.get(found.doc as usize);
        let named = self.thesaurus.find_in_name(title).into_iter();
        let whole = named.filter(|named| named.share >= 1.0 && named.applies(LanguageSet::ALL));
        let mut related = whole.filter_map(|named| self.thesaurus.is_related_to_icd10cm(named.concept, code));
        related.next().is_some_and(|first| !first && !related.any(|is_related| is_related))
    }

    /// The citations that a search for the name of a code finds, and that are about it: title and keywords have its words, or
    /// are all in it, or name its concept. 'Acute pneumonia of the newborn' is about pneumonia, while a handout about the
    /// hearing of newborns answers something else.
    pub fn citations_for_name(
        &self,
        name: &str,
        code: Option<ConceptCode<'_>>,
        recipient: &InformationRecipient,
    ) -> Result<Vec<KnowledgeHit>> {
        let outcome = self.outcome(name, recipient)?;
        // A letter tells hepatitis A from hepatitis B.
        let letters = |text: &str| {
            words(text).into_iter().map(|mut word| word.forms.swap_remove(0)).filter(|word| word.len() == 1)
        };
        let all_stems = |text: &str| -> HashSet<String> {
            stems_of(text, |meaning| meaning != Meaning::Function).into_iter().chain(letters(text)).collect()
        };
        let (wanted, in_name) = (stems(name), all_stems(name));
        let concepts = self.concepts_of_name(name);
        let is_in_name = |(n, text): (usize, &&str)| {
            let content = stems(text);
            let is_subject = n == 0 || content.iter().any(|stem| !GENERAL_STEMS.contains(&stem.as_str()));
            !content.is_empty() && is_subject && all_stems(text).is_subset(&in_name)
        };
        let is_about = |hit: &Match| {
            let names = self.names(hit);
            let names_concept = |concept: &ConceptId| {
                self.naming(*concept, hit).is_some_and(|naming| naming < Naming::Mention)
            };
            let may_be_about = || has_words(&names, &wanted) || names.iter().enumerate().any(is_in_name);
            is_name(&names, &wanted)
                || concepts.iter().any(names_concept)
                || (may_be_about() && !self.is_about_another(code, hit))
        };
        let is_whole = outcome.match_type != Some(MatchType::Partial);
        let mut matches = outcome.matches;
        matches.retain(is_about);
        let languages = self.language_values(recipient);
        let first = matches.iter().take(PAGE);
        Ok(first.map(|hit| self.hit(hit.segment, hit.doc, is_whole, &languages)).collect())
    }

    /// The English names of the medicines with an RxNorm code.
    pub fn medicines_with_code(&self, code: &str) -> impl Iterator<Item = String> {
        let concepts = self.thesaurus.concepts_with_rxnorm(code).iter();
        concepts.map(|coded| self.thesaurus.english(coded.concept))
    }

    /// The concepts of which a name is a label, and those that the medicines that it names are for.
    fn concepts_of_name(&self, name: &str) -> Vec<ConceptId> {
        let labels = self.thesaurus.find_in_name(name).into_iter().filter(|named| named.share >= 1.0);
        labels.map(|named| named.concept).chain(self.thesaurus.purposes(name)).collect()
    }

    /// The citations whose title and keywords contain every word of the name of a code, best first.
    pub fn citations_naming(
        &self,
        text: &str,
        code: Option<ConceptCode<'_>>,
        recipient: &InformationRecipient,
    ) -> Result<Vec<KnowledgeHit>> {
        let (wanted, languages) = (stems(text), self.language_values(recipient));
        let mut matches = self.complete_matches(text, recipient)?;
        matches.retain(|found| {
            let names = self.names(found);
            has_words(&names, &wanted) && (is_name(&names, &wanted) || !self.is_about_another(code, found))
        });
        Ok(matches.iter().map(|found| self.hit(found.segment, found.doc, true, &languages)).collect())
    }

    /// A citation's title, then its keywords and the titles of its language versions.
    fn names(&self, found: &Match) -> Vec<&str> {
        let columns = &self.segments[usize::from(found.segment)].data.columns;
        let title = columns.titles.get(found.doc as usize);
        let keywords = self.values_of(found, Category::Keywords).map(|value| self.values.text(value));
        let of_versions = columns.version_titles.in_document(found.doc).map(|(_, title)| title);
        std::iter::once(title).chain(keywords).chain(of_versions).collect()
    }

    /// A citation's values of a category.
    fn values_of(&self, found: &Match, category: Category) -> impl Iterator<Item = Ordinal> {
        let values = self.segments[usize::from(found.segment)].data.values.get(found.doc).iter().copied();
        values.filter(move |value| self.values.list(*value) == category as usize)
    }

    fn outcome(&self, text: &str, recipient: &InformationRecipient) -> Result<Outcome> {
        // Only handouts about a diagnosis count, not those that mention it, nor those that the model guesses from its name.
        let query = ParsedQuery {
            ignores_texts: true,
            ignores_model: true,
            ..ParsedQuery::parse(text, self.stem_languages)
        };
        let documents = &self.everything(false).documents;
        let wanted = Wanted { documents, filter: None, count: MAX_MATCHES };
        let found = matching::find(self, query, false, recipient.language.as_ref(), wanted);
        Ok(found.map_err(|cause| Error::io("searching", cause))?.0)
    }

    /// The best citations that contain every word of a concept's name, in order.
    fn complete_matches(&self, name: &str, recipient: &InformationRecipient) -> Result<Vec<Match>> {
        let mut matches = self.outcome(name, recipient)?.matches;
        matches.retain(|found| found.tier < PARTIAL);
        Ok(matches)
    }

    /// How title and keywords name a concept; `None` when they do not.
    fn naming(&self, concept: ConceptId, found: &Match) -> Option<Naming> {
        let strength = self.segments[usize::from(found.segment)].concept_index.strength(concept, found.doc);
        match strength {
            strength if strength >= 1.0 => Some(Naming::Title),
            MIN_SUBJECT.. => Some(Naming::Subject),
            MIN_MENTION.. => Some(Naming::Mention),
            _ => None,
        }
    }

    fn audience_fit(&self, recipient: &InformationRecipient, found: &Match) -> AudienceFit {
        if recipient.age_group.is_none() {
            return AudienceFit::Open;
        }
        let audiences = self.values_of(found, Category::Audience).map(|value| self.values.text(value));
        AudienceFit::new(recipient.age_group, audiences)
    }

    /// The language values that suit the recipient.
    fn language_values(&self, recipient: &InformationRecipient) -> Vec<Ordinal> {
        recipient.language.as_ref().map_or_else(Vec::new, |tag| self.preferred_languages(tag).numbers())
    }

    fn hit(&self, segment: u16, doc: u32, is_subject: bool, languages: &[Ordinal]) -> KnowledgeHit {
        let data = &self.segments[usize::from(segment)].data;
        let has_language = data.values.get(doc).iter().any(|value| languages.contains(value));
        KnowledgeHit { id: data.columns.ids.get(doc as usize).to_owned(), is_subject, has_language }
    }
}
