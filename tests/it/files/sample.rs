//! The bundled sample catalogue matches its sources, and its sources are as complete as a careful hospital's.

use handout::domain::actor::Actor;
use handout::domain::import_export::catalogue_export::export;
use handout::domain::import_export::import::{Mode, import};
use handout::domain::import_export::import_file::{ImportFile, ImportLimits};
use handout::import_export::record::Format;
use handout::model::citations::draft::{Completeness, Dates, citation_from_json};
use handout::store::Store;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

const EXAMPLE: &[u8] = include_bytes!("../../../catalogue.db.example");

/// Every record of the sources, with its file and line.
fn sources() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut records = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            let at = format!("{}:{}", file.file_name().unwrap().to_string_lossy(), n + 1);
            records.push((at, serde_json::from_str(line).unwrap()));
        }
    }
    records
}

fn exported(store: &Store) -> Vec<String> {
    let mut text = Vec::new();
    export(store, &Actor::command("test"), &mut text).unwrap();
    let mut lines: Vec<String> = String::from_utf8(text).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn the_bundled_file_matches_its_sources() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = Store::open(&folder.path().join("fresh")).unwrap();
    let text: String = sources().iter().map(|(_, record)| format!("{record}\n")).collect();
    let limits = ImportLimits::UNBOUNDED;
    let file = ImportFile::copied(text.as_bytes(), folder.path(), Format::JsonLines, limits, None).unwrap();
    let actor = Actor::command("test");
    assert!(import(&fresh, &file, Mode::AllOrNothing, None, &actor, &mut |_| {}).unwrap().written);

    let bundled = folder.path().join("bundled");
    std::fs::create_dir(&bundled).unwrap();
    std::fs::write(bundled.join("catalogue.db"), EXAMPLE).unwrap();
    let bundled_store = Store::open(&bundled).unwrap();
    assert_eq!(exported(&bundled_store), exported(&fresh), "run `make sample`");
    let migrated = std::fs::read_dir(&bundled)
        .unwrap()
        .any(|entry| entry.unwrap().file_name().to_string_lossy().contains("before"));
    assert!(!migrated, "the bundled file has an older schema: run `make sample`");
}

#[test]
fn every_source_passes_the_form_with_valid_numbers_and_links() {
    let sources = sources();
    let ids: HashSet<&str> = sources.iter().map(|(_, record)| record["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), sources.len(), "an ID is used twice");
    assert!(sources.len() >= 150);
    let (mut numbers, mut addresses, mut languages) = (HashSet::new(), HashSet::new(), BTreeSet::new());
    for (at, record) in &sources {
        let citation = citation_from_json(record, Completeness::Form, Dates::Stored)
            .unwrap_or_else(|e| panic!("{at}: {e:?}"));
        if let Some(other) = &citation.replaced_by {
            assert!(ids.contains(other.as_str()), "{at}: replaced by {other}, which does not exist");
            assert!(citation.obsolete, "{at}: replaced but not obsolete");
        }
        for version in &citation.languages {
            languages.insert(version.lang.clone());
            assert!(
                citation.revision_dates.iter().any(|d| d.lang == version.lang),
                "{at}: no date for {}",
                version.lang
            );
            if let Some(number) = &version.item_number {
                assert!(numbers.insert(number.clone()), "{at}: {number} is used twice");
            }
            let url =
                version.url.as_deref().unwrap_or_else(|| panic!("{at}: no address for {}", version.lang));
            assert!(addresses.insert(url.to_owned()), "{at}: {url} is used twice");
            let host = url::Url::parse(url).unwrap().host_str().unwrap().to_owned();
            assert!(host.ends_with(".example.org"), "{at}: {host} may exist");
        }
    }
    assert!(languages.len() >= 13, "{languages:?}");
}
