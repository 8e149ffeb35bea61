//! Checks of the merged thesaurus.

use crate::sources::{is_short, lines};
use handout::model::thesaurus::TermTable;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Labels of one language that two concepts share, by the sorted pair of concepts.
type Shared<'a> = BTreeMap<(&'a str, &'a str), BTreeSet<String>>;

fn shared_labels(table: &TermTable) -> Shared<'_> {
    let mut concepts: BTreeMap<(&str, String), BTreeSet<&str>> = BTreeMap::new();
    for concept in &table.concepts {
        for term in &concept.terms {
            concepts.entry((&term.lang, term.text.to_lowercase())).or_default().insert(&concept.name);
        }
    }
    let mut shared = Shared::new();
    for ((lang, text), names) in &concepts {
        for first in names {
            for second in
                names.range::<str, _>((std::ops::Bound::Excluded(*first), std::ops::Bound::Unbounded))
            {
                shared.entry((first, second)).or_default().insert(format!("{lang}:{text}"));
            }
        }
    }
    shared
}

/// Every pair of concepts that shares labels was reviewed.
#[test]
fn labels_of_two_concepts_are_reviewed() {
    let table = crate::sources::merged();
    let decided: BTreeSet<String> = lines("shared-labels.tsv").into_iter().collect();
    let mut missing = String::new();
    for ((first, second), labels) in shared_labels(&table) {
        if !decided.contains(&format!("{first}\t{second}")) {
            let labels: Vec<&str> = labels.iter().map(String::as_str).take(5).collect();
            let _ = writeln!(missing, "{first}\t{second}\t# {}", labels.join(", "));
        }
    }
    assert!(missing.is_empty(), "not in shared-labels.tsv:\n{missing}");
}

/// A label is a single text, and a short one matches only a whole query.
#[test]
fn labels_have_a_valid_form() {
    let table = crate::sources::merged();
    let mut wrong = Vec::new();
    for concept in &table.concepts {
        for term in &concept.terms {
            if (is_short(&term.text) && !term.whole_query) || term.text.contains(['\n', '\t', '|']) {
                wrong.push(format!("{} {}:{}", concept.name, term.lang, term.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Complaints and medicines refer to concepts by their names.
#[test]
fn complaints_and_medicines_refer_to_concepts() {
    let table = crate::sources::merged();
    let names: BTreeSet<&str> = table.concepts.iter().map(|concept| concept.name.as_str()).collect();
    let mut unknown = BTreeSet::new();
    for (file, kind) in [("tools/terms/complaints.tsv", "means\t"), ("assets/terms/medicines.tsv", "")] {
        let text = std::fs::read_to_string(crate::root().join(file)).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#') && line.starts_with(kind)) {
            let meant = line.split('\t').nth(3).unwrap_or_default();
            unknown.extend(
                meant.split('|').filter(|name| !names.contains(name)).map(|n| format!("{file}: {n}")),
            );
        }
    }
    assert!(unknown.is_empty(), "no such concepts: {unknown:?}");
}
