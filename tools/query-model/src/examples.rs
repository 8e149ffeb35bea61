//! Makes the examples: texts as people type them, each with the classes that it means.

use crate::damage::Damage;
use crate::phrases::Filler;
use crate::random::Random;
use crate::romanize::Romanization;
use crate::search::features;
use crate::tables::{Label, Tables, Targets};
use crate::training::row_of;
use std::collections::{BTreeMap, BTreeSet};

const SEED: u64 = 1;
/// How often each table is gone through, with other random choices.
const REPETITIONS: usize = 4;
/// The languages that are written without spaces.
const UNSPACED: [&str; 6] = ["zh", "ja", "th", "lo", "km", "my"];

/// The examples: the rows of their features, and their targets.
#[derive(Default)]
pub struct Examples {
    rows: Vec<u32>,
    row_ends: Vec<usize>,
    targets: Vec<u16>,
    target_ends: Vec<usize>,
    found: Vec<u32>,
    counts: BTreeMap<&'static str, usize>,
}

impl Examples {
    pub fn len(&self) -> usize {
        self.row_ends.len()
    }

    /// The rows of the features of an example.
    pub fn features(&self, number: usize) -> &[u32] {
        &self.rows[start(&self.row_ends, number)..self.row_ends[number]]
    }

    pub fn targets(&self, number: usize) -> &[u16] {
        &self.targets[start(&self.target_ends, number)..self.target_ends[number]]
    }

    fn add(&mut self, kind: &'static str, targets: impl IntoIterator<Item = u16>, text: &str) {
        features(text, &mut self.found);
        if self.found.is_empty() {
            return;
        }
        self.rows.extend(self.found.iter().map(|feature| row_of(*feature)));
        self.row_ends.push(self.rows.len());
        self.targets.extend(targets);
        self.target_ends.push(self.targets.len());
        *self.counts.entry(kind).or_default() += 1;
    }
}

fn start(ends: &[usize], number: usize) -> usize {
    number.checked_sub(1).map_or(0, |before| ends[before])
}

struct Maker<'t> {
    tables: &'t Tables,
    random: Random,
    damage: Damage,
    romanization: Romanization,
    filler: Filler<'t>,
    examples: Examples,
}

/// All examples of the tables.
pub fn examples(tables: &Tables) -> Examples {
    let mut maker = Maker {
        tables,
        random: Random::new(SEED),
        damage: Damage::new(),
        romanization: Romanization::new(),
        filler: Filler::new(tables),
        examples: Examples::default(),
    };
    let mut by_language: BTreeMap<&str, Vec<(&str, &BTreeSet<u16>)>> = BTreeMap::new();
    for ((language, label), targets) in &tables.labels {
        by_language.entry(language).or_default().push((label, targets));
    }
    for _ in 0..REPETITIONS {
        for (language, labels) in &by_language {
            labels.iter().for_each(|(label, targets)| maker.add_label(language, label, targets, labels));
        }
        tables.descriptions.iter().for_each(|(language, target, words)| maker.add_description(language, *target, words));
        maker.add_complaints();
        maker.add_medicines();
        maker.add_other_phrases();
    }
    let examples = maker.examples;
    eprintln!("{} examples, {} features each: {:?}", examples.len(), examples.rows.len() / examples.len(), examples.counts);
    examples
}

fn base(language: &str) -> &str {
    language.split('-').next().unwrap_or(language)
}

fn is_unspaced(language: &str) -> bool {
    UNSPACED.contains(&base(language))
}

/// Returns whether a text has only letters of alphabets.
fn is_alphabetic(text: &str) -> bool {
    text.chars().all(|c| c < '\u{E00}')
}

impl Maker<'_> {
    fn add_label(&mut self, language: &str, label: &str, targets: &BTreeSet<u16>, others: &[(&str, &BTreeSet<u16>)]) {
        let targets: Targets = targets.iter().copied().collect();
        let is_english = language == "en";
        let is_whole_query = self.tables.whole_queries.contains(&(language.to_owned(), label.to_owned()) as &Label);
        let words: Vec<&str> = label.split_whitespace().collect();
        for _ in 0..3 {
            self.examples.add("label", targets.iter().copied(), label);
        }
        if !is_whole_query {
            for _ in 0..2 {
                let text = self.filler.framed(&mut self.random, language, label);
                self.examples.add("framed", targets.iter().copied(), &text);
            }
            if !is_unspaced(language) && self.filler.has(language) {
                for _ in 0..if is_english { 3 } else { 1 } {
                    let count = *self.random.choose(&[2, 3, 5, 8, 12, 16]);
                    let text = self.filler.among(&mut self.random, language, vec![label.to_owned()], count);
                    self.examples.add("noisy label", targets.iter().copied(), &text);
                }
            }
            if self.random.chance(0.4) {
                let (other, also) = *self.random.choose(others);
                let separator = if is_unspaced(language) { "" } else { " " };
                let both: BTreeSet<u16> = targets.iter().chain(also).copied().collect();
                self.examples.add("pair", both, &format!("{label}{separator}{other}"));
            }
            if words.len() >= 3 && self.random.chance(0.7) {
                let mut words = words.clone();
                if self.random.chance(0.5) {
                    self.random.shuffle(&mut words);
                } else {
                    words.remove(self.random.below(words.len()));
                }
                self.examples.add("shuffled", targets.iter().copied(), &words.join(" "));
            }
        }
        if is_alphabetic(label) && label.chars().count() > 3 {
            let count = match (is_english, words.len()) {
                (true, 0..3) => 12.0,
                (true, _) => 5.0,
                (false, _) => 1.5,
            };
            for _ in 0..self.random.round(count) {
                let by_sound = is_english || self.random.chance(0.3);
                let text = self.damage.text(&mut self.random, label, by_sound);
                self.examples.add("damaged", targets.iter().copied(), &text);
            }
            if is_english && !is_whole_query {
                let text = self.filler.framed(&mut self.random, language, label);
                let text = self.damage.text(&mut self.random, &text, true);
                self.examples.add("damaged framed", targets.iter().copied(), &text);
            }
        }
        for _ in 0..if matches!(language, "hi" | "ne") { 2 } else { 1 } {
            if let Some(latin) = self.romanization.text(&mut self.random, language, label) {
                self.examples.add("latin", targets.iter().copied(), &latin);
            }
        }
    }

    /// Some of the words of a description in random order, among words that mean nothing.
    fn add_description(&mut self, language: &str, target: u16, words: &[String]) {
        let own = base(language);
        let (is_unspaced, is_english) = (is_unspaced(language), language == "en");
        let count = match is_english {
            true => (10 + words.len()).min(60) as f64,
            false => (5.0 + words.len() as f64 / 1.5).min(24.0),
        };
        for _ in 0..self.random.round(count) {
            let length = *self.random.choose(&[1, 2, 2, 3, 3, 4, 5, 6, 8]);
            let chosen = self.random.sample(words, length);
            let has_filler = self.filler.has(own) && !is_unspaced;
            let noise = *match has_filler {
                true => self.random.choose(&[0, 0, 1, 2, 3, 5, 8, 12]),
                false => self.random.choose(&[0, 0, 1, 2, 3]),
            };
            if length <= 1 && self.random.chance(0.5) {
                continue;
            }
            let separator = if is_unspaced && self.random.chance(0.7) { "" } else { " " };
            let words = self.filler.mixed(&mut self.random, own, chosen, noise);
            let mut text = words.join(separator);
            if is_english && self.random.chance(0.15) {
                text = self.damage.text(&mut self.random, &text, true);
            }
            self.examples.add("description", [target], &text);
            if self.random.chance(0.12)
                && let Some(latin) = self.romanization.text(&mut self.random, language, &text)
            {
                self.examples.add("description latin", [target], &latin);
            }
        }
    }

    fn add_complaints(&mut self) {
        let tables = self.tables;
        for (language, parts) in &tables.parts {
            for (part, part_names) in parts {
                for (complaint, patterns) in tables.complaints.get(language).into_iter().flatten() {
                    let own = tables.complaint_targets.get(&(part.clone(), complaint.clone()));
                    let any = (part.clone(), "*".to_owned());
                    let Some(targets) = own.or_else(|| tables.complaint_targets.get(&any)) else { continue };
                    let weight = if own.is_some() { 4.0 } else { 1.0 };
                    let count = weight * if language == "en" { 2.5 } else { 1.0 };
                    for _ in 0..if targets.is_empty() { 0 } else { self.random.round(count) } {
                        let part = self.random.choose(part_names).trim_end_matches('-').to_owned();
                        let pattern = self.random.choose(patterns).clone();
                        self.add_complaint(language, &part, &pattern, targets);
                    }
                }
            }
        }
    }

    fn add_complaint(&mut self, language: &str, part: &str, pattern: &str, targets: &Targets) {
        let mut text = match pattern.contains("{part}") {
            true => pattern.replace("{part}", part),
            false if self.random.chance(0.5) => format!("{part} {pattern}"),
            false => format!("{pattern} {part}"),
        };
        if !is_unspaced(language) && self.random.chance(0.5) {
            text = self.filler.with_stop_word(&mut self.random, base(language), &text);
        }
        if self.random.chance(0.3) {
            text = self.filler.framed(&mut self.random, language, &text);
        }
        if self.random.chance(0.1) {
            text = self.damage.text(&mut self.random, &text, language == "en");
        }
        self.examples.add("complaint", targets.iter().copied(), &text);
        if self.random.chance(0.15)
            && let Some(latin) = self.romanization.text(&mut self.random, language, &text)
        {
            self.examples.add("complaint latin", targets.iter().copied(), &latin);
        }
    }

    fn add_medicines(&mut self) {
        let tables = self.tables;
        for (names, class, targets) in &tables.medicines {
            for name in names {
                for _ in 0..6 {
                    self.examples.add("medicine", targets.iter().copied(), name);
                }
                for _ in 0..3 {
                    let text = self.filler.framed(&mut self.random, "en", name);
                    self.examples.add("medicine framed", targets.iter().copied(), &text);
                }
                for _ in 0..14 {
                    let text = self.damage.text(&mut self.random, name, true);
                    self.examples.add("medicine damaged", targets.iter().copied(), &text);
                }
            }
            for _ in 0..2 {
                self.examples.add("medicine class", targets.iter().copied(), class);
            }
        }
    }

    /// The hospital's business, and what is about nothing: small talk, words of no subject, frames without one.
    fn add_other_phrases(&mut self) {
        let tables = self.tables;
        let none = tables.extra_class("none");
        for (class, language, phrases) in &tables.other_phrases {
            let target = tables.extra_class(class);
            for phrase in phrases {
                for _ in 0..25 {
                    let kind = self.random.share();
                    let text = match kind {
                        0.0..0.3 => self.filler.framed(&mut self.random, language, phrase),
                        0.3..0.5 => self.damage.text(&mut self.random, phrase, language == "en"),
                        0.5..0.6 => {
                            let count = 1 + self.random.below(4);
                            self.filler.among(&mut self.random, language, vec![phrase.clone()], count)
                        }
                        _ => phrase.clone(),
                    };
                    self.examples.add("other phrase", [target], &text);
                }
            }
        }
        for (language, words) in self.filler.plain_words() {
            for _ in 0..(words.len() * 3 / 2).min(40_000) {
                let count = *self.random.choose(&[1, 1, 2, 3, 4]);
                let mut chosen = self.random.sample_few(&words, count);
                for _ in 0..self.random.below(3) {
                    let place = self.random.below(chosen.len() + 1);
                    let word = self.filler.stop_word(&mut self.random, &language);
                    chosen.insert(place, word);
                }
                self.examples.add("plain words", [none], &chosen.join(" "));
            }
        }
        for (language, frames) in &tables.frames {
            for frame in frames {
                for _ in 0..4 {
                    let text = self.filler.empty_frame(&mut self.random, language, frame);
                    self.examples.add("empty frame", [none], &text);
                }
            }
        }
        for _ in 0..12_000 {
            let count = *self.random.choose(&[1, 1, 1, 2, 3]);
            let words: Vec<String> = (0..count).map(|_| meaningless_word(&mut self.random)).collect();
            self.examples.add("meaningless", [none], &words.join(" "));
        }
    }
}

/// A word without meaning: letters at random, of one row of a keyboard, or the same ones again.
fn meaningless_word(random: &mut Random) -> String {
    const ROWS: [&str; 5] =
        ["qwertyuiop", "asdfghjkl", "zxcvbnm", "bcdfghjklmnpqrstvwxz", "abcdefghijklmnopqrstuvwxyz"];
    let row: Vec<char> = random.choose(&ROWS).chars().collect();
    let length = 3 + random.below(9);
    let mut word = String::new();
    while word.len() < length {
        let letter = *random.choose(&row);
        let times = if random.chance(0.2) { 1 + random.below(5) } else { 1 };
        word.extend(std::iter::repeat_n(letter, times));
    }
    word
}
