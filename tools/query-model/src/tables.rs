//! Reads the tables of the thesaurus: concepts and labels, descriptions, complaints, frames, medicines, ordinary words.

use crate::search::words;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::Path;

/// Numbers of classes, each once.
pub type Targets = Vec<u16>;
/// What is about the hospital itself, or about nothing, is a class of its own, after the concepts.
pub const EXTRA_CLASSES: [&str; 2] = ["hospital", "none"];

/// A label in a language.
pub type Label = (String, String);

#[derive(Default)]
pub struct Tables {
    /// The names of the concepts, in the order of their classes.
    pub concepts: Vec<String>,
    numbers: HashMap<String, u16>,
    pub labels: BTreeMap<Label, BTreeSet<u16>>,
    /// The labels that count only as the whole query.
    pub whole_queries: BTreeSet<Label>,
    english: HashMap<String, Targets>,
    /// Language, concept, words.
    pub descriptions: Vec<(String, u16, Vec<String>)>,
    pub frames: BTreeMap<String, Vec<String>>,
    pub stop_words: BTreeMap<String, Vec<String>>,
    pub light_words: BTreeMap<String, Vec<String>>,
    /// By language, then by the name of the body part or complaint.
    pub parts: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    pub complaints: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// By body part and complaint.
    pub complaint_targets: HashMap<(String, String), Targets>,
    /// The names of each medicine, its class, and its targets.
    pub medicines: Vec<(Vec<String>, String, Targets)>,
    /// By language.
    pub ordinary_words: BTreeMap<String, Vec<String>>,
    /// The columns of phrases.tsv: class, language, phrases.
    pub other_phrases: Vec<(String, String, Vec<String>)>,
}

impl Tables {
    pub fn read(root: &Path) -> io::Result<Tables> {
        let mut tables = Tables::default();
        tables.read_labels(root)?;
        tables.read_descriptions(root)?;
        tables.read_complaints(root)?;
        for row in rows(&root.join("assets/terms/frames.tsv"))? {
            match row.as_slice() {
                [kind, language, words] if kind == "stop" => {
                    tables.stop_words.insert(language.clone(), split(words, '|'));
                }
                [kind, language, words] if kind == "light" => {
                    tables.light_words.insert(language.clone(), split(words, '|'));
                }
                [language, frame] => tables.frames.entry(language.clone()).or_default().push(frame.clone()),
                _ => {}
            }
        }
        for row in rows(&root.join("assets/terms/medicines.tsv"))? {
            let [generic, brands, class, purposes] = row.as_slice() else { continue };
            let mut names = vec![generic.clone()];
            names.extend(split(brands, '|'));
            let targets = split(purposes, '|').into_iter().take(4).filter_map(|name| tables.find(&name).first().copied());
            let targets: BTreeSet<u16> = targets.collect();
            if !targets.is_empty() {
                tables.medicines.push((names, class.clone(), targets.into_iter().collect()));
            }
        }
        for row in rows(&root.join("tools/query-model/phrases.tsv"))? {
            let [class, language, phrases] = row.as_slice() else { continue };
            tables.other_phrases.push((class.clone(), language.clone(), split(phrases, '|')));
        }
        let text = std::fs::read_to_string(root.join("assets/ordinary-words/words.txt"))?;
        for line in text.lines() {
            let mut columns = line.split(' ');
            let Some(word) = columns.next() else { continue };
            for language in columns {
                tables.ordinary_words.entry(language.to_owned()).or_default().push(word.to_owned());
            }
        }
        Ok(tables)
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.concepts.len() + EXTRA_CLASSES.len()
    }

    /// The class of hospital business or of nothing.
    pub fn extra_class(&self, name: &str) -> u16 {
        let place = EXTRA_CLASSES.iter().position(|class| *class == name).unwrap_or(EXTRA_CLASSES.len() - 1);
        (self.concepts.len() + place) as u16
    }

    /// The concepts of a name or an English label, whatever its case.
    pub fn find(&self, name: &str) -> Targets {
        let name = name.to_lowercase();
        match self.numbers.get(&name) {
            Some(number) => vec![*number],
            None => self.english.get(&name).cloned().unwrap_or_default(),
        }
    }

    fn read_labels(&mut self, root: &Path) -> io::Result<()> {
        let (mut dropped, mut whole) = (BTreeSet::new(), BTreeSet::new());
        for row in rows(&root.join("tools/terms/decisions.tsv"))? {
            let [decision, concept, language, label, ..] = row.as_slice() else { continue };
            let set = if decision == "drop" { &mut dropped } else { &mut whole };
            set.insert((concept.clone(), language.clone(), label.clone()));
        }
        for file in ["own-terms", "additions"] {
            for row in rows(&root.join(format!("tools/terms/{file}.tsv")))? {
                let [_, name, columns @ ..] = row.as_slice() else { continue };
                let number = match self.concepts.iter().position(|known| known == name) {
                    Some(place) => place as u16,
                    None => {
                        self.concepts.push(name.clone());
                        (self.concepts.len() - 1) as u16
                    }
                };
                self.numbers.entry(name.to_lowercase()).or_insert(number);
                self.labels.entry(("en".to_owned(), name.clone())).or_default().insert(number);
                for column in columns {
                    let Some((language, labels)) = column.split_once(':') else { continue };
                    for label in labels.split('|') {
                        let text = label.trim_end_matches('=');
                        let key = (name.clone(), language.to_owned(), text.to_owned());
                        if text.is_empty() || dropped.contains(&key) {
                            continue;
                        }
                        let own = (language.to_owned(), text.to_owned());
                        self.labels.entry(own.clone()).or_default().insert(number);
                        if label.ends_with('=') || is_short(text) || whole.contains(&key) {
                            self.whole_queries.insert(own);
                        }
                    }
                }
            }
        }
        for ((language, label), numbers) in &self.labels {
            if language == "en" {
                let known = self.english.entry(label.to_lowercase()).or_default();
                known.extend(numbers.iter().filter(|number| !known.contains(number)).copied().collect::<Vec<_>>());
            }
        }
        Ok(())
    }

    fn read_descriptions(&mut self, root: &Path) -> io::Result<()> {
        let mut files: Vec<_> = std::fs::read_dir(root.join("tools/terms/descriptions"))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.sort();
        for file in files {
            let language = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for row in rows(&file)? {
                let [name, words, ..] = row.as_slice() else { continue };
                if let Some(number) = self.numbers.get(&name.to_lowercase()) {
                    self.descriptions.push((language.clone(), *number, split(words, ' ')));
                }
            }
        }
        Ok(())
    }

    fn read_complaints(&mut self, root: &Path) -> io::Result<()> {
        for row in rows(&root.join("tools/terms/complaints.tsv"))? {
            let [kind, name, key, list] = row.as_slice() else { continue };
            let list = split(list, '|');
            match kind.as_str() {
                "means" => {
                    let found = list.iter().take(2).filter_map(|name| self.find(name).first().copied());
                    let targets: BTreeSet<u16> = found.collect();
                    self.complaint_targets
                        .insert((name.clone(), key.clone()), targets.into_iter().collect());
                }
                "part" => {
                    self.parts.entry(key.clone()).or_default().insert(name.clone(), list);
                }
                _ => {
                    self.complaints.entry(key.clone()).or_default().insert(name.clone(), list);
                }
            }
        }
        Ok(())
    }

    /// The folded words that name or describe a concept in a language.
    pub fn topical_words(&self) -> HashMap<&str, BTreeSet<String>> {
        let mut topical: HashMap<&str, BTreeSet<String>> = HashMap::new();
        for (language, label) in self.labels.keys() {
            topical.entry(language).or_default().extend(words(label).into_iter().map(|word| word.folded));
        }
        for (language, _, list) in &self.descriptions {
            let folded = list.iter().flat_map(|text| words(text)).map(|word| word.folded);
            topical.entry(language).or_default().extend(folded);
        }
        topical
    }
}

/// Returns whether a label has so few letters that it means other things inside a longer query.
fn is_short(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() < 3 && text.chars().all(|c| c < '\u{530}')
}

/// The rows of a table, without comments.
fn rows(file: &Path) -> io::Result<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| split_all(line, '\t')).collect())
}

fn split_all(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::to_owned).collect()
}

/// The parts of a text that are not empty.
fn split(text: &str, separator: char) -> Vec<String> {
    text.split(separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
