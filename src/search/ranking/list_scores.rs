//! The lists that a query is scored from: the posting lists of words and the citations of concepts, each with the maximum score
//! that it can add; and what each posting and each mention of a concept adds to the score of its citation.

use crate::search::query::keyword_matches::KeywordMatches;
use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan, WordMatch};
use crate::search::query::term_lookup::PostingList;
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::document_set::each_bit;
use crate::search::segments::schema::{BOOSTS, TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::Snapshot;
use std::cell::OnceCell;
use std::sync::{LazyLock, Mutex, PoisonError};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::IndexRecordOption;

/// The weighted frequency of a concept in a title that is just one of its labels, as BM25F counts the frequency of a word.
const CONCEPT_FREQUENCY: f32 = 9.0;

/// The scores of the lists of a query.
pub(super) struct ListScores<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub no_boost: bool,
    pub boosts: [f32; TEXT_FIELDS],
    /// Looked up when first needed.
    keywords: OnceCell<KeywordMatches>,
}

impl<'s> ListScores<'s> {
    pub fn new(snapshot: &'s Snapshot, plan: &'s QueryPlan, no_boost: bool) -> ListScores<'s> {
        let boosts = if no_boost { [1.0; TEXT_FIELDS] } else { BOOSTS };
        ListScores { snapshot, plan, no_boost, boosts, keywords: OnceCell::new() }
    }

    /// The keywords that contain words of the query.
    pub fn keywords(&self) -> &KeywordMatches {
        self.keywords.get_or_init(|| KeywordMatches::new(self.snapshot, self.plan))
    }

    /// What a mention of a meaning of a concept adds to the score, with the weight of that meaning.
    pub fn concept_score(&self, planned: &PlannedConcept, weight: f32, mention: &ConceptMention) -> f32 {
        let frequency = if self.no_boost { 1.0 } else { CONCEPT_FREQUENCY * mention.strength };
        saturated(CONCEPT_WEIGHT * weight * planned.idf, frequency)
    }
}

/// The weight of a concept; that of a word is 1.
pub(super) const CONCEPT_WEIGHT: f32 = 0.8;

#[derive(Clone, Copy)]
pub(super) enum Source<'q> {
    Concept(&'q PlannedConcept),
    Word(&'q PlannedWord),
}

impl Source<'_> {
    /// The number of its documents in all segments, those of several posting lists as often.
    pub fn document_count(&self, snapshot: &Snapshot) -> usize {
        let segments = snapshot.segments.iter();
        match self {
            Source::Word(word) => word.postings.iter().map(|list| list.info.doc_freq as usize).sum(),
            Source::Concept(planned) => segments
                .flat_map(|segment| {
                    planned.meanings.iter().map(|(concept, _)| segment.concept_index.count(*concept))
                })
                .sum(),
        }
    }
}

pub(super) struct PlannedList<'q> {
    pub source: Source<'q>,
    /// The bits of the words that it matches.
    pub bits: u32,
    /// The maximum score that it can add to a citation: rare words have more.
    pub bound: f32,
}

impl<'q> PlannedList<'q> {
    /// The lists of a query: those of required words first, each group in descending order of the bounds.
    pub fn from_plan(plan: &'q QueryPlan) -> Vec<PlannedList<'q>> {
        let concepts = plan.concepts.iter().map(|concept| PlannedList {
            source: Source::Concept(concept),
            bits: concept.bits,
            // Saturation limits each meaning to its weight.
            bound: CONCEPT_WEIGHT
                * concept.idf
                * concept.meanings.iter().map(|(_, weight)| weight).sum::<f32>(),
        });
        let words = plan.words.iter().map(|word| PlannedList {
            source: Source::Word(word),
            bits: word.bit,
            // Saturation limits any frequency to 1.
            bound: word.idf * word.factor,
        });
        let mut lists: Vec<PlannedList> = concepts.chain(words).collect();
        let is_optional = |list: &PlannedList| list.bits & plan.required == 0;
        lists.sort_by(|a, b| is_optional(a).cmp(&is_optional(b)).then(b.bound.total_cmp(&a.bound)));
        lists
    }
}

/// The words of a posting list, and what they count.
#[derive(Clone, Copy)]
pub(super) struct ListWords {
    /// The bits of the words that the list matches.
    pub bits: u32,
    /// Those that it matches in a title.
    pub title_bits: u32,
    pub word_match: WordMatch,
    pub weight: f32,
}

impl ListScores<'_> {
    /// Adds the documents of a list in a segment to its accumulators; without `may_add`, only those that are candidates.
    pub fn add_list(
        &self,
        number: usize,
        source: Source,
        accumulators: &mut Accumulators,
        may_add: bool,
    ) -> std::io::Result<()> {
        match source {
            Source::Word(word) => {
                let (weight, word_match) = (word.idf * word.factor, word.word_match);
                let words = ListWords { bits: word.bit, title_bits: word.bit, word_match, weight };
                self.add_postings(number, &word.postings, words, accumulators, may_add)?;
            }
            Source::Concept(planned) => {
                for (concept, weight) in &planned.meanings {
                    for mention in self.snapshot.segments[number].concept_index.mentions(*concept) {
                        let score = self.concept_score(planned, *weight, &mention);
                        let title_bits = if mention.is_title { planned.bits } else { 0 };
                        if may_add || accumulators.is_candidate(mention.doc) {
                            accumulators.add_concept(mention.doc, score, planned.bits, title_bits);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The same for the posting lists of a word.
    pub fn add_postings(
        &self,
        number: usize,
        postings: &[PostingList],
        words: ListWords,
        accumulators: &mut Accumulators,
        may_add: bool,
    ) -> std::io::Result<()> {
        if !may_add && !accumulators.has_candidates() {
            return Ok(());
        }
        let data = &self.snapshot.segments[number].data;
        for PostingList { field, info, weight, .. } in postings.iter().filter(|list| list.segment == number) {
            let weight = weight * self.boosts[*field];
            let (lengths, norms) = (data.lengths[*field].as_slice(), &LENGTH_NORMS[*field]);
            let title_bits = if *field == TITLE { words.title_bits } else { 0 };
            let mut blocks = data.inverted[*field]
                .read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
            while !blocks.docs().is_empty() {
                for (doc, count) in blocks.docs().iter().zip(blocks.freqs()) {
                    let norm = lengths.get(*doc as usize).map_or(1.0, |code| norms[usize::from(*code)]);
                    let frequency = weight * *count as f32 * norm;
                    if *field == VERSION_TITLES {
                        accumulators.add_version_title(*doc, frequency, words.title_bits, may_add);
                    } else if may_add || accumulators.is_candidate(*doc) {
                        accumulators.add_frequency(*doc, frequency);
                        if title_bits != 0 {
                            accumulators.add_title_bits(*doc, title_bits);
                        }
                    }
                }
                blocks.advance();
            }
        }
        accumulators.finish_word(words.weight, words.bits, words.word_match);
        Ok(())
    }
}

/// The bits of all words of the lists.
pub(super) fn bits_of(lists: &[PlannedList]) -> u32 {
    lists.iter().fold(0, |bits, list| bits | list.bits)
}

impl QueryPlan {
    /// The total weight of the words with these bits.
    pub(super) fn total_weight(&self, bits: u32) -> f32 {
        let mut weight = 0.0;
        let mut rest = bits;
        while rest != 0 {
            weight += self.weights.get(rest.trailing_zeros() as usize).copied().unwrap_or(0.0);
            rest &= rest - 1;
        }
        weight
    }
}

/// The saturation (k1) of BM25F.
const SATURATION: f32 = 12.0;
/// The bit of citations with an excluded word.
pub(super) const EXCLUDED: u32 = 1 << 30;
/// The number of documents of a block: one for each bit of its sets.
const BLOCK: usize = u64::BITS as usize;

/// The score of a citation, and the bits of the words that match it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct DocumentMatch {
    pub score: f32,
    /// As typed, by stem, or as a prefix term; with [`EXCLUDED`].
    pub typed: u32,
    pub by_concept: u32,
    pub by_correction: u32,
    /// In a title.
    pub title: u32,
    /// Of these, the words that only titles of language versions contain.
    pub version_title: u32,
}

impl DocumentMatch {
    /// The bits of all words that match, in any way.
    #[inline]
    pub fn words(&self) -> u32 {
        self.typed | self.by_concept | self.by_correction
    }
}

/// Length normalization with b = 0.5, by field and tantivy's code of the field length.
pub(super) static LENGTH_NORMS: LazyLock<[[f32; 256]; TEXT_FIELDS]> = LazyLock::new(|| {
    // In tokens, two for each word.
    const AVERAGE_LENGTHS: [f32; TEXT_FIELDS] = [12.0, 20.0, 300.0, 12.0];
    AVERAGE_LENGTHS.map(length_norms)
});

/// Length normalization for a field with this average length, by tantivy's code of the field length.
pub(super) fn length_norms(average: f32) -> [f32; 256] {
    let mut table = [0.0; 256];
    for (code, norm) in (0u8..=255).zip(&mut table) {
        let length = FieldNormReader::id_to_fieldnorm(code) as f32;
        *norm = 1.0 / (0.5 + 0.5 * (length / average).min(8.0));
    }
    table
}

/// The score of a word or concept with this weight and weighted frequency, which saturates as in BM25F.
#[inline]
pub(super) fn saturated(weight: f32, frequency: f32) -> f32 {
    weight * frequency / (SATURATION + frequency)
}

/// The accumulators of 64 successive documents.
#[derive(Clone)]
struct Block {
    /// The weighted frequency of the current word over all fields.
    frequencies: [f32; BLOCK],
    matches: [DocumentMatch; BLOCK],
}

/// The accumulators of the documents of a segment.
#[derive(Default)]
pub(super) struct Accumulators {
    /// The documents that match the current word, as the bits of each block.
    word_docs: Vec<u64>,
    /// The documents that match at least one word.
    candidates: Vec<u64>,
    /// At least one for each of these.
    blocks: Vec<Block>,
}

/// The accumulators of searches that are not running; reused by later searches. Not one for each thread, because
/// more threads search by turns than at a time, and those of a large catalogue are large.
static POOL: Mutex<Vec<Vec<Accumulators>>> = Mutex::new(Vec::new());

/// Calls `search` with empty accumulators, one for each of these numbers of documents.
pub(super) fn with_accumulators<T>(
    documents: impl Iterator<Item = usize>,
    search: impl FnOnce(&mut [Accumulators]) -> T,
) -> T {
    let pool = || POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = pool().pop().unwrap_or_default();
    let mut count = 0;
    for documents in documents {
        if all.len() == count {
            all.push(Accumulators::default());
        }
        all[count].resize(documents.div_ceil(BLOCK));
        count += 1;
    }
    let result = search(&mut all[..count]);
    all[..count].iter_mut().for_each(Accumulators::clear);
    pool().push(all);
    result
}

/// The block of a document and its number there.
#[inline]
fn position(doc: u32) -> (usize, usize) {
    (doc as usize / BLOCK, doc as usize % BLOCK)
}

impl Accumulators {
    fn resize(&mut self, blocks: usize) {
        self.word_docs.resize(blocks, 0);
        self.candidates.resize(blocks, 0);
        if self.blocks.len() < blocks {
            let empty = Block { frequencies: [0.0; BLOCK], matches: [DocumentMatch::default(); BLOCK] };
            self.blocks.resize(blocks, empty);
        }
    }

    /// Empties the accumulators, also those of a word that an error of the disk has left unfinished.
    pub fn clear(&mut self) {
        let sets = self.word_docs.iter_mut().zip(&mut self.candidates);
        for ((word_docs, candidates), block) in sets.zip(&mut self.blocks) {
            each_bit(std::mem::take(word_docs) | std::mem::take(candidates), |n| {
                block.frequencies[n] = 0.0;
                block.matches[n] = DocumentMatch::default();
            });
        }
    }

    #[inline]
    pub fn get(&self, doc: u32) -> DocumentMatch {
        let (block, n) = position(doc);
        self.blocks[block].matches[n]
    }

    /// The documents that match at least one word, ascending.
    pub fn candidates(&self) -> impl Iterator<Item = (u32, &DocumentMatch)> {
        let blocks = (0u32..).step_by(BLOCK).zip(self.candidates.iter().zip(&self.blocks));
        blocks.flat_map(|(first, (candidates, block))| {
            let mut rest = *candidates;
            std::iter::from_fn(move || {
                let n = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some((first + n, &block.matches[n as usize]))
            })
        })
    }

    pub fn has_candidates(&self) -> bool {
        self.candidates.iter().any(|docs| *docs != 0)
    }

    #[inline]
    pub fn is_candidate(&self, doc: u32) -> bool {
        let (block, n) = position(doc);
        self.candidates[block] >> n & 1 == 1
    }

    /// Adds occurrences of the current word to a document; [`Self::finish_word`] turns their frequency into score.
    #[inline]
    pub fn add_frequency(&mut self, doc: u32, frequency: f32) {
        let (block, n) = position(doc);
        self.word_docs[block] |= 1 << n;
        self.blocks[block].frequencies[n] += frequency;
    }

    /// Records that the title of a document has the words of these bits.
    #[inline]
    pub fn add_title_bits(&mut self, doc: u32, bits: u32) {
        let (block, n) = position(doc);
        self.blocks[block].matches[n].title |= bits;
    }

    /// Adds occurrences of the current word in the titles of language versions; without `may_add`, only to a candidate. A word that
    /// several titles of a citation have in common counts once. Returns whether no title had it before.
    #[inline]
    pub fn add_version_title(&mut self, doc: u32, frequency: f32, bits: u32, may_add: bool) -> bool {
        let (block, n) = position(doc);
        let found = &mut self.blocks[block].matches[n];
        let is_new = found.title & bits == 0;
        if is_new && (may_add || self.candidates[block] >> n & 1 == 1) {
            found.title |= bits;
            found.version_title |= bits;
            self.add_frequency(doc, frequency);
        }
        is_new
    }

    /// Adds the current word and its score to the documents that match it, which become candidates.
    pub fn finish_word(&mut self, weight: f32, bits: u32, word_match: WordMatch) {
        let bits_of = |matched| if word_match == matched { bits } else { 0 };
        let [typed, by_concept, corrected] =
            [WordMatch::Typed, WordMatch::Concept, WordMatch::Corrected].map(bits_of);
        let sets = self.word_docs.iter_mut().zip(&mut self.candidates);
        for ((word_docs, candidates), block) in sets.zip(&mut self.blocks) {
            *candidates |= *word_docs;
            each_bit(std::mem::take(word_docs), |n| {
                let frequency = std::mem::take(&mut block.frequencies[n]);
                let found = &mut block.matches[n];
                found.score += saturated(weight, frequency);
                found.typed |= typed;
                found.by_concept |= by_concept;
                found.by_correction |= corrected;
            });
        }
    }

    /// Adds the words of a concept to a document, which becomes a candidate.
    pub fn add_concept(&mut self, doc: u32, score: f32, bits: u32, title_bits: u32) {
        let (block, n) = position(doc);
        self.candidates[block] |= 1 << n;
        let found = &mut self.blocks[block].matches[n];
        found.title |= title_bits;
        found.score += score;
        found.by_concept |= bits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENTS: usize = 130;

    #[test]
    fn documents_have_the_sums_of_their_words() {
        let words: [(&[(u32, f32)], WordMatch); 3] = [
            (&[(0, 2.0), (63, 1.5), (64, 0.5), (0, 1.0)], WordMatch::Typed),
            (&[(63, 3.0), (129, 1.0)], WordMatch::Corrected),
            (&[(64, 7.0)], WordMatch::Typed),
        ];
        let score = |frequency: f32| saturated(1.25, frequency);
        let expected = [
            (0, DocumentMatch { score: score(3.0), typed: 1, title: 1, ..Default::default() }),
            (
                63,
                DocumentMatch {
                    score: score(1.5) + score(3.0),
                    typed: 1,
                    by_correction: 2,
                    title: 3,
                    ..Default::default()
                },
            ),
            (64, DocumentMatch { score: score(0.5) + score(7.0), typed: 5, title: 5, ..Default::default() }),
            (
                129,
                DocumentMatch {
                    score: score(1.0) + 0.75,
                    by_correction: 2,
                    by_concept: 1,
                    title: 3,
                    ..Default::default()
                },
            ),
        ];
        for _ in 0..2 {
            with_accumulators(std::iter::once(DOCUMENTS), |segments| {
                let segment = &mut segments[0];
                assert!(!segment.has_candidates());
                for (number, (postings, word_match)) in words.iter().enumerate() {
                    for (doc, frequency) in *postings {
                        segment.add_frequency(*doc, *frequency);
                        segment.add_title_bits(*doc, 1 << number);
                    }
                    segment.finish_word(1.25, 1 << number, *word_match);
                }
                segment.add_concept(129, 0.75, 1, 1);
                assert!(segment.has_candidates() && segment.is_candidate(129) && !segment.is_candidate(128));
                assert!(segment.candidates().map(|(doc, found)| (doc, *found)).eq(expected));
                segment.clear();
                assert!(!segment.has_candidates());
            });
        }
    }

    #[test]
    fn a_search_that_ended_within_a_word_leaves_nothing_to_the_next() {
        for ends_early in [true, false] {
            with_accumulators(std::iter::once(DOCUMENTS), |segments| {
                assert_eq!(segments[0].get(70), DocumentMatch::default());
                segments[0].add_frequency(70, 1.0);
                segments[0].add_title_bits(70, 2);
                if !ends_early {
                    segments[0].finish_word(1.0, 2, WordMatch::Typed);
                    let expected = DocumentMatch {
                        score: saturated(1.0, 1.0),
                        typed: 2,
                        title: 2,
                        ..Default::default()
                    };
                    assert_eq!(segments[0].get(70), expected);
                }
            });
        }
    }

    #[test]
    fn the_titles_of_versions_count_once_and_add_no_candidates_unasked() {
        with_accumulators(std::iter::once(3), |segments| {
            let segment = &mut segments[0];
            segment.add_frequency(0, 1.0);
            segment.add_title_bits(0, 1);
            assert!(!segment.add_version_title(0, 1.0, 1, true), "the title has the word");
            assert!(segment.add_version_title(1, 2.0, 1, true));
            assert!(!segment.add_version_title(1, 2.0, 1, true), "the second title");
            assert!(segment.add_version_title(2, 1.0, 1, false));
            segment.finish_word(1.0, 1, WordMatch::Typed);
            assert!(segment.candidates().map(|(doc, found)| (doc, found.version_title)).eq([(0, 0), (1, 1)]));
            assert_eq!(segment.get(1).score, saturated(1.0, 2.0));
        });
    }
}
