//! The built-in thesaurus: merged from its sources, validated, compiled. `make terms` writes it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod checks;
mod sources;

use handout::search::{compile_descriptions, compile_thesaurus};
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
