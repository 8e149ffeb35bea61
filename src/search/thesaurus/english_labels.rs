//! The English labels that also match inside a longer query, by folded text, by concept, and by their sound without spaces and
//! punctuation: 'hart atack' sounds like 'heart attack'. Suggestions and searches read them in place.

use crate::search::text::folding::fold;
use crate::search::text::phonetic_keys::phonetic_keys;
use std::ops::Range;
use tantivy::directory::OwnedBytes;

/// The bit that marks the number of a label whose text in lower case differs from its folded text.
const DIFFERS_BIT: u32 = 1 << 31;

/// The number of sections that they have in a compiled table.
pub(super) const SECTIONS: usize = 5;

/// The English labels of a table, in the order of their folded texts.
pub(super) struct EnglishLabels {
    /// The folded texts, concatenated.
    texts: OwnedBytes,
    /// The end of each text.
    ends: OwnedBytes,
    /// The number of each label in the table, with [`DIFFERS_BIT`].
    numbers: OwnedBytes,
    /// The places of the labels in the order of their texts, grouped by concept.
    by_concept: OwnedBytes,
    /// The end of each concept's group in `by_concept`.
    concept_ends: OwnedBytes,
}

/// A label to be compiled.
pub(super) struct EnglishLabel<'l> {
    /// Its number in the table.
    pub number: u32,
    pub concept: u32,
    pub text: &'l str,
}

/// Compiles the sections, in the order of the fields of [`EnglishLabels`].
pub(super) fn compile<'l>(labels: impl Iterator<Item = EnglishLabel<'l>>) -> [Vec<u8>; SECTIONS] {
    let mut english: Vec<(String, EnglishLabel<'_>)> =
        labels.map(|label| (fold(label.text), label)).collect();
    english.sort_unstable_by(|a, b| (&a.0, a.1.number).cmp(&(&b.0, b.1.number)));
    let mut by_concept: Vec<(u32, u32)> =
        (0u32..).zip(&english).map(|(place, (_, label))| (label.concept, place)).collect();
    by_concept.sort_unstable();
    let concepts = by_concept.last().map_or(0, |(concept, _)| *concept as usize + 1);
    let mut concept_ends = vec![0u32; concepts];
    for (end, (concept, _)) in (1u32..).zip(&by_concept) {
        concept_ends[*concept as usize] = end;
    }
    for concept in 1..concepts {
        concept_ends[concept] = concept_ends[concept].max(concept_ends[concept - 1]);
    }
    let mut end = 0;
    let mut ends = english.iter().map(|(text, _)| {
        end += text.len() as u32;
        end
    });
    let bytes = |numbers: &mut dyn Iterator<Item = u32>| numbers.flat_map(u32::to_le_bytes).collect();
    let number = |(text, label): &(String, EnglishLabel<'_>)| {
        label.number | if label.text.to_lowercase() == *text { 0 } else { DIFFERS_BIT }
    };
    [
        english.iter().flat_map(|(text, _)| text.bytes()).collect(),
        bytes(&mut ends),
        bytes(&mut english.iter().map(number)),
        bytes(&mut by_concept.iter().map(|(_, place)| *place)),
        bytes(&mut concept_ends.into_iter()),
    ]
}

impl EnglishLabels {
    pub fn new(sections: [OwnedBytes; SECTIONS]) -> EnglishLabels {
        let [texts, ends, numbers, by_concept, concept_ends] = sections;
        EnglishLabels { texts, ends, numbers, by_concept, concept_ends }
    }

    /// The number of labels.
    pub fn len(&self) -> usize {
        self.ends.len() / 4
    }

    fn bytes(&self, place: usize) -> &[u8] {
        let range = span(&self.ends, place);
        self.texts.get(range).unwrap_or_default()
    }

    /// The folded text of a label by its place.
    pub fn text(&self, place: usize) -> &str {
        std::str::from_utf8(self.bytes(place)).unwrap_or_default()
    }

    /// The number of a label in the table.
    pub fn number(&self, place: usize) -> u32 {
        number_at(&self.numbers, place) & !DIFFERS_BIT
    }

    /// The places of the labels whose folded text begins with `prefix`.
    pub fn with_prefix(&self, prefix: &str) -> Range<usize> {
        let start = first_failing(0..self.len(), |place| self.bytes(place) < prefix.as_bytes());
        start..first_failing(start..self.len(), |place| self.bytes(place).starts_with(prefix.as_bytes()))
    }

    /// Returns whether the folded text of a label is its text in lower case.
    pub fn is_as_written(&self, place: usize) -> bool {
        number_at(&self.numbers, place) & DIFFERS_BIT == 0
    }

    /// The places of the labels of a concept.
    pub fn concept_places(&self, concept: u32) -> impl Iterator<Item = usize> + '_ {
        span(&self.concept_ends, concept as usize).map(|n| number_at(&self.by_concept, n) as usize)
    }
}

/// The range of an entry, given the ends of all entries.
fn span(ends: &[u8], place: usize) -> Range<usize> {
    let start = place.checked_sub(1).map_or(0, |before| number_at(ends, before));
    start as usize..number_at(ends, place) as usize
}

/// A number of a list in bytes; 0 beyond its end.
fn number_at(list: &[u8], place: usize) -> u32 {
    let bytes = list.get(4 * place..).and_then(|rest| rest.first_chunk());
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Binary search for the first place that does not pass; all places before it pass.
fn first_failing(places: Range<usize>, passes: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (places.start, places.end);
    while from < to {
        let middle = from + (to - from) / 2;
        if passes(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// Minimum length of a label, in letters: short ones sound like too many others.
const MIN_LETTERS: usize = 6;

/// The places of English labels, by phonetic key.
pub(super) struct LabelSounds {
    by_key: Vec<(u32, u32)>,
}

impl LabelSounds {
    pub fn new(labels: &EnglishLabels) -> LabelSounds {
        let long = (0..labels.len()).map(|place| (letters(labels.text(place)), place as u32));
        let long = long.filter(|(letters, _)| letters.len() >= MIN_LETTERS);
        let keyed = long.flat_map(|(letters, place)| phonetic_keys(&letters).map(|key| (key, place)));
        let mut by_key: Vec<(u32, u32)> = keyed.filter(|(key, _)| *key != 0).collect();
        by_key.sort_unstable();
        by_key.dedup();
        LabelSounds { by_key }
    }

    /// The places of the labels that sound like these letters.
    pub fn alike(&self, letters: &str) -> Vec<usize> {
        let with_key = |key: u32| {
            let start = self.by_key.partition_point(|(other, _)| *other < key);
            self.by_key[start..].iter().take_while(move |(other, _)| *other == key && key != 0)
        };
        let mut places: Vec<usize> =
            phonetic_keys(letters).into_iter().flat_map(with_key).map(|(_, place)| *place as usize).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The letters of a folded text, joined.
pub(in crate::search) fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}
