//! The table of complaints (`assets/terms/complaints.tsv`): phrases for body parts and for complaints, and the concepts of each
//! pair.

use crate::search::query::recognition::query_text::Phrase;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../assets/terms/complaints.tsv");
/// The placeholder for the body part in a pattern.
const PART: &str = "{part}";
/// Matches any body part or any complaint in a `means` row.
const ANY: &str = "*";

/// Number of a body part or of a complaint.
pub(in crate::search) type Number = u8;
/// Number of a language in the table.
pub(super) type LanguageNumber = u8;

/// A phrase for a body part.
pub(super) struct PartPhrase {
    pub part: Number,
    pub lang: LanguageNumber,
    pub phrase: Phrase,
    /// Valid only within a pattern.
    pub is_only_in_patterns: bool,
}

/// Phrases for a complaint before and after a body part.
pub(super) struct Pattern {
    pub complaint: Number,
    pub lang: LanguageNumber,
    pub before: Phrase,
    pub after: Phrase,
    /// The folded letters before and after the body part in the same word: 'schmerzen' in Kopfschmerzen.
    pub affixes: (Box<str>, Box<str>),
}

/// A phrase for a complaint that may occur anywhere in the query.
pub(super) struct BarePhrase {
    pub complaint: Number,
    pub lang: LanguageNumber,
    pub phrase: Phrase,
}

/// Phrases of a language that is compared character by character: Chinese, Japanese and Korean.
#[derive(Default)]
pub(super) struct JoinedLanguage {
    /// Body part, text, and whether it is valid only within a pattern.
    pub parts: Vec<(Number, Box<str>, bool)>,
    /// Complaint, and the text before and after the body part.
    pub patterns: Vec<(Number, Box<str>, Box<str>)>,
    pub bare: Vec<(Number, Box<str>)>,
}

/// The first or the last byte of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum WordEnd {
    First(u8),
    Last(u8),
}

#[derive(Default)]
pub(super) struct ComplaintTable {
    pub languages: Vec<&'static str>,
    parts: Vec<&'static str>,
    complaints: Vec<&'static str>,
    /// By the first folded word.
    pub part_phrases: HashMap<Box<str>, Vec<PartPhrase>>,
    pub bare_phrases: HashMap<Box<str>, Vec<BarePhrase>>,
    /// By language.
    pub patterns: HashMap<LanguageNumber, Vec<Pattern>>,
    /// Patterns with affixes, by the first byte of the prefix or the last byte of the suffix.
    affixed: HashMap<WordEnd, Vec<Pattern>>,
    pub joined: HashMap<LanguageNumber, JoinedLanguage>,
    concepts: HashMap<(Number, Number), Vec<&'static str>>,
}

static COMPLAINTS: LazyLock<ComplaintTable> = LazyLock::new(|| ComplaintTable::parse(TABLE));

impl ComplaintTable {
    /// The table embedded in the program.
    pub fn built_in() -> &'static ComplaintTable {
        &COMPLAINTS
    }

    /// The patterns of which the affixes may be in a word: those with the same first or last byte.
    pub fn affixed_patterns(&self, word: &str) -> impl Iterator<Item = &Pattern> {
        let ends = [word.bytes().next().map(WordEnd::First), word.bytes().last().map(WordEnd::Last)];
        ends.into_iter().flatten().filter_map(|end| self.affixed.get(&end)).flatten()
    }

    /// The names of the concepts of a complaint about a body part, best first.
    pub fn concepts(&self, part: Number, complaint: Number) -> Vec<&'static str> {
        if let Some(exact) = self.concepts.get(&(part, complaint)) {
            return exact.clone();
        }
        let any_part = find_number(&self.parts, ANY);
        let any_complaint = find_number(&self.complaints, ANY);
        let general = [(Some(part), any_complaint), (any_part, Some(complaint))];
        let rows =
            general.into_iter().filter_map(|(part, complaint)| self.concepts.get(&(part?, complaint?)));
        rows.flatten().copied().collect()
    }

    fn parse(text: &'static str) -> ComplaintTable {
        let mut table = ComplaintTable::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&'static str> = line.split('\t').collect();
            let [kind, name, key, list] = columns[..] else { continue };
            let entries = list.split('|').filter(|entry| !entry.is_empty());
            if kind == "means" {
                let part = number(&mut table.parts, name);
                let complaint = number(&mut table.complaints, key);
                table.concepts.insert((part, complaint), entries.collect());
                continue;
            }
            let lang = number(&mut table.languages, key);
            let is_joined = matches!(key, "zh" | "ja" | "ko");
            if kind == "part" {
                let part = number(&mut table.parts, name);
                entries.for_each(|entry| table.add_part(part, lang, key, is_joined, entry));
            } else {
                let complaint = number(&mut table.complaints, name);
                entries.for_each(|entry| table.add_complaint(complaint, lang, key, is_joined, entry));
            }
        }
        table
    }

    fn add_part(&mut self, part: Number, lang: LanguageNumber, tag: &str, is_joined: bool, entry: &str) {
        let (text, is_only_in_patterns) = entry.strip_suffix('-').map_or((entry, false), |text| (text, true));
        if is_joined {
            self.joined.entry(lang).or_default().parts.push((
                part,
                lowercase_letters(text),
                is_only_in_patterns,
            ));
            return;
        }
        let phrase = Phrase::new(text, tag);
        if let Some(first) = phrase.folded.first() {
            let same_first_word = self.part_phrases.entry(first.clone()).or_default();
            same_first_word.push(PartPhrase { part, lang, phrase, is_only_in_patterns });
        }
    }

    fn add_complaint(
        &mut self,
        complaint: Number,
        lang: LanguageNumber,
        tag: &str,
        is_joined: bool,
        entry: &str,
    ) {
        let Some((before, after)) = entry.split_once(PART) else {
            // An affix without a body part is not a complaint.
            let Some(text) = (!entry.ends_with('-')).then_some(entry) else { return };
            if is_joined {
                self.joined.entry(lang).or_default().bare.push((complaint, lowercase_letters(text)));
            } else {
                let phrase = Phrase::new(text, tag);
                if let Some(first) = phrase.folded.first() {
                    let same_first_word = self.bare_phrases.entry(first.clone()).or_default();
                    same_first_word.push(BarePhrase { complaint, lang, phrase });
                }
            }
            return;
        };
        if is_joined {
            let pattern = (complaint, lowercase_letters(before), lowercase_letters(after));
            self.joined.entry(lang).or_default().patterns.push(pattern);
            return;
        }
        let (before, prefix) = match before.rsplit_once(' ') {
            Some((words, prefix)) => (words, prefix),
            None => ("", before),
        };
        let (suffix, after) = match after.split_once(' ') {
            Some((suffix, words)) => (suffix, words),
            None => (after, ""),
        };
        let folded_word = |text: &str| Phrase::new(text, tag).folded.first().cloned().unwrap_or_default();
        let pattern = Pattern {
            complaint,
            lang,
            before: Phrase::new(before, tag),
            after: Phrase::new(after, tag),
            affixes: (folded_word(prefix), folded_word(suffix)),
        };
        let (prefix, suffix) = &pattern.affixes;
        let end = suffix.bytes().last().map(WordEnd::Last).or(prefix.bytes().next().map(WordEnd::First));
        match end {
            Some(end) => self.affixed.entry(end).or_default().push(pattern),
            None => self.patterns.entry(lang).or_default().push(pattern),
        }
    }
}

/// A text in lower case, without spaces.
fn lowercase_letters(text: &str) -> Box<str> {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>().into()
}

fn find_number(names: &[&str], name: &str) -> Option<Number> {
    names.iter().position(|known| *known == name).and_then(|place| Number::try_from(place).ok())
}

fn number(names: &mut Vec<&'static str>, name: &'static str) -> Number {
    find_number(names, name).unwrap_or_else(|| {
        names.push(name);
        Number::try_from(names.len() - 1).unwrap_or(Number::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_the_concepts_of_its_row_or_of_the_general_rows() {
        let table = ComplaintTable::parse(
            "means\thead\tpain\tHeadache\nmeans\thead\t*\tHead Injuries\nmeans\t*\titch\tItching|Allergy",
        );
        let part = find_number(&table.parts, "head").unwrap_or_default();
        let complaint = |name| find_number(&table.complaints, name).unwrap_or_default();
        assert_eq!(table.concepts(part, complaint("pain")), ["Headache"]);
        assert_eq!(table.concepts(part, complaint("itch")), ["Head Injuries", "Itching", "Allergy"]);
    }

    #[test]
    fn the_built_in_table_is_complete() {
        let table = ComplaintTable::built_in();
        assert_eq!((table.parts.len(), table.complaints.len()), (57, 23), "with 'any' of both");
        assert!(table.languages.len() >= 23, "{:?}", table.languages);
        assert!(table.affixed_patterns("kopfschmerzen").any(|pattern| &*pattern.affixes.1 == "schmerzen"));
    }
}
