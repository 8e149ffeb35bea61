//! Index files that are missing, damaged or replaced.

use super::{ids, index, open, search, suggested, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::search::filter::Filter;
use crate::model::search::request::SearchRequest;
use crate::search::{Index, Rebuild, Thesaurus};

#[test]
fn an_index_that_is_missing_damaged_or_of_another_database_starts_empty() {
    let (dir, index) = index(&[titled("a", "One")]);
    drop(index);
    let applied = |instance: &str| open(dir.path(), instance).unwrap().applied();
    assert_eq!(applied("here"), 1);
    assert_eq!(applied("elsewhere"), 0);
    assert_eq!(applied("here"), 0);
    let index = open(dir.path(), "here").unwrap();
    index.apply([Ok(titled("a", "One"))].into_iter(), 7).unwrap();
    drop(index);
    let name = std::fs::read_to_string(dir.path().join("current")).unwrap();
    for file in std::fs::read_dir(dir.path().join(name)).unwrap().flatten() {
        if file.path().extension().is_some_and(|e| e == "store") {
            std::fs::write(file.path(), vec![7; 300]).unwrap();
        }
    }
    assert_eq!(applied("here"), 0);
    std::fs::write(dir.path().join("current"), "v1-nowhere").unwrap();
    assert_eq!(applied("here"), 0);
}

/// Simulates a crash after the files of a commit are written and before the commit itself: the next commit uses the same names.
#[test]
fn an_interrupted_commit_does_not_prevent_the_next_one() {
    let (dir, index) = index(&[titled("a", "One"), titled("b", "Two")]);
    let name = std::fs::read_to_string(dir.path().join("current")).unwrap();
    let meta = dir.path().join(name).join("meta.json");
    let before = std::fs::read(&meta).unwrap();
    let change_after_a_start = || {
        let index = open(dir.path(), "here").unwrap();
        assert_eq!(index.applied(), 1);
        index.apply([Ok(titled("a", "Eins"))].into_iter(), 2).unwrap();
        index
    };
    drop(index);
    drop(change_after_a_start());
    std::fs::write(&meta, before).unwrap();
    let index = change_after_a_start();
    assert_eq!((ids(&index, "eins"), ids(&index, "one").len()), (vec!["a".to_owned()], 0));
}

#[test]
fn an_unfinished_rebuild_leaves_no_files() {
    let (dir, _index) = index(&[titled("a", "One")]);
    let names =
        || std::fs::read_dir(dir.path()).unwrap().flatten().map(|e| e.file_name()).collect::<Vec<_>>();
    let before = names();
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    rebuild.add(&titled("b", "Two"), &[]).unwrap();
    assert_eq!(names().len(), before.len() + 1);
    drop(rebuild);
    assert_eq!(names(), before);
}

#[test]
fn an_open_index_switches_to_a_rebuilt_generation() {
    let (dir, index) = index(&[titled("a", "One")]);
    let mut rebuild = Rebuild::begin(dir.path(), "here", 2).unwrap();
    rebuild.add(&titled("a", "One"), &[]).unwrap();
    rebuild.add(&titled("b", "Two"), &[]).unwrap();
    rebuild.finish(5, &Thesaurus::default()).unwrap();
    assert_eq!(index.documents(), 1);
    index.follow_generation(5).unwrap();
    assert_eq!((index.documents(), index.applied()), (2, 5));
    index.apply([Ok(titled("b", "Zwei"))].into_iter(), 6).unwrap();
    assert_eq!(ids(&index, "zwei"), ["b"]);
    assert!(ids(&index, "two").is_empty());
}

/// Searches use the last good state until a new index is complete, whatever happens to the directory.
#[test]
fn searches_continue_when_the_index_files_disappear() {
    let (dir, index) = index(&[titled("a", "One")]);
    let current = dir.path().join("current");
    let name = std::fs::read_to_string(&current).unwrap();
    let follows = |expected: Option<bool>, when: &str| {
        assert_eq!(index.follow_generation(1).ok(), expected, "{when}");
        assert_eq!(ids(&index, "one"), ["a"], "{when}");
    };
    follows(Some(true), "unchanged");
    std::fs::remove_file(&current).unwrap();
    follows(Some(false), "without the file `current`");
    std::fs::create_dir(&current).unwrap();
    follows(None, "when `current` cannot be read");
    std::fs::remove_dir(&current).unwrap();
    std::fs::write(&current, "v1-another").unwrap();
    follows(Some(false), "when `current` names another schema");
    std::fs::write(&current, &name).unwrap();
    std::fs::remove_dir_all(dir.path().join(&name)).unwrap();
    follows(Some(false), "without the generation");
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    rebuild.add(&titled("a", "One"), &[]).unwrap();
    rebuild.finish(1, &Thesaurus::default()).unwrap();
    follows(Some(true), "rebuilt");
    index.apply([Ok(titled("b", "Two"))].into_iter(), 2).unwrap();
    assert_eq!(ids(&index, "two"), ["b"]);
}

#[test]
fn side_files_of_a_large_segment_are_reused_and_rewritten_when_damaged() {
    let dir = tempfile::tempdir().unwrap();
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    for n in 0..1_500 {
        let abstract_text = Some(format!("What number {n} is about."));
        let keywords = vec![format!("k{}", n % 7)];
        let citation = titled(&format!("c{n}"), &format!("Handout {n}"));
        rebuild.add(&Citation { abstract_text, keywords, ..citation }, &[]).unwrap();
    }
    let somali = LanguageVersion {
        lang: "Somali".into(),
        title: Some("Qandhada ilmaha".into()),
        ..LanguageVersion::default()
    };
    rebuild.add(&Citation { languages: vec![somali], ..titled("asthma", "Asthma") }, &[]).unwrap();
    rebuild.finish(1, &Thesaurus::built_in().unwrap()).unwrap();
    let files = || {
        let generation = std::fs::read_to_string(dir.path().join("current")).unwrap();
        let folder = std::fs::read_dir(dir.path().join(generation).join("columns")).unwrap();
        folder.flatten().map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let check = |when: &str| {
        let index = open(dir.path(), "here").unwrap();
        let answer = search(&index, "number 1234");
        assert_eq!(answer.hits.hit[0].highlights.abstract_text, "What *number* *1234* is about.", "{when}");
        let filter = Filter::parse("keywords:'k2'").ok();
        let request = SearchRequest { filter, ..SearchRequest::default() };
        assert_eq!(index.snapshot().search(&request).unwrap().hits.found, 214, "{when}");
        assert_eq!(suggested(&index, "handout 777"), ["Handout 777"], "{when}");
        assert_eq!(search(&index, "asma").hits.found, 1, "{when}");
        assert_eq!(ids(&index, "ilmaha qandhada"), ["asthma"], "{when}");
        assert_eq!(suggested(&index, "ilmah"), ["Qandhada ilmaha"], "{when}");
    };
    assert_eq!(files().len(), 3, "{:?}", files());
    let modified = |files: &[std::path::PathBuf]| -> Vec<_> {
        files.iter().map(|file| std::fs::metadata(file).unwrap().modified().unwrap()).collect()
    };
    let before = modified(&files());
    check("unchanged");
    assert_eq!(modified(&files()), before, "they were rewritten without need");
    for file in files() {
        let bytes = std::fs::read(&file).unwrap();
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 0x55;
        std::fs::write(&file, damaged).unwrap();
        check("damaged");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{}", file.display());
        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        check("truncated");
        std::fs::remove_file(&file).unwrap();
        check("missing");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{}", file.display());
    }
}

/// Stored documents are most of an index, and most searches read none: opening does not verify those of a large segment.
#[test]
fn damaged_documents_of_a_large_segment_are_detected_after_opening_and_never_used_for_columns() {
    let dir = tempfile::tempdir().unwrap();
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    (0..1_200).for_each(|n| rebuild.add(&titled(&format!("c{n}"), &format!("Handout {n}")), &[]).unwrap());
    rebuild.finish(1, &Thesaurus::default()).unwrap();
    let index = open(dir.path(), "here").unwrap();
    assert!(index.is_stored_whole().unwrap());
    drop(index);
    assert_eq!(Index::probe(dir.path(), "here"), Ok(1));
    let generation = dir.path().join(std::fs::read_to_string(dir.path().join("current")).unwrap());
    let files = std::fs::read_dir(&generation).unwrap().flatten().map(|entry| entry.path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "store")) {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        std::fs::write(&file, bytes).unwrap();
    }
    let index = open(dir.path(), "here").unwrap();
    assert_eq!((index.applied(), ids(&index, "777")), (1, vec!["c777".to_owned()]));
    assert!(!index.is_stored_whole().unwrap());
    drop(index);
    assert!(Index::probe(dir.path(), "here").is_err());
    std::fs::remove_dir_all(generation.join("columns")).unwrap();
    assert_eq!(open(dir.path(), "here").unwrap().applied(), 0);
}
