//! One consistent state of the index, which searches use. Immutable, and shared without a lock.

use crate::model::category::{Category, ENGLISH};
use crate::model::citations::duplicates::IndexedDuplicates;
use crate::model::languages::language::LanguageTags;
use crate::search::segments::columns::title_order;
use crate::search::segments::concept_index::ConceptIndex;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_index::{Everything, FacetIndex};
use crate::search::segments::language_values::KnownLanguage;
use crate::search::segments::schema::Fields;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::{KeywordIndex, ValueDictionary};
use crate::search::thesaurus::combined::{ConceptId, Thesaurus};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};
use tantivy::SegmentReader;
use tantivy::fastfield::AliveBitSet;

/// A segment of a snapshot.
pub(super) struct Segment {
    pub data: Arc<SegmentData>,
    pub concept_index: Arc<ConceptIndex>,
    pub alive: Option<AliveBitSet>,
    pub reader: SegmentReader,
}

impl Segment {
    pub fn is_alive(&self, doc: u32) -> bool {
        self.alive.as_ref().is_none_or(|alive| alive.is_alive(doc))
    }

    /// Returns whether a document is neither deleted nor obsolete.
    pub fn is_in_use(&self, doc: u32) -> bool {
        self.is_alive(doc) && !self.data.columns.obsolete[doc as usize]
    }

    /// Returns whether a search without a filter shows a document; `obsolete` includes obsolete ones.
    fn shows(&self, doc: u32, obsolete: bool) -> bool {
        if obsolete { self.is_alive(doc) } else { self.is_in_use(doc) }
    }
}

/// A citation that matches. Only twelve bytes, because a search collects a list of all matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub doc: u32,
    /// Higher is better within a tier.
    pub score: f32,
    /// Index of its segment in the snapshot.
    pub segment: u16,
    /// Lower is better, whatever the score.
    pub tier: u8,
}

impl Match {
    /// Best tier, then best score, without the titles.
    pub fn by_score(&self, other: &Match) -> Ordering {
        self.tier.cmp(&other.tier).then_with(|| other.score.total_cmp(&self.score))
    }
}

/// One state of the index.
pub struct Snapshot {
    pub(super) segments: Vec<Segment>,
    pub(super) fields: Fields,
    pub(super) values: Arc<ValueDictionary>,
    pub(super) keyword_index: Arc<KeywordIndex>,
    pub(super) thesaurus: Arc<Thesaurus>,
    /// How searches interpret a query.
    pub(super) features: QueryFeatures,
    pub(super) language_tags: Arc<LanguageTags>,
    pub(super) public_url: Arc<str>,
    /// The languages in which citations are stemmed, one bit for each.
    pub(super) stem_languages: u64,
    /// The languages in which texts of handouts are stemmed, one bit for each.
    pub(super) text_languages: u64,
    /// Some citation has the text of a handout.
    pub(super) has_texts: bool,
    /// The number of citations.
    pub(super) documents: u64,
    pub(super) applied: u64,
    /// Every language value; computed when first needed.
    pub(super) languages: OnceLock<Vec<KnownLanguage>>,
    /// All citations in the order of their titles, without and with obsolete ones; computed when first needed.
    by_title: [OnceLock<Vec<Match>>; 2],
    /// Duplicates among the citations that are not obsolete; computed when first needed.
    pub(super) duplicates: OnceLock<Vec<IndexedDuplicates>>,
    /// All citations without and with obsolete ones, and their facet counts; computed when first needed.
    everything: [OnceLock<Everything>; 2],
    /// The citations of each segment that have versions, but none in English; computed when first needed.
    without_english: OnceLock<Option<Vec<DocumentSet>>>,
    /// By class of the model, its concept if some citation names it; computed when first needed.
    model_concepts: OnceLock<Vec<Option<ConceptId>>>,
}

impl Snapshot {
    pub(super) fn new(
        segments: Vec<Segment>,
        fields: Fields,
        values: Arc<ValueDictionary>,
        keyword_index: Arc<KeywordIndex>,
        thesaurus: Arc<Thesaurus>,
        language_tags: Arc<LanguageTags>,
        applied: u64,
    ) -> Snapshot {
        let documents = segments.iter().map(|s| u64::from(s.reader.num_docs())).sum();
        let stem_languages = segments.iter().fold(1, |set, s| set | s.data.columns.stem_languages);
        let texts = || segments.iter().filter_map(|segment| segment.data.handout_texts.as_ref());
        let text_languages = texts().fold(0, |set, texts| set | texts.stem_languages);
        let has_texts = texts().next().is_some();
        Snapshot {
            text_languages,
            has_texts,
            segments,
            fields,
            values,
            keyword_index,
            thesaurus,
            features: QueryFeatures::default(),
            language_tags,
            public_url: Arc::from(""),
            languages: OnceLock::new(),
            stem_languages,
            documents,
            applied,
            by_title: Default::default(),
            duplicates: OnceLock::new(),
            everything: Default::default(),
            without_english: OnceLock::new(),
            model_concepts: OnceLock::new(),
        }
    }

    /// The same state with other query features, to measure the effect of each.
    pub fn with_features(self, features: QueryFeatures) -> Snapshot {
        Snapshot { features, ..self }
    }

    /// The last change number applied to this state.
    pub fn applied(&self) -> u64 {
        self.applied
    }

    /// The order of hits: by tier, score, then title.
    pub(super) fn order(&self, a: &Match, b: &Match) -> Ordering {
        a.by_score(b).then_with(|| self.title_order(a, b))
    }

    /// The order of the titles of two matches.
    pub(super) fn title_order(&self, a: &Match, b: &Match) -> Ordering {
        let (segment_a, segment_b) =
            (&self.segments[usize::from(a.segment)], &self.segments[usize::from(b.segment)]);
        if a.segment == b.segment {
            let ranks = &segment_a.data.columns.title_ranks;
            return ranks[a.doc as usize].cmp(&ranks[b.doc as usize]);
        }
        title_order(&segment_a.data.columns, a.doc, &segment_b.data.columns, b.doc)
    }

    /// The inverse document frequency of a term with this document frequency.
    pub(super) fn idf(&self, document_frequency: u32) -> f32 {
        (1.0 + (self.documents as f32 + 1.0) / (document_frequency as f32 + 0.5)).ln()
    }

    /// The number of citations that name a concept.
    pub(super) fn concept_frequency(&self, concept: ConceptId) -> u32 {
        let count = |segment: &Segment| match &segment.alive {
            None => segment.concept_index.count(concept),
            Some(alive) => {
                segment.concept_index.mentions(concept).filter(|mention| alive.is_alive(mention.doc)).count()
            }
        };
        u32::try_from(self.segments.iter().map(count).sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// Returns whether some citation that is not obsolete names a concept.
    pub(super) fn is_named(&self, concept: ConceptId) -> bool {
        self.segments.iter().any(|segment| {
            segment.concept_index.mentions(concept).any(|mention| segment.is_in_use(mention.doc))
        })
    }

    /// By class of the model, its concept if some citation names it.
    pub(super) fn model_concepts(&self) -> &[Option<ConceptId>] {
        self.model_concepts.get_or_init(|| {
            let concepts = self.thesaurus.model_concepts();
            concepts.map(|concept| concept.filter(|concept| self.is_named(*concept))).collect()
        })
    }

    /// The citations of each segment that have versions, but none in English; `None` when no citation has one in English.
    pub(super) fn without_english(&self) -> Option<&[DocumentSet]> {
        let find = || {
            let english = self.values.number(Category::Languages as usize, ENGLISH)?;
            let without_english = |segment: &Segment| {
                let documents = segment.data.columns.obsolete.len();
                let (mut versions, mut in_english) =
                    (DocumentSet::none(documents), DocumentSet::none(documents));
                let is_language = |value| self.values.list(value) == Category::Languages as usize;
                segment.data.values.add_documents_with(is_language, &mut versions);
                segment.data.values.add_documents(english, &mut in_english);
                versions.subtract(&in_english);
                versions
            };
            Some(self.segments.iter().map(without_english).collect())
        };
        self.without_english.get_or_init(find).as_deref()
    }

    /// All citations, which an empty query matches, with their facet counts.
    pub(super) fn everything(&self, obsolete: bool) -> &Everything {
        self.everything[usize::from(obsolete)].get_or_init(|| {
            let documents = self.segments.iter().map(|segment| {
                let documents = segment.data.columns.obsolete.len();
                let mut set = DocumentSet::none(documents);
                let shown = (0u32..).take(documents).filter(|doc| segment.shows(*doc, obsolete));
                shown.for_each(|doc| set.insert(doc));
                set
            });
            Everything::new(&self.values, &self.facet_indexes(), documents.collect())
        })
    }

    pub(super) fn facet_indexes(&self) -> Vec<&FacetIndex> {
        self.segments.iter().map(|segment| &segment.data.values).collect()
    }

    /// All citations, which an empty query matches, in the order of their titles.
    pub(super) fn by_title(&self, obsolete: bool) -> &[Match] {
        self.by_title[usize::from(obsolete)].get_or_init(|| {
            let mut all = Vec::with_capacity(usize::try_from(self.documents).unwrap_or(0));
            for (number, segment) in (0u16..).zip(&self.segments) {
                let shown = segment.data.columns.by_title.iter().filter(|doc| segment.shows(**doc, obsolete));
                all.extend(shown.map(|doc| Match { segment: number, doc: *doc, tier: 0, score: 0.0 }));
            }
            // Each segment is sorted already, of which a stable sort takes advantage.
            all.sort_by(|a, b| self.title_order(a, b));
            all
        })
    }
}

/// The optional features of query plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFeatures {
    /// Query frames are ignored: 'my son has …'.
    pub frames: bool,
    /// Initials find titles and keywords, if nothing else does: 'BPPV'.
    pub initials: bool,
    /// Citations about the subject of the query rank above those that contain its other words.
    pub subject: bool,
    /// Misspelled words are corrected.
    pub spelling: bool,
    /// Concepts that are described, but not named, are recognized.
    pub descriptions: bool,
    /// The learned model recognizes concepts.
    pub model: bool,
    /// Labels that sound like the query, or are near it, are searched for.
    pub similar_labels: bool,
    /// The languages of words limit corrections.
    pub word_languages: bool,
    /// The texts of handouts are searched.
    pub handout_texts: bool,
}

impl Default for QueryFeatures {
    /// All features, as searches use.
    fn default() -> QueryFeatures {
        QueryFeatures {
            frames: true,
            initials: true,
            subject: true,
            spelling: true,
            descriptions: true,
            model: true,
            similar_labels: true,
            word_languages: true,
            handout_texts: true,
        }
    }
}
