//! What the formulas of the reading level count in a text. The formulas: `model/handout_text/reading_level.rs`.

mod english_syllables;
mod spanish_syllables;
mod words;

use english_syllables::english_syllables;
use spanish_syllables::spanish_syllables;

/// Counts of a text, for every formula: which one applies depends on its language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextMeasures {
    /// Its words.
    pub words: u32,
    /// Its sentences of three words or more; at least 1 in a text that is not empty.
    pub sentences: u32,
    /// Syllables of its words, if they are English.
    pub english_syllables: u32,
    /// Words of three syllables or more, if they are English.
    pub english_polysyllables: u32,
    /// Syllables of its words, if they are Spanish.
    pub spanish_syllables: u32,
}

impl TextMeasures {
    /// Counts them. Takes a few milliseconds for a long text.
    pub fn new(text: &str) -> TextMeasures {
        let mut measures = TextMeasures { sentences: words::sentence_count(text), ..TextMeasures::default() };
        for word in words::words(text) {
            let syllables = english_syllables(&word);
            measures.words += 1;
            measures.english_syllables += syllables;
            measures.english_polysyllables += u32::from(syllables >= 3);
            measures.spanish_syllables += spanish_syllables(&word);
        }
        measures
    }
}
