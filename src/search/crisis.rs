//! Finds phrases of people in danger in queries: the table in `assets/crisis.tsv`, and what somebody took in (`danger`).
//!
//! Phrases are compared without case and apostrophes, with accents and tones as typed, as whole words in order; in Chinese,
//! Japanese and Korean as part of a longer text. Query plans and the thesaurus are not used.

use crate::model::search::crisis::{Crisis, CrisisLine};
use crate::search::crisis::phrase_table::PhraseTable;
use crate::search::text::folding::comparable;
use std::sync::LazyLock;

mod danger;
mod phrase_table;

const TABLE: &str = include_str!("../../assets/crisis.tsv");

/// The phrases and help lines of the table.
#[derive(Debug)]
pub struct CrisisTable {
    words: PhraseTable<Crisis>,
    /// The phrases that may be part of a longer text.
    characters: PhraseTable<Crisis>,
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
        let (words, characters) = (PhraseTable::whole_words(), PhraseTable::anywhere());
        let mut table = CrisisTable { words, characters, lines: Vec::new() };
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
        let is_unspaced = phrase.chars().next().is_some_and(is_cjk);
        let table = if is_unspaced { &mut self.characters } else { &mut self.words };
        table.add(&phrase, false, category);
    }

    /// The categories of danger that a text is about, by its phrases or by what somebody took in; the most urgent first. None
    /// for most texts.
    pub fn categories(&self, text: &str) -> Vec<Crisis> {
        let mut categories: Vec<Crisis> = danger::danger(text).collect();
        let text = comparable(text);
        for table in [&self.words, &self.characters] {
            table.each_in(&text, |_, category| categories.push(category));
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
