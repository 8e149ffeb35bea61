//! Documents name files that exist.

use crate::sources::root;
use regex::Regex;

/// Replaces `{a,b}` in a path by each of its alternatives.
fn alternatives(path: &str) -> Vec<String> {
    match (path.find('{'), path.find('}')) {
        (Some(open), Some(close)) if open < close && path[open..close].contains(',') => path[open + 1..close]
            .split(',')
            .flat_map(|part| alternatives(&format!("{}{part}{}", &path[..open], &path[close + 1..])))
            .collect(),
        _ => vec![path.to_owned()],
    }
}

/// Checks ARCHITECTURE and the documents for developers. Paths are relative to the repository or to one of the folders
/// listed here.
#[test]
fn every_path_in_a_document_exists() {
    let mut files = vec![std::path::PathBuf::from("ARCHITECTURE.md")];
    files.extend(crate::sources::files_below("docs", &[".md"]));
    files.retain(|file| !file.starts_with("docs/operations") && !file.ends_with("docs/glossary.md"));
    let quoted = Regex::new(r"`([A-Za-z_.][A-Za-z0-9_./{},-]*)`").unwrap();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for file in files {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        for found in quoted.captures_iter(&text) {
            let path = found[1].trim_end_matches('/');
            if !(path.contains('/') || path.ends_with(".rs") || path.ends_with(".md")) {
                continue;
            }
            for path in alternatives(path) {
                checked += 1;
                let places =
                    ["", "src", "ui/src", "src/search"].map(|folder| root().join(folder).join(&path));
                if !places.iter().any(|place| place.exists()) {
                    wrong.push(format!("{}: {path}", file.display()));
                }
            }
        }
    }
    assert!(checked > 100, "only {checked} paths were found");
    assert!(wrong.is_empty(), "documents name files that do not exist:\n{}", wrong.join("\n"));
}

/// The first-aid tables quote messages in backticks, with `…` for parts that vary: each part is in the sources.
#[test]
fn every_message_in_first_aid_is_in_the_sources() {
    let page = std::fs::read_to_string(root().join("docs/operations/first-aid.md")).unwrap();
    let continued = Regex::new(r"\\\n\s*").unwrap();
    let sources: String = crate::sources::files_below("src", &[".rs"])
        .into_iter()
        .map(|file| {
            continued.replace_all(&std::fs::read_to_string(root().join(file)).unwrap(), "").into_owned()
        })
        .collect();
    let message = Regex::new(r"`([^`]+)`").unwrap();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let symptom = row.split('|').nth(1).unwrap();
        for quoted in message.captures_iter(symptom).filter(|quoted| quoted[1].contains(' ')) {
            for part in quoted[1].split('…').map(str::trim).filter(|part| part.contains(' ')) {
                checked += 1;
                if !sources.contains(part) {
                    wrong.push(part.to_owned());
                }
            }
        }
    }
    assert!(checked > 15, "only {checked} messages were found");
    assert!(wrong.is_empty(), "first-aid.md quotes messages that are not in src: {}", wrong.join(" · "));
}

/// The number of sentences and of words in a document's prose, without headings, tables and code.
fn sentences(text: &str) -> (usize, usize) {
    let code = Regex::new(r"(?s)```.*?```").unwrap();
    let paragraph = Regex::new(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ").unwrap();
    let end = Regex::new(r"[.!?:]\s+").unwrap();
    let prose: Vec<&str> = text.lines().filter(|line| !line.starts_with(['|', '#', '<'])).collect();
    let prose = prose.join("\n");
    let prose = code.replace_all(&prose, "");
    let words: Vec<usize> = paragraph
        .split(&prose)
        .flat_map(|paragraph| end.split(paragraph))
        .map(|sentence| sentence.split_whitespace().count())
        .filter(|words| *words > 0)
        .collect();
    (words.len(), words.iter().sum())
}

#[test]
fn documents_have_short_sentences() {
    let mut files = vec!["README.md".into(), "ARCHITECTURE.md".into(), "CHANGELOG.md".into()];
    files.extend(crate::sources::files_below("docs", &[".md"]));
    for file in files {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        let (count, words) = sentences(&text);
        assert!(
            words <= 25 * count,
            "{}: {} words per sentence on average, 25 at most",
            file.display(),
            words / count
        );
    }
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let words = architecture.split_whitespace().count();
    assert!(words <= 1_000, "ARCHITECTURE.md has {words} words, 1,000 at most");
}

#[test]
fn every_link_between_documents_leads_to_a_file() {
    let link = Regex::new(r"\]\(([^)#:]+)(#[^)]*)?\)").unwrap();
    let mut wrong = Vec::new();
    let mut files = vec!["README.md".into(), "ARCHITECTURE.md".into(), "CHANGELOG.md".into()];
    files.extend(crate::sources::files_below("docs", &[".md"]));
    for file in files {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        for found in link.captures_iter(&text) {
            let place = root().join(file.parent().unwrap()).join(&found[1]);
            if !place.exists() {
                wrong.push(format!("{}: {}", file.display(), &found[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_dependency_has_a_comment_with_its_purpose() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut wrong = Vec::new();
    let mut inside = false;
    let mut commented = false;
    for line in text.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]" || line == "[dev-dependencies]";
        } else if inside && line.starts_with('#') {
            commented = true;
        } else if inside && line.contains('=') && !line.starts_with(' ') {
            if !commented {
                wrong.push(line.split('=').next().unwrap().trim().to_owned());
            }
            commented = false;
        }
    }
    assert!(wrong.is_empty(), "without a comment that says why they are there: {}", wrong.join(", "));
}

/// A command whose filter matches no test would succeed without doing anything.
#[test]
fn every_test_that_the_makefile_runs_by_name_exists() {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let filter = Regex::new(r"cargo test (?:--test \w+|--lib) (?:-- --nocapture )?([a-z_]+)").unwrap();
    let mut sources: Vec<std::path::PathBuf> = crate::sources::files_below("tests", &[".rs"]);
    sources.extend(crate::sources::files_below("src", &[".rs"]));
    let names = Regex::new(r"\b(?:fn|mod) ([a-z0-9_]+)").unwrap();
    let mut tests = Vec::new();
    for file in sources {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        tests.extend(names.captures_iter(&text).map(|found| found[1].to_owned()));
    }
    let filters: Vec<&str> =
        filter.captures_iter(&makefile).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(filters.len() >= 8, "only {filters:?} were found");
    for filter in filters {
        assert!(tests.iter().any(|test| test.contains(filter)), "no test matches {filter}");
    }
}
