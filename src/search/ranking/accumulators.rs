//! What the citations of a search add up, word by word.

use crate::search::segments::schema::TEXT_FIELDS;
use std::cell::RefCell;
use std::sync::LazyLock;
use tantivy::fieldnorm::FieldNormReader;

/// How soon more of the same word stops to count (BM25).
pub(super) const SATURATION: f32 = 12.0;
/// The bit of what is excluded.
pub(super) const EXCLUDED: u32 = 1 << 30;
/// The bit of what was touched at all.
const TOUCHED: u32 = 1 << 31;

/// What one citation has added up so far; kept small, as searches read and write it all over the segment.
#[derive(Debug, Clone, Copy, Default)]
struct Accumulator {
    /// Of the word in work, over all fields.
    word: f32,
    score: f32,
    /// Which words are there as typed, by their stems, or by a prefix; with [`EXCLUDED`].
    typed: u32,
    /// Which words are in the title; with [`TOUCHED`].
    title: u32,
}

/// Which words a citation has otherwise than as typed.
#[derive(Debug, Clone, Copy, Default)]
struct Otherwise {
    by_term: u32,
    guessed: u32,
}

/// What a citation has: its score, and bits of words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accumulated {
    pub score: f32,
    /// As typed, by their stems, or by a prefix; with [`EXCLUDED`].
    pub typed: u32,
    /// By a term.
    pub by_term: u32,
    /// By a guess.
    pub guessed: u32,
    /// In the title.
    pub title: u32,
}

/// How a word came to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordMatch {
    Typed,
    Corrected,
}

/// The sums of one segment, by document.
#[derive(Default)]
pub(super) struct Accumulators {
    accumulators: Vec<Accumulator>,
    otherwise: Vec<Otherwise>,
    /// Some document has a word otherwise than as typed.
    has_otherwise: bool,
    pub touched: Vec<u32>,
    /// The documents of the word in work.
    of_word: Vec<u32>,
}

/// Share of a word's weight that a field of this length gives to it, by tantivy's length code.
pub(super) static LENGTHS: LazyLock<[[f32; 256]; TEXT_FIELDS]> = LazyLock::new(|| {
    // Usual lengths of the fields in tokens, two to a word.
    const USUAL: [f32; TEXT_FIELDS] = [12.0, 20.0, 300.0];
    USUAL.map(|usual| {
        let mut table = [0.0; 256];
        for (code, norm) in (0u8..=255).zip(&mut table) {
            let length = FieldNormReader::id_to_fieldnorm(code) as f32;
            *norm = 1.0 / (0.5 + 0.5 * (length / usual).min(8.0));
        }
        table
    })
});

thread_local! {
    /// Kept between searches: a segment's sums are cleared by what was touched, not by their length.
    static ACCUMULATORS: RefCell<Vec<Accumulators>> = const { RefCell::new(Vec::new()) };
}

/// Lends the sums of a search to `work`: one for each segment, of at least so many documents, all zero.
pub(super) fn with_accumulators<T>(
    documents: impl Iterator<Item = usize>,
    work: impl FnOnce(&mut [Accumulators]) -> T,
) -> T {
    ACCUMULATORS.with_borrow_mut(|pool| {
        let mut segments = 0;
        for documents in documents {
            if pool.len() == segments {
                pool.push(Accumulators::default());
            }
            let Accumulators { accumulators, otherwise, .. } = &mut pool[segments];
            if accumulators.len() < documents {
                accumulators.resize(documents, Accumulator::default());
                otherwise.resize(documents, Otherwise::default());
            }
            segments += 1;
        }
        let done = work(&mut pool[..segments]);
        pool[..segments].iter_mut().for_each(Accumulators::clear);
        done
    })
}

impl Accumulators {
    fn clear(&mut self) {
        if std::mem::take(&mut self.has_otherwise) {
            self.touched.iter().for_each(|doc| self.otherwise[*doc as usize] = Otherwise::default());
        }
        for doc in self.touched.drain(..) {
            self.accumulators[doc as usize] = Accumulator::default();
        }
        self.of_word.clear();
    }

    /// What a document has.
    #[inline]
    pub fn held(&self, doc: u32) -> Accumulated {
        let Accumulator { score, typed, title, .. } = self.accumulators[doc as usize];
        let otherwise = if self.has_otherwise { self.otherwise[doc as usize] } else { Otherwise::default() };
        let Otherwise { by_term, guessed } = otherwise;
        Accumulated { score, typed, by_term, guessed, title: title & (EXCLUDED - 1) }
    }

    fn otherwise(&mut self, doc: u32) -> &mut Otherwise {
        self.has_otherwise = true;
        &mut self.otherwise[doc as usize]
    }

    /// Adds the words of a term to a document; to one that nothing touched only when it is to be made.
    pub fn add_term(&mut self, doc: u32, score: f32, bits: u32, title_bits: u32, may_make: bool) {
        let sum = &mut self.accumulators[doc as usize];
        if sum.title & TOUCHED == 0 {
            if !may_make {
                return;
            }
            self.touched.push(doc);
        }
        sum.title |= TOUCHED | title_bits;
        sum.score += score;
        self.otherwise(doc).by_term |= bits;
    }

    /// Adds some of a word to a document; [`Accumulators::finish_word`] turns it into score.
    #[inline]
    pub fn add(&mut self, doc: u32, amount: f32, bit: u32, title_bit: u32, means: WordMatch, may_make: bool) {
        let sum = &mut self.accumulators[doc as usize];
        if sum.title & TOUCHED == 0 {
            if !may_make {
                return;
            }
            sum.title |= TOUCHED;
            self.touched.push(doc);
        }
        if sum.word == 0.0 {
            self.of_word.push(doc);
        }
        // Never 0, so that it is known to be there.
        sum.word += amount.max(f32::MIN_POSITIVE);
        sum.title |= title_bit;
        match means {
            WordMatch::Typed => sum.typed |= bit,
            WordMatch::Corrected => self.otherwise(doc).guessed |= bit,
        }
    }

    /// Adds the score of the word in work to its documents.
    pub fn finish_word(&mut self, weight: f32) {
        for doc in self.of_word.drain(..) {
            let sum = &mut self.accumulators[doc as usize];
            sum.score += weight * sum.word / (SATURATION + sum.word);
            sum.word = 0.0;
        }
    }
}
