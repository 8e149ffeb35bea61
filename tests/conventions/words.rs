//! Words that this code base does not use: the 'not' columns of `docs/glossary.md`.

use crate::sources::{files_below, root};
use regex::Regex;
use std::path::{Path, PathBuf};

/// Where an entry is allowed, and why: the beginning of a path, the entry, the reason.
const EXCEPTIONS: [(&str, &str, &str); 12] = [
    ("docs/glossary.md", "", "it lists the words"),
    ("tests/conventions", "", "it names the words"),
    ("src/store/migrations", "", "released migrations never change"),
    ("tests/it", "fault", "a fault is injected by a test, and `faults` is a member of the JSON interface"),
    ("src/model/thesaurus.rs", "fault", "`faults` is a member of the JSON interface"),
    ("ui/src/api", "fault", "`faults` is a member of the JSON interface"),
    ("ui/messages", "fault", "a person in danger reads 'It is not your fault.'"),
    ("ui/src/session", "reader language", "the key under which browsers have stored the choice"),
    ("ui", "order list", "the specification and the screens call the cart so"),
    ("docs/growing.md", "fault", "a fault is injected by a test"),
    ("Makefile", "fault", "a fault is injected by a test"),
    ("src/domain/import_export/tables/headers.rs", "sku", "tables of hospitals have such a header"),
];

/// What is not used.
enum Unused {
    /// A word or phrase, in text or in a name.
    Phrase(String, Regex),
    /// A pattern for names that code defines.
    Name(String, Regex),
}

/// The entries of the 'not' columns, without those that are wrong in one sense only.
fn unused() -> Vec<Unused> {
    let glossary = std::fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let cells = glossary.lines().filter(|line| line.starts_with("| ") && !line.ends_with("| not |"));
    let entries = cells.filter_map(|line| line.trim_end_matches('|').rsplit_once("| "));
    entries
        .flat_map(|(_, cell)| cell.split(", "))
        .map(str::trim)
        .filter(|entry| !entry.is_empty() && !entry.contains('('))
        .map(|entry| match entry.strip_prefix('`') {
            Some(name) => {
                let name = regex::escape(name.trim_end_matches('`')).replace(r"\*", r"\w*");
                let defined =
                    format!(r"\b(?:fn|function|const|static|struct|class|enum|trait|interface|type|mod) ({name})\b *[(<:={{;]");
                Unused::Name(entry.to_owned(), Regex::new(&defined).unwrap())
            }
            None => {
                let phrase = regex::escape(&plain(entry));
                Unused::Phrase(entry.to_owned(), Regex::new(&format!(r"\b{phrase}s?\b")).unwrap())
            }
        })
        .collect()
}

/// A text or name as words: `LinkWatch`, `link_watch` and `Link-watch` are `link watch`.
fn plain(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 8);
    let mut after_small = false;
    for c in text.chars() {
        if after_small && c.is_uppercase() {
            words.push(' ');
        }
        after_small = c.is_lowercase() || c.is_ascii_digit();
        words.extend(if matches!(c, '_' | '-') { ' ' } else { c }.to_lowercase());
    }
    words
}

/// What a text or path has that is not used.
fn found<'u>(text: &str, unused: &'u [Unused]) -> Vec<&'u str> {
    let words = plain(text);
    unused
        .iter()
        .filter_map(|unused| match unused {
            Unused::Phrase(entry, pattern) => pattern.is_match(&words).then_some(entry.as_str()),
            Unused::Name(entry, pattern) => pattern.is_match(text).then_some(entry.as_str()),
        })
        .collect()
}

fn is_exception(file: &Path, entry: &str) -> bool {
    EXCEPTIONS.iter().any(|(path, word, _)| file.starts_with(path) && (word.is_empty() || *word == entry))
}

/// Every text file of ours that is searched.
fn texts() -> Vec<PathBuf> {
    let endings = [
        ".rs", ".sql", ".md", ".ts", ".tsx", ".mjs", ".css", ".json", ".toml", ".example", ".service", ".sh",
        ".1",
    ];
    let folders = ["src", "tests", "benches", "fuzz", "examples", "tools", "docs", "ui", "assets"];
    let mut texts: Vec<PathBuf> = folders.iter().flat_map(|folder| files_below(folder, &endings)).collect();
    texts.extend(
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "Makefile", "Cargo.toml", "build.rs"]
            .map(PathBuf::from),
    );
    texts.retain(|file| !is_exception(file, ""));
    texts
}

#[test]
fn only_words_of_the_glossary_are_used() {
    let unused = unused();
    assert!(unused.len() > 60, "only {} entries were read from the glossary", unused.len());
    let mut wrong = Vec::new();
    for file in texts() {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        let path = file.display().to_string();
        let lines = std::iter::once((0, path.as_str())).chain((1..).zip(text.lines()));
        for (number, line) in lines {
            for entry in found(line, &unused).into_iter().filter(|entry| !is_exception(&file, entry)) {
                wrong.push(format!("{path}:{number}: '{entry}'"));
            }
        }
    }
    assert!(wrong.is_empty(), "docs/glossary.md says what to write instead:\n{}", wrong.join("\n"));
}

#[test]
fn exceptions_are_few_and_needed() {
    assert!(EXCEPTIONS.len() <= 30);
    let unused = unused();
    for (path, word, reason) in EXCEPTIONS.iter().filter(|(_, word, _)| !word.is_empty()) {
        assert!(!reason.is_empty());
        let mut files = texts().into_iter().filter(|file| file.starts_with(path));
        let is_needed = |file: &PathBuf| {
            let text = std::fs::read_to_string(root().join(file)).unwrap();
            found(&text, &unused).contains(word)
        };
        assert!(files.any(|file| is_needed(&file)), "nothing below {path} has '{word}' any more");
    }
}

#[test]
fn words_are_found_in_names_and_texts() {
    let unused = unused();
    let check = |text: &str, entries: &[&str]| assert_eq!(found(text, &unused), entries, "{text}");
    check("struct LinkWatch;", &["link watch"]);
    check("let last_fault = 1; // by default", &["fault"]);
    check("const STOPS_WITHIN: Duration", &["`*_WITHIN`"]);
    check("pub fn of_name(name: &str)", &["`of_*`"]);
    check("The index is built anew.", &["anew"]);
    check("export function shownBuckets(", &["`*Bucket*`"]);
    check("fn tick_row(&self)", &["`tick_*`"]);
    check("let slug = title;", &["slug"]);
    check("const SHUTDOWN_TIMEOUT: Duration", &[]);
}
