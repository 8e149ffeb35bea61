//! Limits for the size of files, functions and folders.

use crate::sources::{files_below, is_test_file, root};
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const MAX_FILES: usize = 40;
const MAX_LINES: usize = 600;
const MAX_FUNCTION_LINES: usize = 60;

/// Every Rust file of the repository.
fn rust_files() -> Vec<PathBuf> {
    ["src", "tests", "benches", "fuzz", "examples"]
        .iter()
        .flat_map(|folder| files_below(folder, &[".rs"]))
        .chain([PathBuf::from("build.rs")])
        .collect()
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

#[test]
fn folders_hold_few_files() {
    let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for file in ["src", "tests"].iter().flat_map(|folder| files_below(folder, &[""])) {
        *folders.entry(file.parent().unwrap().to_owned()).or_default() += 1;
    }
    // Released migrations stay in one folder, ordered by number.
    folders.remove(Path::new("src/store/migrations"));
    folders.retain(|_, files| *files > MAX_FILES);
    assert!(folders.is_empty(), "more than {MAX_FILES} files: {folders:?}");
}

#[test]
fn files_are_short() {
    let long: Vec<String> = rust_files()
        .into_iter()
        .map(|file| (text(&file).lines().count(), file))
        .filter(|(lines, _)| *lines > MAX_LINES)
        .map(|(lines, file)| format!("{}: {lines}", file.display()))
        .collect();
    assert!(long.is_empty(), "more than {MAX_LINES} lines:\n{}", long.join("\n"));
}

/// Every function of a formatted file that is longer than allowed. A function ends at the closing brace that is
/// indented like its `fn`. Tests are exempt: each is one scenario or one table, read from top to bottom.
fn long_functions(text: &str) -> Vec<(String, usize)> {
    let begin = Regex::new(r"^( *)(?:pub(?:\([^)]*\))? )?(?:(?:const|async) )*fn (\w+)").unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let Some(found) = begin.captures(line) else { continue };
        let is_test = first > 0 && lines[..first].iter().rev().take(3).any(|line| line.contains("test]"));
        let end = format!("{}}}", &found[1]);
        let ends_at_once = line.ends_with('}') || line.ends_with(';');
        let length = lines[first..].iter().position(|line| *line == end).map_or(0, |last| last + 1);
        if !is_test && !ends_at_once && length > MAX_FUNCTION_LINES {
            long.push((found[2].to_owned(), length));
        }
    }
    long
}

#[test]
fn functions_are_short() {
    let long: Vec<String> = rust_files()
        .into_iter()
        .filter(|file| !is_test_file(file) && !file.starts_with("tests"))
        .flat_map(|file| {
            let found = long_functions(&text(&file));
            found.into_iter().map(move |(name, lines)| format!("{}: {name}, {lines}", file.display()))
        })
        .collect();
    assert!(long.is_empty(), "more than {MAX_FUNCTION_LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn long_functions_are_found() {
    let body = "    work();\n".repeat(MAX_FUNCTION_LINES);
    assert_eq!(
        long_functions(&format!("fn short() {{\n}}\n\nfn long() {{\n{body}}}\n")),
        [("long".into(), 62)]
    );
    assert_eq!(long_functions(&format!("#[test]\nfn long() {{\n{body}}}\n")), []);
}
