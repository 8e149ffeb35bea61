//! Finds phrases of people in danger in queries: the table in `assets/crisis.tsv`, and what somebody took in (`danger`).
//!
//! Phrases are compared without case and apostrophes, with accents and tones as typed, as whole words in order; in Chinese,
//! Japanese and Korean as part of a longer text. Query plans and the thesaurus are not used.

use crate::model::search::crisis::{Crisis, CrisisLine};
use crate::search::text::folding::comparable;
use std::collections::HashMap;
use std::sync::LazyLock;

mod danger;

const TABLE: &str = include_str!("../../assets/crisis.tsv");

/// The phrases and help lines of the table.
#[derive(Debug, Default)]
pub struct CrisisTable {
    /// Phrases of whole words by their first word: the words after it, each preceded by a space.
    by_word: HashMap<Box<str>, Vec<(Box<str>, Crisis)>>,
    /// Phrases that may be part of a longer text, by their first character: the characters after it.
    by_character: HashMap<char, Vec<(Box<str>, Crisis)>>,
    lines: Vec<CrisisLine>,
}

impl CrisisTable {
    /// The built-in table, parsed at the first call.
    pub fn built_in() -> &'static CrisisTable {
        static BUILT_IN: LazyLock<CrisisTable> =
            LazyLock::new(|| CrisisTable::parse(TABLE).expect("a test parses the built-in table"));
        &BUILT_IN
    }

    fn parse(text: &str) -> Result<CrisisTable, String> {
        let mut table = CrisisTable::default();
        for (number, row) in
            text.lines().enumerate().filter(|(_, row)| !row.is_empty() && !row.starts_with('#'))
        {
            let invalid = |what: &str| format!("line {}: {what}", number + 1);
            match row.split('\t').collect::<Vec<_>>()[..] {
                ["line", categories, _country, name, contact, languages, hours] => {
                    let categories = categories.split('|').map(Crisis::from_name).collect::<Option<_>>();
                    table.lines.push(CrisisLine {
                        categories: categories.ok_or_else(|| invalid("unknown category"))?,
                        name: name.to_owned(),
                        contact: contact.to_owned(),
                        languages: languages.split('|').map(str::to_owned).collect(),
                        hours: hours.to_owned(),
                    });
                }
                [category, _lang, phrases] => {
                    let category = Crisis::from_name(category).ok_or_else(|| invalid("unknown category"))?;
                    phrases.split('|').for_each(|phrase| table.add(phrase, category));
                }
                _ => return Err(invalid("expected three or seven columns")),
            }
        }
        Ok(table)
    }

    fn add(&mut self, phrase: &str, category: Crisis) {
        let phrase = comparable(phrase);
        let Some(first) = phrase.chars().next() else { return };
        if is_cjk(first) {
            let rest = phrase[first.len_utf8()..].into();
            self.by_character.entry(first).or_default().push((rest, category));
        } else {
            let (word, rest) = phrase.split_at(phrase.find(' ').unwrap_or(phrase.len()));
            self.by_word.entry(word.into()).or_default().push((rest.into(), category));
        }
    }

    /// The categories of danger that a text is about, by its phrases or by what somebody took in; the most urgent first. None
    /// for most texts.
    pub fn categories(&self, text: &str) -> Vec<Crisis> {
        let mut categories: Vec<Crisis> = danger::danger(text).collect();
        let text = comparable(text);
        let mut is_start = true;
        for (at, c) in text.char_indices() {
            if is_start {
                let (word, rest) = text[at..].split_at(text[at..].find(' ').unwrap_or(text.len() - at));
                let phrases = self.by_word.get(word).into_iter().flatten();
                let continues = |(more, _): &&(Box<str>, _)| {
                    rest.strip_prefix(&**more).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                };
                categories.extend(phrases.filter(continues).map(|(_, category)| *category));
            }
            if is_cjk(c) {
                let phrases = self.by_character.get(&c).into_iter().flatten();
                let rest = &text[at + c.len_utf8()..];
                categories.extend(
                    phrases.filter(|(more, _)| rest.starts_with(&**more)).map(|(_, category)| *category),
                );
            }
            is_start = c == ' ';
        }
        categories.sort_unstable();
        categories.dedup();
        categories
    }

    /// The help lines; the first one of a category is its main line.
    pub fn lines(&self) -> &[CrisisLine] {
        &self.lines
    }
}

/// Returns whether a character is Chinese, Japanese or Korean, so that phrases need not be separate words.
fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests;
