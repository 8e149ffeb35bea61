//! The sources of the built-in thesaurus, in `tools/terms`: the table, additions to it, decisions on labels, codes.

use crate::root;
use handout::model::thesaurus::{Concept, Term, TermTable, icd10cm_categories, rxnorm_ingredients};
use handout::search::Description;
use std::collections::{HashMap, HashSet};

/// The thesaurus merged from its sources.
pub fn merged() -> TermTable {
    let mut table = read_table("own-terms.tsv");
    let mut numbers: HashMap<String, usize> =
        table.concepts.iter().enumerate().map(|(n, concept)| (concept.name.clone(), n)).collect();
    for concept in read_table("additions.tsv").concepts {
        match numbers.get(&concept.name) {
            Some(number) => {
                let known = &mut table.concepts[*number];
                assert_eq!(known.kind, concept.kind, "additions.tsv: {}", concept.name);
                known.terms.extend(concept.terms);
            }
            None => {
                numbers.insert(concept.name.clone(), table.concepts.len());
                table.concepts.push(concept);
            }
        }
    }
    for line in lines("decisions.tsv") {
        let columns: Vec<&str> = line.split('\t').collect();
        let [decision, name, lang, text, _reason] = columns[..] else { panic!("decisions.tsv: {line}") };
        let number = *numbers.get(name).unwrap_or_else(|| panic!("decisions.tsv: no concept '{name}'"));
        decide(&mut table.concepts[number].terms, decision, lang, text);
    }
    for line in lines("concept-codes.tsv") {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (name, icd10cm, rxnorm) = (next(), next(), next());
        let number = *numbers.get(name).unwrap_or_else(|| panic!("concept-codes.tsv: no concept '{name}'"));
        let concept = &mut table.concepts[number];
        let wrong = |error: String| panic!("concept-codes.tsv: {name}: {error}");
        concept.icd10cm = icd10cm_categories(icd10cm).unwrap_or_else(wrong);
        concept.rxnorm = rxnorm_ingredients(rxnorm).unwrap_or_else(wrong);
    }
    add_medicines(&mut table);
    for concept in &mut table.concepts {
        let mut seen = HashSet::new();
        concept.terms.retain(|term| seen.insert((term.lang.clone(), term.text.to_lowercase())));
        concept.terms.iter_mut().for_each(|term| term.whole_query |= is_short(&term.text));
    }
    table
}

/// Makes the names of each medicine labels of one concept: of the concept with one of them as its name, else of a new one.
fn add_medicines(table: &mut TermTable) {
    let file = include_str!("../../assets/terms/medicines.tsv");
    let mut new = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [generic, brands, _class, _purposes] = columns[..] else { panic!("medicines.tsv: {line}") };
        let names = || std::iter::once(generic).chain(brands.split('|')).filter(|name| !name.is_empty());
        let term = |name: &str| Term { lang: "en".into(), text: name.into(), whole_query: false };
        let is_name = |concept: &Concept, name: &str| name.to_lowercase() == concept.name.to_lowercase();
        let is_meant = |concept: &Concept| {
            is_name(concept, generic)
                || concept.kind == "medicine" && names().any(|name| is_name(concept, name))
        };
        match table.concepts.iter_mut().find(|concept| is_meant(concept)) {
            Some(known) => known.terms.extend(names().map(term)),
            None => new.push(Concept {
                kind: "medicine".into(),
                name: generic.into(),
                terms: names().map(term).collect(),
                icd10cm: String::new(),
                rxnorm: String::new(),
            }),
        }
    }
    table.concepts.extend(new);
}

/// Returns whether a label has so few letters that it means other things inside a longer query.
pub fn is_short(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let fewest = match letters.last() {
        Some('\u{3040}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') => 2,
        Some('\0'..='\u{24F}' | '\u{400}'..='\u{52F}') => 3,
        _ => 1,
    };
    letters.len() < fewest
}

/// Applies a decision on a label: `drop` it, or let it count only as the `whole` query.
fn decide(terms: &mut Vec<Term>, decision: &str, lang: &str, text: &str) {
    let is_meant = |term: &Term| term.lang == lang && term.text.to_lowercase() == text.to_lowercase();
    assert!(terms.iter().any(is_meant), "decisions.tsv: there is no label {lang} '{text}'");
    match decision {
        "drop" => terms.retain(|term| !is_meant(term)),
        "whole" => terms.iter_mut().filter(|term| is_meant(term)).for_each(|term| term.whole_query = true),
        _ => panic!("decisions.tsv: '{decision}' is neither 'drop' nor 'whole'"),
    }
}

fn read_table(name: &str) -> TermTable {
    TermTable::parse(&read(name)).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The lines of a file that are not comments.
pub fn lines(name: &str) -> Vec<String> {
    read(name)
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

fn read(name: &str) -> String {
    let file = root().join("tools/terms").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|cause| panic!("{}: {cause}", file.display()))
}

/// The words that describe concepts; each file is named after its language.
pub fn descriptions() -> Vec<Description> {
    let folder = root().join("tools/terms/descriptions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let lang = file.file_stem().unwrap().to_str().unwrap().to_owned();
        for line in lines(&format!("descriptions/{lang}.tsv")) {
            let (concept, words) = line.split_once('\t').unwrap_or_else(|| panic!("{lang}.tsv: {line}"));
            let (concept, words) = (concept.to_owned(), words.to_owned());
            all.push(Description { lang: lang.clone(), concept, words });
        }
    }
    all
}
