//! A category is one row of a table: no other file enumerates the categories.

use crate::sources::{files_below, root};
use regex::Regex;

/// A file that names more would be a second table to update for a new category.
const MAX_NAMED: usize = 4;

#[test]
fn categories_are_listed_in_the_model_alone() {
    let name = Regex::new(r"Category::([A-Z][A-Za-z]+)").unwrap();
    let mut lists = Vec::new();
    for file in files_below("src", &[".rs"]) {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let mut named: Vec<&str> =
            name.captures_iter(text).filter_map(|found| found.get(1)).map(|m| m.as_str()).collect();
        named.retain(|name| *name != "ALL");
        named.sort_unstable();
        named.dedup();
        if named.len() > MAX_NAMED && !file.ends_with("tests.rs") && !file.ends_with("properties.rs") {
            lists.push(file.display().to_string());
        }
    }
    // The table of categories, and their order in the JSON of a citation.
    let expected = ["src/model/citations/category_fields.rs", "src/model/citations/citation_fields.rs"];
    lists.sort();
    assert_eq!(lists, expected);
}
