//! The bundled sample catalogue matches its sources, and its sources are as complete as a careful hospital's.

use crate::support::{Start, sha256};
use handout::domain::actor::Actor;
use handout::domain::files::upload::Storing;
use handout::domain::import_export::catalogue_export::export;
use handout::domain::import_export::import::{Mode, import};
use handout::domain::import_export::import_file::ImportFile;
use handout::domain::import_export::import_file::ImportFiles;
use handout::files::FileStore;
use handout::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use handout::settings::Settings;
use handout::store::Store;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

const EXAMPLE: &[u8] = include_bytes!("../../../catalogue.db.example");

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample-files");

/// Every record of the sources, with its file and line.
fn sources() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
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
    let dir = folder.path().join("fresh");
    let fresh = Arc::new(Store::open(&dir).unwrap());
    let mut settings = Settings::default();
    settings.data.dir = dir.clone();
    let storing = Storing::new(fresh.clone(), FileStore::new(&settings.files, &dir).unwrap(), &settings);
    let mut files = ImportFiles::new(Path::new(FILES), storing, false).unwrap();
    let text: String = sources().iter().map(|(_, record)| format!("{record}\n")).collect();
    let path = folder.path().join("sources.jsonl");
    std::fs::write(&path, text).unwrap();
    let file = ImportFile::new(File::open(path).unwrap(), None).unwrap();
    let actor = Actor::command("test");
    let imported = import(&fresh, &file, Mode::AllOrNothing, Some(&mut files), &actor, &mut |_| {}).unwrap();
    assert!(imported.written, "{imported:?}");

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
            if version.file.is_some() {
                continue;
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

/// The bytes of files that the program may contain.
const MAX_FILE_BYTES: u64 = 1_500_000;

#[test]
fn every_file_of_the_sample_is_a_pdf_that_a_version_refers_to() {
    let folder = Path::new(FILES);
    let mut committed: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let (mut total, mut languages, mut versions) = (0, BTreeSet::new(), 0);
    for (at, record) in &sources() {
        for version in record["languages"].as_array().unwrap() {
            let Some(name) = version["file"]["path"].as_str() else { continue };
            let content = std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{at}: {name}: {e}"));
            assert!(content.starts_with(b"%PDF-"), "{name} is no PDF");
            assert_eq!(version["file"]["digest"], sha256(&content), "{at}: {name} has changed");
            assert!((1..=4).contains(&version["pages"].as_u64().unwrap()), "{at}: {name}");
            committed.remove(name);
            total += content.len() as u64;
            versions += 1;
            languages.insert(version["lang"].as_str().unwrap().to_owned());
        }
    }
    assert!(committed.is_empty(), "no version refers to {committed:?}");
    assert!(total <= MAX_FILE_BYTES, "{total} bytes");
    assert!(versions >= 30 && languages.len() >= 6, "{versions} versions in {languages:?}");
}

#[tokio::test]
async fn the_demo_serves_its_files_and_a_second_start_adds_none() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for _ in 0..2 {
        let server = Start::on(&data).with_args(&["--demo"]).run();
        let visitor = server.visitor();
        for (tag, name) in [("en", "fever-en.pdf"), ("ar", "fever-ar.pdf"), ("zh-Hans", "fever-zh-Hans.pdf")]
        {
            let file = visitor.request("GET", &format!("/file/s-fever/{tag}")).send().await.unwrap();
            assert_eq!(file.headers()["content-type"], "application/pdf", "{tag}");
            let committed = std::fs::read(Path::new(FILES).join(name)).unwrap();
            assert!(file.bytes().await.unwrap() == committed, "{tag}");
        }
        server.stop();
        let stored: usize = std::fs::read_dir(data.join("files"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|folder| !folder.ends_with("incoming") && folder.is_dir())
            .map(|folder| std::fs::read_dir(folder).unwrap().count())
            .sum();
        assert_eq!(stored, std::fs::read_dir(FILES).unwrap().count());
        assert_lived_in(&data);
    }
}

/// Expects packets, usage in every month of a year, problem reports, and orders in every state.
fn assert_lived_in(data: &Path) {
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM packets WHERE published = 1"), 4);
    assert!(count("SELECT count(DISTINCT month) FROM usage_citation_months") >= 12);
    assert!(count("SELECT count(DISTINCT citation) FROM usage_citation_months") > 100);
    assert_eq!(count("SELECT count(*) FROM reports"), 4);
    assert_eq!(count("SELECT count(*) FROM reports WHERE closed_at IS NOT NULL"), 1);
    assert_eq!(count("SELECT count(DISTINCT state) FROM orders"), 6);
}
