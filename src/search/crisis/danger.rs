//! Recognizes that somebody took in something dangerous: a person, a verb and a substance of one language in any order
//! ('my toddler swallowed bleach'). The tables in `assets/danger` have the words.
//!
//! A medicine counts when it is another person's or was taken in quantity, and nobody asks about a dose.

use crate::model::search::crisis::Crisis;
use crate::search::crisis::phrase_table::PhraseTable;
use crate::search::text::folding::{comparable, fold};
use crate::search::text::medicines::{MedicineTable, is_medicine};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// The tables, each row with its first columns.
const TABLES: [(&str, &str); 4] = [
    ("persons", include_str!("../../../assets/danger/persons.tsv")),
    ("verbs", include_str!("../../../assets/danger/verbs.tsv")),
    ("substances", include_str!("../../../assets/danger/substances.tsv")),
    ("medicines", include_str!("../../../assets/danger/medicines.tsv")),
];
/// The languages whose words are found inside a longer text.
const UNSPACED: [&str; 3] = ["zh", "ja", "ko"];
/// The largest number of pieces of a medicine that is no quantity.
const MAX_PIECES: u32 = 2;

/// What a word of the tables says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Person,
    /// A verb of taking in.
    Verb {
        /// It names its subject by itself.
        is_finite: bool,
        /// It counts for what is no medicine.
        is_general: bool,
        /// It counts for medicines.
        is_past: bool,
    },
    Poison,
    /// A name that contains the word for a poison.
    Harmless,
    Medicine,
    /// Says that a medicine is another person's.
    Owner,
    /// Says that a medicine is another person's if it stands directly before the medicine.
    Mine,
    Quantity,
    Number,
    /// What follows a number that is not a count of pieces.
    Unit,
    /// How often, behind a number of pieces.
    Frequency,
    /// A time that contains the words of a frequency.
    Moment,
    /// Asks about a dose.
    Question,
}

impl Role {
    /// The role of the words of a row, by its table and first column.
    fn new(table: &str, kind: &str) -> Option<Role> {
        let verb = |is_finite, is_general, is_past| Role::Verb { is_finite, is_general, is_past };
        Some(match (table, kind) {
            ("persons", _) => Role::Person,
            ("verbs", "finite") => verb(true, true, true),
            ("verbs", "past") => verb(false, true, true),
            ("verbs", "other") => verb(false, true, false),
            ("verbs", "medicine") => verb(false, false, true),
            ("substances", "household" | "battery" | "magnet" | "plant") => Role::Poison,
            ("substances", "harmless") => Role::Harmless,
            ("medicines", "medicine") => Role::Medicine,
            ("medicines", "owner") => Role::Owner,
            ("medicines", "mine") => Role::Mine,
            ("medicines", "quantity") => Role::Quantity,
            ("medicines", "number") => Role::Number,
            ("medicines", "unit") => Role::Unit,
            ("medicines", "frequency") => Role::Frequency,
            ("medicines", "moment") => Role::Moment,
            ("medicines", "question") => Role::Question,
            _ => return None,
        })
    }
}

/// A role found in a text, with its place in bytes.
#[derive(Debug, Clone)]
struct Found {
    place: Range<usize>,
    role: Role,
}

/// The words of all tables, each with the number of its language.
struct DangerTable {
    languages: Vec<&'static str>,
    words: PhraseTable<(u8, Role)>,
    /// Those of unspaced languages.
    characters: PhraseTable<(u8, Role)>,
}

static BUILT_IN: LazyLock<DangerTable> =
    LazyLock::new(|| DangerTable::parse().expect("a test parses the built-in tables"));

/// The form in which words are compared: folded words separated by single spaces.
fn compared(text: &str) -> String {
    comparable(text).split(' ').map(fold).collect::<Vec<_>>().join(" ")
}

/// The rows of the tables: the table, the row's kind (empty for persons), its language and its words.
fn rows() -> impl Iterator<Item = Result<(&'static str, &'static str, &'static str, &'static str), String>> {
    TABLES.into_iter().flat_map(|(table, text)| {
        let rows = text.lines().filter(|row| !row.starts_with('#'));
        rows.map(move |row| match row.split('\t').collect::<Vec<_>>()[..] {
            [lang, words] if table == "persons" => Ok((table, "", lang, words)),
            [kind, lang, words] if table != "persons" => Ok((table, kind, lang, words)),
            _ => Err(format!("{table}: {row}")),
        })
    })
}

impl DangerTable {
    fn parse() -> Result<DangerTable, String> {
        let (words, characters) = (PhraseTable::whole_words(), PhraseTable::anywhere());
        let mut table = DangerTable { languages: Vec::new(), words, characters };
        for row in rows() {
            let (name, kind, lang, words) = row?;
            let role = Role::new(name, kind).ok_or_else(|| format!("{name}: unknown kind {kind}"))?;
            let language = table.languages.iter().position(|known| *known == lang).unwrap_or_else(|| {
                table.languages.push(lang);
                table.languages.len() - 1
            });
            let language = u8::try_from(language).map_err(|_| format!("{name}: too many languages"))?;
            words.split('|').for_each(|text| table.add(text, language, role));
        }
        Ok(table)
    }

    fn add(&mut self, text: &str, language: u8, role: Role) {
        let (is_open, key) = (text.ends_with('*'), compared(text));
        match self.is_unspaced(language) {
            true => self.characters.add(&key.replace(' ', ""), is_open, (language, role)),
            false => self.words.add(&key, is_open, (language, role)),
        }
    }

    fn is_unspaced(&self, language: u8) -> bool {
        self.languages.get(usize::from(language)).is_some_and(|lang| UNSPACED.contains(lang))
    }

    /// What a text says in each language that has anything in it.
    fn mentions(&self, text: &str) -> Vec<Mentions> {
        let mut mentions: HashMap<u8, Mentions> = HashMap::new();
        let characters = text.replace(' ', "");
        for (table, text) in [(&self.words, text), (&self.characters, &characters)] {
            table.each_in(text, |place, (language, role)| {
                mentions.entry(language).or_default().found.push(Found { place, role });
            });
        }
        let (in_words, in_characters) = (medicines_and_numbers(text), numbers_in_characters(&characters));
        for (language, mentions) in &mut mentions {
            let found = if self.is_unspaced(*language) { &in_characters } else { &in_words };
            mentions.found.extend(found.iter().cloned());
        }
        mentions.into_values().collect()
    }
}

/// The names of medicines among the words of a text, which are the same in most languages, and the numbers of more pieces than
/// [`MAX_PIECES`].
fn medicines_and_numbers(text: &str) -> Vec<Found> {
    let (mut found, mut start) = (Vec::new(), 0);
    for word in text.split(' ') {
        let place = start..start + word.len();
        start = place.end + 1;
        if MedicineTable::built_in().number(word).is_some() || is_medicine(word) {
            found.push(Found { place, role: Role::Medicine });
        } else if word.parse::<u32>().is_ok_and(|number| number > MAX_PIECES) {
            found.push(Found { place, role: Role::Number });
        }
    }
    found
}

/// The numbers of more pieces than [`MAX_PIECES`] in a text without spaces.
fn numbers_in_characters(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(at) = text[start..].find(|c: char| c.is_ascii_digit()) {
        let begin = start + at;
        let end =
            text[begin..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| begin + length);
        if text[begin..end].parse::<u32>().is_ok_and(|number| number > MAX_PIECES) {
            found.push(Found { place: begin..end, role: Role::Number });
        }
        start = end;
    }
    found
}

/// What a text says in one language.
#[derive(Debug, Default)]
struct Mentions {
    found: Vec<Found>,
}

fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Returns whether a place follows another one directly, or after a space.
fn follows(next: &Range<usize>, before: &Range<usize>) -> bool {
    (before.end..=before.end + 1).contains(&next.start)
}

impl Mentions {
    fn with(&self, role: Role) -> impl Iterator<Item = &Range<usize>> {
        self.found.iter().filter(move |found| found.role == role).map(|found| &found.place)
    }

    /// Whether somebody took in one of these substances, each part in words of its own.
    fn is_taken<'m>(&'m self, substances: impl Iterator<Item = &'m Range<usize>>, is_medicine: bool) -> bool {
        let verbs: Vec<(&Range<usize>, bool)> = self
            .found
            .iter()
            .filter_map(|found| match found.role {
                Role::Verb { is_finite, is_general, is_past } => {
                    let counts = if is_medicine { is_past } else { is_general };
                    counts.then_some((&found.place, is_finite))
                }
                _ => None,
            })
            .collect();
        let has_person = |verb: &Range<usize>, substance: &Range<usize>| {
            self.with(Role::Person).any(|person| !overlaps(person, verb) && !overlaps(person, substance))
        };
        substances.into_iter().any(|substance| {
            verbs.iter().any(|(verb, is_finite)| {
                !overlaps(verb, substance) && (*is_finite || has_person(verb, substance))
            })
        })
    }

    fn is_poisoning(&self) -> bool {
        let is_harmful =
            |poison: &&Range<usize>| !self.with(Role::Harmless).any(|harmless| overlaps(harmless, poison));
        self.is_taken(self.with(Role::Poison).filter(is_harmful), false)
    }

    /// Whether somebody took medicines of another person, or too many.
    fn is_overdose(&self) -> bool {
        let is_asking = self.with(Role::Question).next().is_some();
        !is_asking
            && (self.is_of_another_person() || self.has_quantity())
            && self.is_taken(self.with(Role::Medicine), true)
    }

    fn is_of_another_person(&self) -> bool {
        let is_before_medicine =
            |mine: &Range<usize>| self.with(Role::Medicine).any(|medicine| follows(medicine, mine));
        self.with(Role::Owner).next().is_some() || self.with(Role::Mine).any(is_before_medicine)
    }

    fn has_quantity(&self) -> bool {
        let is_moment = |place: &Range<usize>| self.with(Role::Moment).any(|moment| overlaps(moment, place));
        let is_count = |number: &Range<usize>| {
            !self.with(Role::Unit).any(|unit| follows(unit, number))
                && !self.with(Role::Frequency).any(|often| often.start >= number.end && !is_moment(often))
        };
        self.with(Role::Quantity).next().is_some() || self.with(Role::Number).any(is_count)
    }
}

/// What a text says that somebody took in.
pub(super) fn danger(text: &str) -> impl Iterator<Item = Crisis> {
    let mentions = BUILT_IN.mentions(&compared(text));
    let is_overdose = mentions.iter().any(Mentions::is_overdose);
    let is_poisoning = mentions.iter().any(Mentions::is_poisoning);
    is_overdose.then_some(Crisis::Overdose).into_iter().chain(is_poisoning.then_some(Crisis::Poisoning))
}

#[cfg(test)]
mod tests;
