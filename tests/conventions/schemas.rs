//! Names of schemas in the OpenAPI document: two types of the same name would silently become one schema.

use crate::sources::{files_below, root};
use regex::Regex;
use std::collections::BTreeMap;

#[test]
fn no_two_types_share_a_schema_name() {
    let described = Regex::new(
        r"(?s)#\[derive\([^)]*\bToSchema\b[^)]*\)\](?:\s*(?:#\[[^\n]*|//[^\n]*))*?\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum) (\w+)",
    )
    .unwrap();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files_below("src", &[".rs"]) {
        let text = std::fs::read_to_string(root().join(&file)).unwrap();
        for found in described.captures_iter(&text) {
            places.entry(found[1].to_owned()).or_default().push(file.display().to_string());
        }
    }
    assert!(places.len() > 100, "only {} types are described", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "one schema name for several types: {places:?}");
}
