//! The built-in thesaurus: merged from its sources, validated, compiled. `make terms` writes it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod checks;
mod sources;

use handout::search::{compile_descriptions, compile_thesaurus};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_compiled_thesaurus_is_made_from_its_sources() {
    let table = sources::merged();
    let bytes = compile_thesaurus(&table).unwrap();
    let lists = sources::descriptions();
    let descriptions = compile_descriptions(&table, &lists).unwrap();
    let descriptions_file = root().join("assets/terms/descriptions.bin");
    let file = root().join("assets/terms/thesaurus.bin");
    if std::env::var_os("HANDOUT_WRITE_TERMS").is_some() {
        let labels: usize = table.concepts.iter().map(|concept| concept.terms.len()).sum();
        println!(
            "{}: {} concepts, {labels} labels, {} bytes",
            file.display(),
            table.concepts.len(),
            bytes.len()
        );
        println!("{}: {} lines, {} bytes", descriptions_file.display(), lists.len(), descriptions.len());
        std::fs::write(file, bytes).unwrap();
        std::fs::write(descriptions_file, descriptions).unwrap();
        return;
    }
    assert!(std::fs::read(file).unwrap() == bytes, "the sources of the thesaurus changed; run 'make terms'");
    let is_current = std::fs::read(descriptions_file).unwrap() == descriptions;
    assert!(is_current, "the words of descriptions changed; run 'make terms'");
}

/// The tables that the query model is trained on; others stand beside them.
const MODEL_TABLES: [&str; 4] =
    ["assets/terms", "tools/terms", "tools/terms/descriptions", "tools/query-model"];
const OTHER_TABLES: [&str; 4] = ["cvx.tsv", "icd9cm.tsv", "concept-codes.tsv", "shared-labels.tsv"];

#[test]
fn the_query_model_is_trained_on_its_tables() {
    let hashes = std::fs::read_to_string(root().join("assets/terms/query-model.sha256")).unwrap();
    let known: BTreeMap<&str, &str> =
        hashes.lines().filter_map(|line| line.split_once("  ")).map(|(hash, file)| (file, hash)).collect();
    for (file, hash) in &known {
        let bytes = std::fs::read(root().join(file)).unwrap_or_default();
        let digest = ring::digest::digest(&ring::digest::SHA256, &bytes);
        let current: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(&current, hash, "{file} changed; run 'make query-model'");
    }
    for folder in MODEL_TABLES {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_table = name.ends_with(".tsv") && !OTHER_TABLES.contains(&name.as_str());
            let file = format!("{folder}/{name}");
            assert!(!is_table || known.contains_key(file.as_str()), "{file} is new; run 'make query-model'");
        }
    }
}
