//! The pages for assessors name only tests and targets that exist, and answer every question once. `documents` checks
//! their paths.

use crate::sources::{files_below, root};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

fn read(file: &PathBuf) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

/// The pages in docs/assurance and those that they refer to.
fn pages() -> Vec<PathBuf> {
    let mut pages = files_below("docs/assurance", &[".md"]);
    pages.extend(["docs/security.md", "docs/privacy.md"].map(PathBuf::from));
    pages
}

/// The names of all Rust tests.
fn rust_tests() -> BTreeSet<String> {
    let test = Regex::new(r"#\[(?:[a-z_]+::)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:async )?fn ([a-z0-9_]+)")
        .unwrap();
    let files = ["src", "tests"].into_iter().flat_map(|folder| files_below(folder, &[".rs"]));
    files
        .flat_map(|file| {
            test.captures_iter(&read(&file)).map(|found| found[1].to_owned()).collect::<Vec<_>>()
        })
        .collect()
}

/// The test files of the screens, by file name.
fn screen_tests() -> BTreeMap<String, String> {
    let endings = [".spec.ts", ".test.ts", ".test.tsx"];
    let files = ["ui/e2e", "ui/src"].into_iter().flat_map(|folder| files_below(folder, &endings));
    files.map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), read(&file))).collect()
}

/// What is wrong with a text in backticks that has the form of a test name or a make target.
fn check(
    quoted: &str,
    rust: &BTreeSet<String>,
    screens: &BTreeMap<String, String>,
    makefile: &str,
) -> Option<String> {
    let name = Regex::new(r"^[a-z0-9]+(_[a-z0-9]+){2,}$").unwrap();
    let screen = Regex::new(r"^([A-Za-z]+\.(?:spec|test)\.tsx?)(?:: (.+))?$").unwrap();
    if name.is_match(quoted) && !rust.contains(quoted) {
        return Some(format!("no test {quoted}"));
    }
    if let Some(target) = quoted.strip_prefix("make ")
        && !makefile.lines().any(|line| line.starts_with(&format!("{target}:")))
    {
        return Some(format!("no target {target}"));
    }
    let found = screen.captures(quoted)?;
    let Some(text) = screens.get(&found[1]) else {
        return Some(format!("no file {}", &found[1]));
    };
    let title = found.get(2)?.as_str();
    let is_there = ["'", "\"", "`"].iter().any(|quote| text.contains(&format!("{quote}{title}{quote}")));
    (!is_there).then(|| format!("no test '{title}' in {}", &found[1]))
}

#[test]
fn every_test_and_target_named_for_assessors_exists() {
    let (rust, screens) = (rust_tests(), screen_tests());
    let makefile = read(&"Makefile".into());
    let quoted = Regex::new(r"`([^`\n]+)`").unwrap();
    let mut wrong = Vec::new();
    let mut tests = 0;
    for page in pages() {
        for found in quoted.captures_iter(&read(&page)) {
            tests += usize::from(rust.contains(&found[1]));
            let error = check(&found[1], &rust, &screens, &makefile);
            wrong.extend(error.map(|error| format!("{}: {error}", page.display())));
        }
    }
    assert!(tests > 100, "only {tests} tests are named");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(check("a_test_that_is_none", &rust, &screens, &makefile).is_some());
    assert!(check("keyboard.spec.ts: nobody does anything", &rust, &screens, &makefile).is_some());
    assert!(check("none.spec.ts", &rust, &screens, &makefile).is_some());
    assert!(check("make nothing", &rust, &screens, &makefile).is_some());
}

/// The first cells of all table rows on a page that match `form`.
fn first_cells(page: &str, form: &str) -> Vec<String> {
    let form = Regex::new(&format!(r"(?m)^\| ({form}) \|")).unwrap();
    form.captures_iter(&read(&page.into())).map(|found| found[1].to_owned()).collect()
}

#[test]
fn every_question_and_requirement_is_answered_once() {
    let mut questions = Vec::new();
    for cell in first_cells("docs/assurance/hecvat.md", r"[A-Z]{4}-\d\d(?: to [A-Z]{4}-\d\d)?") {
        let number = |id: &str| id[5..].parse::<u32>().unwrap();
        let (first, last) = cell.split_once(" to ").unwrap_or((&cell, &cell));
        assert_eq!(first[..4], last[..4], "{cell}");
        questions.extend((number(first)..=number(last)).map(|n| format!("{}-{n:02}", &first[..4])));
    }
    let requirements = first_cells("docs/assurance/asvs.md", r"\d+\.\d+\.\d+");
    let criteria = first_cells("docs/assurance/accessibility.md", r"[1-4]\.\d\.\d+ [^|]*");
    for (what, answered, expected) in [
        ("questions of HECVAT 4", questions, 332),
        ("requirements of ASVS 5.0.0", requirements, 253),
        ("criteria of WCAG 2.2", criteria, 55),
    ] {
        let distinct: BTreeSet<&String> = answered.iter().collect();
        assert_eq!((answered.len(), distinct.len()), (expected, expected), "{what}: rows and distinct rows");
    }
}
