//! The table of complaints (`assets/terms/complaints.tsv`): parts of the body, what ails them, and what both mean.

use crate::search::query::recognition::query_text::Phrase;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../assets/terms/complaints.tsv");
/// The place of the body part in a pattern.
const PART: &str = "{part}";
/// Anything, in what a pair means.
const ANY: &str = "*";

/// Number of a part of the body, or of a complaint.
pub(in crate::search) type Number = u8;
/// Number of a language of the table.
pub(super) type LanguageNumber = u8;

/// A word for a part of the body.
pub(super) struct PartPhrase {
    pub part: Number,
    pub lang: LanguageNumber,
    pub phrase: Phrase,
    /// It counts only at the place of the part in a pattern.
    pub is_bound: bool,
}

/// Words for a complaint, with a part of the body between them.
pub(super) struct Pattern {
    pub complaint: Number,
    pub lang: LanguageNumber,
    pub before: Phrase,
    pub after: Phrase,
    /// Folded letters directly before and behind the part, in one word with it: 'schmerzen' in Kopfschmerzen.
    pub attached: (Box<str>, Box<str>),
}

/// Words for a complaint that stand anywhere.
pub(super) struct BarePhrase {
    pub complaint: Number,
    pub lang: LanguageNumber,
    pub phrase: Phrase,
}

/// Words of a language whose words are not set apart, or open at their ends: compared letter by letter.
#[derive(Default)]
pub(super) struct JoinedLanguage {
    /// Part, text, and whether it counts only in a pattern.
    pub parts: Vec<(Number, Box<str>, bool)>,
    /// Complaint, and the text before and behind the part.
    pub patterns: Vec<(Number, Box<str>, Box<str>)>,
    pub bare: Vec<(Number, Box<str>)>,
}

/// An end of a word: its first or its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum WordEnd {
    First(u8),
    Last(u8),
}

/// The table.
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
    /// Patterns that are attached to the part, by an end of the word that shows it.
    attached: HashMap<WordEnd, Vec<Pattern>>,
    pub joined: HashMap<LanguageNumber, JoinedLanguage>,
    means: HashMap<(Number, Number), Vec<&'static str>>,
}

static COMPLAINTS: LazyLock<ComplaintTable> = LazyLock::new(|| ComplaintTable::parse(TABLE));

impl ComplaintTable {
    /// The table that is part of the program.
    pub fn built_in() -> &'static ComplaintTable {
        &COMPLAINTS
    }

    /// The patterns that may be attached to the part in a word: those of the same first or last letter.
    pub fn attached_in(&self, word: &str) -> impl Iterator<Item = &Pattern> {
        let ends = [word.bytes().next().map(WordEnd::First), word.bytes().last().map(WordEnd::Last)];
        ends.into_iter().flatten().filter_map(|end| self.attached.get(&end)).flatten()
    }

    /// The concepts that a complaint about a part means, best first.
    pub fn meaning(&self, part: Number, complaint: Number) -> Vec<&'static str> {
        if let Some(exact) = self.means.get(&(part, complaint)) {
            return exact.clone();
        }
        let any_part = number_of(&self.parts, ANY);
        let any_complaint = number_of(&self.complaints, ANY);
        let general = [(Some(part), any_complaint), (any_part, Some(complaint))];
        let rows = general.into_iter().filter_map(|(part, complaint)| self.means.get(&(part?, complaint?)));
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
                table.means.insert((part, complaint), entries.collect());
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
        let (text, is_bound) = entry.strip_suffix('-').map_or((entry, false), |text| (text, true));
        if is_joined {
            self.joined.entry(lang).or_default().parts.push((part, letters(text), is_bound));
            return;
        }
        let phrase = Phrase::new(text, tag);
        if let Some(first) = phrase.folded.first() {
            let of_first = self.part_phrases.entry(first.clone()).or_default();
            of_first.push(PartPhrase { part, lang, phrase, is_bound });
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
            // A compound's part without its place says nothing.
            let Some(text) = (!entry.ends_with('-')).then_some(entry) else { return };
            if is_joined {
                self.joined.entry(lang).or_default().bare.push((complaint, letters(text)));
            } else {
                let phrase = Phrase::new(text, tag);
                if let Some(first) = phrase.folded.first() {
                    let of_first = self.bare_phrases.entry(first.clone()).or_default();
                    of_first.push(BarePhrase { complaint, lang, phrase });
                }
            }
            return;
        };
        if is_joined {
            let pattern = (complaint, letters(before), letters(after));
            self.joined.entry(lang).or_default().patterns.push(pattern);
            return;
        }
        let (before, attached_before) = match before.rsplit_once(' ') {
            Some((words, attached)) => (words, attached),
            None => ("", before),
        };
        let (attached_after, after) = match after.split_once(' ') {
            Some((attached, words)) => (attached, words),
            None => (after, ""),
        };
        let one_word = |text: &str| Phrase::new(text, tag).folded.first().cloned().unwrap_or_default();
        let pattern = Pattern {
            complaint,
            lang,
            before: Phrase::new(before, tag),
            after: Phrase::new(after, tag),
            attached: (one_word(attached_before), one_word(attached_after)),
        };
        let (before, behind) = &pattern.attached;
        let end = behind.bytes().last().map(WordEnd::Last).or(before.bytes().next().map(WordEnd::First));
        match end {
            Some(end) => self.attached.entry(end).or_default().push(pattern),
            None => self.patterns.entry(lang).or_default().push(pattern),
        }
    }
}

/// A text in lower case, without blanks.
fn letters(text: &str) -> Box<str> {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>().into()
}

fn number_of(names: &[&str], name: &str) -> Option<Number> {
    names.iter().position(|known| *known == name).and_then(|place| Number::try_from(place).ok())
}

fn number(names: &mut Vec<&'static str>, name: &'static str) -> Number {
    number_of(names, name).unwrap_or_else(|| {
        names.push(name);
        Number::try_from(names.len() - 1).unwrap_or(Number::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pair_means_is_the_exact_row_or_the_general_ones() {
        let table = ComplaintTable::parse(
            "means\thead\tpain\tHeadache\nmeans\thead\t*\tHead Injuries\nmeans\t*\titch\tItching|Allergy",
        );
        let part = number_of(&table.parts, "head").unwrap_or_default();
        let complaint = |name| number_of(&table.complaints, name).unwrap_or_default();
        assert_eq!(table.meaning(part, complaint("pain")), ["Headache"]);
        assert_eq!(table.meaning(part, complaint("itch")), ["Head Injuries", "Itching", "Allergy"]);
    }

    #[test]
    fn every_line_of_the_built_in_table_is_read() {
        let table = ComplaintTable::built_in();
        assert_eq!((table.parts.len(), table.complaints.len()), (57, 23), "with 'any' of both");
        assert!(table.languages.len() >= 23, "{:?}", table.languages);
        assert!(table.attached_in("kopfschmerzen").any(|pattern| &*pattern.attached.1 == "schmerzen"));
    }
}
