//! Renames, merges and deletions against a slow, obvious reference.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::citations::citation::{Citation, LanguageVersion, Named, RevisionDate};
use crate::model::day::Day;
use crate::model::job::LookupUpdate;
use crate::store::{Editor, Store};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

fn editor() -> Editor {
    Editor { user: None, name: "test".into() }
}

fn save(store: &Store, citation: &Citation) {
    store.write(|db| db.put_citation(citation, &editor())).unwrap();
}

fn all(store: &Store) -> Vec<Citation> {
    let mut all = Vec::new();
    store
        .read(|db| {
            db.each_citation(|c| {
                all.push(c);
                Ok(())
            })
        })
        .unwrap();
    all
}

fn citation(n: usize, tags: &[String], languages: &[String]) -> Citation {
    Citation {
        id: format!("c{n}"),
        title: format!("Title {n}"),
        tags: tags.to_vec(),
        dept_submitted_by: tags.first().map(Named::new),
        languages: languages
            .iter()
            .map(|l| LanguageVersion { lang: l.clone(), ..LanguageVersion::default() })
            .collect(),
        revision_dates: languages
            .iter()
            .map(|l| RevisionDate { lang: l.clone(), revision_date: Day::parse("2024-02-03").unwrap() })
            .collect(),
        ..Citation::default()
    }
}

/// What a change does to one citation, implemented plainly.
fn expected(mut c: Citation, update: &LookupUpdate, spelled: &dyn Fn(&str) -> String) -> Citation {
    let hit = |v: &str| value_key(v) == value_key(&update.old_value);
    let new = update.new_value.as_deref().map(spelled);
    let list = |values: Vec<String>| -> Vec<String> {
        let has_new = new.as_ref().is_some_and(|n| values.iter().any(|v| v == n && !hit(v)));
        values
            .into_iter()
            .filter_map(|v| {
                if !hit(&v) {
                    Some(v)
                } else if has_new {
                    None
                } else {
                    new.clone()
                }
            })
            .collect()
    };
    match update.category {
        Category::Tags => c.tags = list(c.tags),
        Category::Departments => {
            c.dept_submitted_by = c.dept_submitted_by.and_then(|d| list(vec![d.name]).pop()).map(Named::new);
        }
        Category::Languages => {
            c.languages.retain(|v| !hit(&v.lang) || new.is_some());
            c.revision_dates.retain(|v| !hit(&v.lang) || new.is_some());
            if let Some(new) = new {
                c.languages.iter_mut().filter(|v| hit(&v.lang)).for_each(|v| v.lang.clone_from(&new));
                c.revision_dates.iter_mut().filter(|v| hit(&v.lang)).for_each(|v| v.lang.clone_from(&new));
            }
        }
        _ => unreachable!(),
    }
    c
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_changes_leaves_what_a_plain_walk_over_all_citations_would(
        citations in prop::collection::vec(
            (prop::collection::hash_set("[a-d]", 0..4), prop::collection::hash_set("[a-d]", 0..3)), 1..8),
        changes in prop::collection::vec((0..3usize, "[a-dA-D]", prop::option::of("[a-e] ?[A-C]?")), 1..12),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        for (n, (tags, languages)) in citations.iter().enumerate() {
            let sorted = |set: &HashSet<String>| { let mut v: Vec<_> = set.iter().cloned().collect(); v.sort(); v };
            save(&store, &citation(n, &sorted(tags), &sorted(languages)));
        }
        for (category, old, new) in changes {
            let category = [Category::Tags, Category::Departments, Category::Languages][category];
            let update = LookupUpdate {
                category, old_value: old, new_value: new.map(|n| normalize_value(&n)), contact: None,
            };
            let before = all(&store);
            let versions = |id: &str| store.read(|db| db.versions(db.citation_key(id)?.unwrap())).unwrap().len();
            let counts: BTreeMap<String, usize> = before.iter().map(|c| (c.id.clone(), versions(&c.id))).collect();
            let known = store.read(|db| db.lookup_value(category, &update.old_value)).unwrap().map(|(_, v)| v);
            let target = store
                .read(|db| db.lookup_value(category, update.new_value.as_deref().unwrap_or(""))).unwrap()
                .filter(|(_, v)| Some(v) != known.as_ref()).map(|(_, v)| v);
            let impact = store.read(|db| {
                db.lookup_impact(category, &update.old_value, update.new_value.as_deref())
            }).unwrap();
            let made = store.write(|db| db.update_lookup(&update, &editor()));
            prop_assert_eq!(made.is_ok(), known.is_some());
            let spelled = |v: &str| target.clone().unwrap_or_else(|| v.to_owned());
            let wanted: Vec<Citation> = if known.is_none() { before.clone() } else {
                before.iter().cloned().map(|c| expected(c, &update, &spelled)).collect()
            };
            let after = all(&store);
            prop_assert_eq!(&after, &wanted);
            if let Some(impact) = impact {
                let uses = |c: &&Citation| {
                    c.values(category).iter().any(|v| value_key(v) == value_key(&update.old_value))
                };
                prop_assert_eq!(impact.citations as usize, before.iter().filter(uses).count());
                prop_assert_eq!(&impact.merges_into, &target);
            }
            // A merge or deletion keeps the state before; a mere rename is one row.
            for (old, new) in before.iter().zip(&after) {
                let grew = versions(&new.id) - counts[&new.id];
                let kept = known.is_some() && (update.new_value.is_none() || target.is_some()) && old != new;
                prop_assert_eq!(grew, usize::from(kept));
            }
        }
    }
}

fn in_languages(urls: &[(&str, &str)]) -> Citation {
    let version = |(lang, url): &(&str, &str)| LanguageVersion {
        lang: (*lang).into(),
        url: Some(format!("https://example.org/{url}.pdf")),
        ..LanguageVersion::default()
    };
    Citation { languages: urls.iter().map(version).collect(), ..citation(1, &[], &[]) }
}

/// Where a code of the citation leads, and the language in which it is counted.
fn scanned(store: &Store, url: &str) -> (Option<String>, Option<String>) {
    let url = format!("https://example.org/{url}.pdf");
    store
        .read(|db| {
            let key = db.citation_key("c1")?.unwrap();
            Ok((db.current_address(key, &url)?, db.language_of_address(key, &url)?))
        })
        .unwrap()
}

fn change_language(store: &Store, old: &str, new: Option<&str>) {
    let update = LookupUpdate {
        category: Category::Languages,
        old_value: old.into(),
        new_value: new.map(str::to_owned),
        contact: None,
    };
    store.write(|db| db.update_lookup(&update, &editor())).unwrap();
}

#[test]
fn a_code_of_a_deleted_language_never_leads_to_another_language() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    // The new value is added last, so that SQLite gives its key out again; the second round leaves the same address.
    for added in ["Elvish", "Dwarvish"] {
        save(&store, &in_languages(&[("English", "english"), ("Klingonese", "klingonese")]));
        assert_eq!(scanned(&store, "klingonese").1.as_deref(), Some("Klingonese"));
        change_language(&store, "Klingonese", None);
        assert_eq!(scanned(&store, "klingonese"), (None, None));
        save(&store, &in_languages(&[("English", "english"), (added, added)]));
        assert_eq!(
            scanned(&store, "klingonese"),
            (None, None),
            "{added} has the key of the deleted language"
        );
        change_language(&store, added, None);
    }
}

#[test]
fn a_code_of_a_merged_language_leads_to_the_language_that_it_became() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    save(&store, &in_languages(&[("Somali", "somali"), ("Somalia", "somalia")]));
    save(&store, &in_languages(&[("Somali", "somali"), ("Somalia", "somalia-2")]));
    change_language(&store, "Somalia", Some("Somali"));
    save(&store, &in_languages(&[("Darish", "dari"), ("Somali", "somali")]));
    for url in ["somalia", "somalia-2", "somali"] {
        let expected = (Some("https://example.org/somali.pdf".into()), Some("Somali".into()));
        assert_eq!(scanned(&store, url), expected, "{url}");
    }
}
