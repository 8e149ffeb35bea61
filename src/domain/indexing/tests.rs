//! Whatever administrators do to values, the index equals the database and a fresh index.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::domain::actor::Actor;
use crate::domain::app::{App, SearchIndex};
use crate::domain::citations::saving;
use crate::domain::indexing;
use crate::model::category::{Category, normalize_value};
use crate::model::citations::citation::{Citation, Named};
use crate::model::job::LookupUpdate;
use crate::model::search::request::SearchRequest;
use crate::search::{Rebuild, Thesaurus};
use crate::settings::Settings;
use crate::store::{Editor, Store};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn editor() -> Editor {
    Editor { user: None, name: "test".into() }
}

fn save(store: &Store, n: usize, keywords: Vec<String>, tags: Vec<String>) {
    let citation = Citation {
        id: format!("c{n}"),
        title: format!("Title {n}"),
        dept_submitted_by: tags.first().map(Named::new),
        keywords,
        tags,
        ..Citation::default()
    };
    store.write(|db| saving::save(db, &citation, None, &Actor::command("test"))).unwrap();
}

/// Values with their counts, by a walk over all citations.
fn counted(store: &Store) -> BTreeMap<String, BTreeMap<String, u32>> {
    let mut counts: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    store
        .read(|db| {
            db.each_citation(|citation| {
                for category in Category::ALL {
                    for value in citation.values(category) {
                        let category_counts = counts.entry(category.name().to_owned()).or_default();
                        *category_counts.entry(value.to_owned()).or_default() += 1;
                    }
                }
                Ok(())
            })
        })
        .unwrap();
    counts
}

fn index_counts(search: &SearchIndex) -> BTreeMap<String, BTreeMap<String, u32>> {
    let facets = search.index.snapshot().facets().unwrap();
    let facet_counts = |facet: crate::model::search::request::Facet| -> BTreeMap<String, u32> {
        facet.buckets.into_iter().map(|facet_value| (facet_value.value, facet_value.count)).collect()
    };
    let message = facets.into_iter().map(|(name, facet)| (name, facet_counts(facet)));
    message.filter(|(_, values)| !values.is_empty()).collect()
}

/// What some searches find, each as sorted ids.
fn found(search: &SearchIndex) -> Vec<Vec<String>> {
    let snapshot = search.index.snapshot();
    let find = |q: &str| {
        let mut ids = snapshot.matches(&SearchRequest { q: q.into(), ..SearchRequest::default() }).unwrap();
        ids.sort();
        ids
    };
    ["", "a", "b", "c", "d", "e", "\"a\"", "-b", "title"].map(find).to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_renames_merges_and_deletions_leaves_the_index_as_a_fresh_one(
        citations in prop::collection::vec(
            (prop::collection::btree_set("[a-d]", 0..4), prop::collection::btree_set("[a-d]", 0..3)), 1..8),
        changes in prop::collection::vec((0..3usize, "[a-dA-D]", prop::option::of("[a-e] ?[A-C]?")), 1..8),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings::default();
        settings.data.dir = folder.path().to_owned();
        let app = App::open(Arc::new(settings), "http://127.0.0.1").unwrap();
        for (n, (keywords, tags)) in citations.into_iter().enumerate() {
            save(&app.store, n, keywords.into_iter().collect(), tags.into_iter().collect());
        }
        indexing::follow(&app).unwrap();
        prop_assert_eq!(index_counts(&app.search), counted(&app.store));
        for (category, old_value, new_value) in changes {
            let category = [Category::Keywords, Category::Tags, Category::Departments][category];
            let new_value = new_value.map(|value| normalize_value(&value));
            let update = LookupUpdate { category, old_value, new_value, contact: None };
            // An unknown value is rejected, and nothing changes.
            let _ = app.store.write(|db| db.update_lookup(&update, &editor()));
            indexing::follow(&app).unwrap();
            prop_assert_eq!(index_counts(&app.search), counted(&app.store));
        }
        let followed = (index_counts(&app.search), found(&app.search));
        indexing::rebuild(&app.settings, &app.store, |_| {}).unwrap();
        app.search.index.follow_generation(u64::MAX).unwrap();
        prop_assert_eq!(followed, (index_counts(&app.search), found(&app.search)));
    }
}

/// What opening leaves for later is looked at before the first change is applied.
#[test]
fn an_index_whose_stored_documents_are_damaged_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    settings.data.dir = folder.path().to_owned();
    let (settings, dir) = (Arc::new(settings), folder.path().join("index"));
    let open = || App::open(settings.clone(), "http://127.0.0.1").unwrap();
    let app = open();
    save(&app.store, 1, Vec::new(), Vec::new());
    // A large segment, which the database does not have, tells this index from one that is rebuilt.
    let (instance, latest) =
        app.store.read(|db| Ok((db.instance().to_owned(), db.latest_change()?.row()))).unwrap();
    let mut large = Rebuild::begin(&dir, &instance, 1).unwrap();
    (0..1_100)
        .for_each(|n| large.add(&Citation { id: format!("c{n}"), ..Citation::default() }, &[]).unwrap());
    large.finish(latest, &Thesaurus::default()).unwrap();
    drop(app);
    let documents_after_saving = |n: usize| {
        let app = open();
        save(&app.store, n, Vec::new(), Vec::new());
        indexing::follow(&app).unwrap();
        app.search.index.documents()
    };
    assert_eq!(documents_after_saving(5_000), 1_101);
    let generation = dir.join(std::fs::read_to_string(dir.join("current")).unwrap());
    let files = std::fs::read_dir(generation).unwrap().flatten().map(|entry| entry.path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "store")) {
        let mut bytes = std::fs::read(&file).unwrap();
        bytes[9] ^= 0x55;
        std::fs::write(&file, bytes).unwrap();
    }
    assert_eq!(documents_after_saving(1), 2);
}

fn app_in(folder: &std::path::Path) -> App {
    let mut settings = Settings::default();
    settings.data.dir = folder.to_owned();
    App::open(Arc::new(settings), "http://127.0.0.1").unwrap()
}

/// A generation that was rebuilt from the present state of the database, and is not yet the current one.
fn begun_rebuild(store: &Store, folder: &std::path::Path) -> (Rebuild, u64) {
    store
        .read(|db| {
            let mut rebuild = Rebuild::begin(&folder.join("index"), db.instance(), 1)?;
            db.each_citation(|citation| rebuild.add(&citation, &[]))?;
            Ok((rebuild, db.latest_change()?.row()))
        })
        .unwrap()
}

#[test]
fn a_rebuilt_index_that_is_behind_is_served_when_it_has_caught_up() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path());
    save(&app.store, 1, Vec::new(), Vec::new());
    let (rebuild, state) = begun_rebuild(&app.store, folder.path());
    save(&app.store, 2, Vec::new(), Vec::new());
    let served = indexing::follow(&app).unwrap().row();
    rebuild.finish(state, &Thesaurus::default()).unwrap();
    assert!(app.search.index.follow_generation(served).unwrap());
    assert_eq!(
        (app.search.index.applied(), app.search.index.documents()),
        (served, 2),
        "the state before is served"
    );
    assert_eq!(app.search.index.followed(), state, "changes go into the rebuilt one");
    // Terms and tags that change in between count at once, and afterwards.
    app.search.index.set_thesaurus(Thesaurus::default()).unwrap();
    app.search.index.publish().unwrap();
    assert_eq!((app.search.index.applied(), app.search.index.documents()), (served, 2));
    assert_eq!(indexing::follow(&app).unwrap().row(), served);
    assert_eq!((app.search.index.followed(), app.search.index.documents()), (served, 2));
    save(&app.store, 3, Vec::new(), Vec::new());
    indexing::follow(&app).unwrap();
    assert_eq!(app.search.index.documents(), 3);
    drop(app);
    assert_eq!(app_in(folder.path()).search.index.documents(), 3, "the rebuilt one is the current one");
}

#[test]
fn an_index_that_is_ahead_of_its_database_gives_way_to_one_that_has_applied_less() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path());
    save(&app.store, 1, Vec::new(), Vec::new());
    let latest = indexing::follow(&app).unwrap().row();
    let (rebuild, _) = begun_rebuild(&app.store, folder.path());
    app.search.index.apply(std::iter::empty::<crate::model::error::Result<Citation>>(), latest + 50).unwrap();
    rebuild.finish(latest, &Thesaurus::default()).unwrap();
    assert!(app.search.index.follow_generation(latest).unwrap());
    assert_eq!(app.search.index.applied(), latest);
}

#[test]
fn nothing_is_searchable_before_the_first_index_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path());
    assert!(app.search.snapshot().is_err(), "nobody has looked whether the database is empty");
    indexing::follow(&app).unwrap();
    assert!(app.search.snapshot().is_ok(), "an empty catalogue is complete");
    save(&app.store, 1, Vec::new(), Vec::new());
    indexing::follow(&app).unwrap();
    drop(app);
    std::fs::remove_dir_all(folder.path().join("index")).unwrap();
    let app = app_in(folder.path());
    assert!(matches!(app.search.snapshot(), Err(crate::model::error::Error::Preparing)));
    indexing::follow(&app).unwrap();
    assert_eq!(app.search.snapshot().unwrap().applied(), app.search.index.applied());
    drop(app);
    assert!(app_in(folder.path()).search.snapshot().is_ok(), "an index that is behind is searched meanwhile");
}
