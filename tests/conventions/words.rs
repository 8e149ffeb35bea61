//! Words that this code base does not use: a standard term or a plainer one says the same.

use crate::sources::{files_below, root};
use regex::Regex;

/// A pattern and what to write instead.
const WORDS: [(&str, &str); 14] = [
    (r"\bMOST_[A-Z]", "MAX_"),
    (r"(?i)\bfell over\b", "panicked, failed"),
    (r"(?i)\btold\b", "notified, message, shown, known"),
    (r"(?i)\b(not )?put together\b", "assembled, built"),
    (r"(?i)\bwritten down\b", "stored, documented"),
    (r"(?i)\bnames nobody\b", "has no subject"),
    (r"(?i)\bput back\b", "restored"),
    (r"(?i)\btake over their version\b", "use the saved version"),
    (r"(?i)\bthis has another shape\b", "does not have the expected form"),
    (r"(?i)\banswers how many\b", "returns how many"),
    (r"(?i)\b\w+` hears\b", "is called with"),
    (r"(?i)\bhouse rules?\b", "rules"),
    (r"(?i)\bsign of life\b", "heartbeat"),
    (r"(?i)\bbegun anew\b", "started again, rebuilt"),
];

#[test]
fn only_plain_terms_are_used() {
    let patterns: Vec<(Regex, &str)> =
        WORDS.iter().map(|(pattern, instead)| (Regex::new(pattern).unwrap(), *instead)).collect();
    let mut wrong = Vec::new();
    let mut files = vec![
        "README.md".into(),
        "ARCHITECTURE.md".into(),
        "CHANGELOG.md".into(),
        "Makefile".into(),
        "build.rs".into(),
    ];
    files.extend(files_below("src", &[".rs", ".sql"]));
    files.extend(files_below("ui", &[".ts", ".tsx", ".mjs", ".css"]));
    files.extend(files_below("docs", &[".md"]));
    files.extend(files_below("benches", &[".mjs", ".rs"]));
    files.extend(files_below("assets", &[".example", ".1", ".service"]));
    // The glossary lists words that are not used.
    files.retain(|file| !file.ends_with("docs/glossary.md"));
    for file in files {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        for (number, line) in text.lines().enumerate() {
            for (pattern, instead) in &patterns {
                if let Some(word) = pattern.find(line) {
                    wrong.push(format!("{}:{}: '{}': {instead}", file.display(), number + 1, word.as_str()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
