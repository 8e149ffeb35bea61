//! Documents name files that exist.

use crate::sources::root;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

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
    let mut files = root_documents();
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

/// The documents at the root of the repository.
fn root_documents() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root())
        .unwrap()
        .map(|entry| PathBuf::from(entry.unwrap().file_name()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    files
}

/// Relative links of a document, each with the path that it leads to from the same root, and the fragment.
fn links(file: &Path) -> Vec<(String, PathBuf, Option<String>)> {
    let link = Regex::new(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)").unwrap();
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    link.captures_iter(&text)
        .map(|found| {
            let target = match &found[1] {
                "" => file.to_owned(),
                path => plain_path(&file.parent().unwrap().join(path)),
            };
            (found[0].to_owned(), target, found.get(2).map(|fragment| fragment.as_str().to_owned()))
        })
        .collect()
}

/// A path without `..`.
fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The fragments of a document's headings.
fn fragments(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings
        .map(|heading| {
            let kept = heading.to_lowercase();
            kept.chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

#[test]
fn every_link_between_documents_leads_to_a_file_and_a_heading() {
    let mut files = root_documents();
    files.extend(crate::sources::files_below("docs", &[".md"]));
    files.extend(crate::sources::files_below("tools", &["README.md"]));
    files.extend(crate::sources::files_below("assets", &["README.md"]));
    let mut wrong = Vec::new();
    let mut checked = 0;
    for file in files {
        for (link, target, fragment) in links(&file) {
            checked += 1;
            let leads_somewhere = match fragment {
                Some(fragment)
                    if target.extension().is_some_and(|e| e == "md") && root().join(&target).exists() =>
                {
                    fragments(&target).contains(&fragment)
                }
                _ => root().join(&target).exists(),
            };
            if !leads_somewhere {
                wrong.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(checked > 200, "only {checked} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the Debian package puts the files of the repository, by the list in Cargo.toml.
fn packaged() -> BTreeMap<PathBuf, PathBuf> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let entry = Regex::new(r#"(?m)^    \["([^"]+)", "([^"]+)", "\d+"\],$"#).unwrap();
    let mut packaged = BTreeMap::new();
    for found in entry.captures_iter(&manifest) {
        let (pattern, to) = (Path::new(&found[1]), &found[2]);
        let name = pattern.file_name().unwrap().to_str().unwrap();
        let sources: Vec<PathBuf> = match name.split_once('*') {
            Some((beginning, ending)) => {
                let folder = pattern.parent().unwrap();
                let mut all = crate::sources::files_below(folder.to_str().unwrap(), &[ending]);
                all.retain(|file| {
                    let name = file.file_name().unwrap().to_str().unwrap();
                    file.parent() == Some(folder) && name.starts_with(beginning)
                });
                all
            }
            None => vec![pattern.to_owned()],
        };
        for source in sources {
            let target =
                if to.ends_with('/') { Path::new(to).join(source.file_name().unwrap()) } else { to.into() };
            packaged.insert(source, target);
        }
    }
    packaged
}

#[test]
fn every_link_between_documents_of_the_package_leads_to_a_file_of_it() {
    let packaged = packaged();
    let targets: BTreeSet<&PathBuf> = packaged.values().collect();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (file, installed) in packaged.iter().filter(|(file, _)| file.extension().is_some_and(|e| e == "md")) {
        for (link, target, _) in links(file) {
            checked += 1;
            // From its place in the package: as far from its own folder as in the repository.
            let up = file.parent().unwrap().components().count();
            let package_root = installed.ancestors().nth(up + 1).unwrap();
            if !targets.contains(&plain_path(&package_root.join(&target))) {
                wrong.push(format!("{}: {link}", installed.display()));
            }
        }
    }
    assert!(checked > 150, "only {checked} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let documents = crate::sources::files_below("docs", &[".md"]);
    let left_out: Vec<_> = documents.iter().filter(|file| !packaged.contains_key(*file)).collect();
    assert!(left_out.is_empty(), "not in the package: {left_out:?}");
}

/// Units, settings and the manual name documents of the package.
#[test]
fn every_document_that_the_package_names_is_in_it() {
    let packaged = packaged();
    let targets: Vec<String> = packaged.values().map(|path| format!("/{}", path.display())).collect();
    let named = Regex::new(r"/usr/share/doc/handout/[A-Za-z0-9_./-]*\.(?:md|toml\.example|json)").unwrap();
    let mut checked = 0;
    for file in packaged.keys().filter(|file| file.exists()) {
        let Ok(text) = std::fs::read_to_string(root().join(file)) else { continue };
        for found in named.find_iter(&text) {
            checked += 1;
            assert!(targets.iter().any(|to| to == found.as_str()), "{}: {}", file.display(), found.as_str());
        }
    }
    assert!(checked >= 8, "only {checked} names were found");
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
