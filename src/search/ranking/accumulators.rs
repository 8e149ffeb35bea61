//! Accumulators: the score and the matched words of each citation, added up word by word.

use crate::search::segments::schema::TEXT_FIELDS;
use std::sync::{LazyLock, Mutex, PoisonError};
use tantivy::fieldnorm::FieldNormReader;

/// The saturation (k1) of BM25F.
const SATURATION: f32 = 12.0;
/// The bit of citations with an excluded word.
pub(super) const EXCLUDED: u32 = 1 << 30;
/// The bit of candidates.
const CANDIDATE: u32 = 1 << 31;

/// The accumulator of one citation. It is small because searches access it at random.
#[derive(Debug, Clone, Copy, Default)]
struct Accumulator {
    /// The weighted frequency of the current word over all fields.
    frequency: f32,
    score: f32,
    /// The words that match as typed, by stem, or as a prefix term; with [`EXCLUDED`].
    typed: u32,
    /// The words in the title; with [`CANDIDATE`].
    title: u32,
}

/// The words that match a citation only by a concept, a spelling correction or the title of a language version.
#[derive(Debug, Clone, Copy, Default)]
struct IndirectMatches {
    by_concept: u32,
    by_correction: u32,
    in_version_title: u32,
}

/// The score of a citation, and the bits of the words that match it.
#[derive(Debug, Clone, Copy, Default)]
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

/// How a word matches a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordMatch {
    Typed,
    Corrected,
}

/// The accumulators of one segment, by document.
#[derive(Default)]
pub(super) struct Accumulators {
    accumulators: Vec<Accumulator>,
    indirect_matches: Vec<IndirectMatches>,
    /// Whether `indirect_matches` is in use.
    has_indirect_matches: bool,
    /// The documents that match at least one word.
    pub candidates: Vec<u32>,
    /// The documents that match the current word.
    word_docs: Vec<u32>,
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

/// The accumulators of searches that are not running, by segment; reused by later searches. Not one for each thread, because
/// more threads search by turns than at a time, and those of a large catalogue are large.
static POOL: Mutex<Vec<Vec<Accumulators>>> = Mutex::new(Vec::new());

/// Calls `search` with cleared accumulators for each segment; `documents` are their sizes.
pub(super) fn with_accumulators<T>(
    documents: impl Iterator<Item = usize>,
    search: impl FnOnce(&mut [Accumulators]) -> T,
) -> T {
    let pool = || POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = pool().pop().unwrap_or_default();
    let mut segments = 0;
    for documents in documents {
        if all.len() == segments {
            all.push(Accumulators::default());
        }
        let Accumulators { accumulators, indirect_matches, .. } = &mut all[segments];
        if accumulators.len() < documents {
            accumulators.resize(documents, Accumulator::default());
            indirect_matches.resize(documents, IndirectMatches::default());
        }
        segments += 1;
    }
    let result = search(&mut all[..segments]);
    // Clearing visits the candidates only.
    all[..segments].iter_mut().for_each(Accumulators::clear);
    pool().push(all);
    result
}

impl Accumulators {
    fn clear(&mut self) {
        if std::mem::take(&mut self.has_indirect_matches) {
            for doc in &self.candidates {
                self.indirect_matches[*doc as usize] = IndirectMatches::default();
            }
        }
        for doc in self.candidates.drain(..) {
            self.accumulators[doc as usize] = Accumulator::default();
        }
        self.word_docs.clear();
    }

    #[inline]
    pub fn get(&self, doc: u32) -> DocumentMatch {
        let Accumulator { score, typed, title, .. } = self.accumulators[doc as usize];
        let IndirectMatches { by_concept, by_correction, in_version_title: version_title } =
            if self.has_indirect_matches {
                self.indirect_matches[doc as usize]
            } else {
                IndirectMatches::default()
            };
        let title = title & (EXCLUDED - 1);
        DocumentMatch { score, typed, by_concept, by_correction, title, version_title }
    }

    /// Calls `each` with the candidates that match all of these words.
    #[inline]
    pub fn each_complete(&self, words: u32, mut each: impl FnMut(u32, DocumentMatch)) {
        for doc in &self.candidates {
            let found = self.get(*doc);
            if found.words() & words == words {
                each(*doc, found);
            }
        }
    }

    fn indirect_matches_mut(&mut self, doc: u32) -> &mut IndirectMatches {
        self.has_indirect_matches = true;
        &mut self.indirect_matches[doc as usize]
    }

    /// Adds the words of a concept to a document; a new candidate is added only with `may_add_candidates`.
    pub fn add_concept(
        &mut self,
        doc: u32,
        score: f32,
        bits: u32,
        title_bits: u32,
        may_add_candidates: bool,
    ) {
        let accumulator = &mut self.accumulators[doc as usize];
        if accumulator.title & CANDIDATE == 0 {
            if !may_add_candidates {
                return;
            }
            self.candidates.push(doc);
        }
        accumulator.title |= CANDIDATE | title_bits;
        accumulator.score += score;
        self.indirect_matches_mut(doc).by_concept |= bits;
    }

    /// Adds occurrences of a word to a document; [`Accumulators::finish_word`] turns their frequency into score.
    #[inline]
    pub fn add_word(
        &mut self,
        doc: u32,
        frequency: f32,
        bit: u32,
        title_bit: u32,
        word_match: WordMatch,
        may_add_candidates: bool,
    ) {
        let accumulator = &mut self.accumulators[doc as usize];
        if accumulator.title & CANDIDATE == 0 {
            if !may_add_candidates {
                return;
            }
            accumulator.title |= CANDIDATE;
            self.candidates.push(doc);
        }
        if accumulator.frequency == 0.0 {
            self.word_docs.push(doc);
        }
        // Never 0, because 0 means that the document is not in `word_docs`.
        accumulator.frequency += frequency.max(f32::MIN_POSITIVE);
        accumulator.title |= title_bit;
        match word_match {
            WordMatch::Typed => accumulator.typed |= bit,
            WordMatch::Corrected => self.indirect_matches_mut(doc).by_correction |= bit,
        }
    }

    /// Returns whether a title of a document has the word of this bit.
    #[inline]
    pub fn has_in_title(&self, doc: u32, bit: u32) -> bool {
        self.accumulators[doc as usize].title & bit != 0
    }

    /// Notes that only the title of a language version has the word of this bit.
    pub fn add_version_title_bit(&mut self, doc: u32, bit: u32) {
        if self.accumulators[doc as usize].title & CANDIDATE != 0 {
            self.accumulators[doc as usize].title |= bit;
            self.indirect_matches_mut(doc).in_version_title |= bit;
        }
    }

    /// Adds the score of the current word to the documents that match it.
    pub fn finish_word(&mut self, weight: f32) {
        for doc in self.word_docs.drain(..) {
            let accumulator = &mut self.accumulators[doc as usize];
            accumulator.score += saturated(weight, accumulator.frequency);
            accumulator.frequency = 0.0;
        }
    }
}
