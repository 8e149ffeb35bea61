//! Every day of every citation, against a plain reference that keeps a whole catalogue for each day.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::record;
use crate::domain::actor::Actor;
use crate::domain::citations::saving;
use crate::domain::import_export::import::{Mode, import};
use crate::domain::import_export::import_file::ImportFile;
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditSource;
use crate::model::category::{Category, normalize_value, value_key};
use crate::model::citations::citation::{Citation, LanguageVersion, Named, RevisionDate};
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::Error;
use crate::model::job::LookupUpdate;
use crate::store::{DataLock, Editor, Store, restore_copy};
use jiff::civil::{Date, Time};
use jiff::{SignedDuration, ToSpan};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

const CATEGORIES: [Category; 3] = [Category::Tags, Category::Departments, Category::Languages];
const IDS: [&str; 3] = ["c0", "c1", "c2"];

/// What somebody does to the catalogue.
#[derive(Debug, Clone)]
enum Step {
    Save(Draft),
    Import(Vec<Draft>),
    /// Category, old value, new value: a rename, a merge, or a deletion.
    Change(usize, String, Option<String>),
    BackUp,
    /// Restores one of the backups made so far.
    Restore(prop::sample::Index),
}

/// A citation as it is saved.
#[derive(Debug, Clone)]
struct Draft {
    id: usize,
    title: String,
    tags: Vec<String>,
    languages: Vec<String>,
    obsolete: bool,
    reviewed: Option<u8>,
}

impl Draft {
    fn citation(&self) -> Citation {
        let mut seen = HashSet::new();
        let mut once = |values: &[String]| -> Vec<String> {
            seen.clear();
            values.iter().filter(|value| seen.insert(value_key(value))).cloned().collect()
        };
        let (tags, languages) = (once(&self.tags), once(&self.languages));
        Citation {
            id: IDS[self.id].into(),
            title: format!("Title {}", self.title),
            dept_submitted_by: self.tags.last().map(Named::new),
            languages: languages
                .iter()
                .map(|lang| LanguageVersion { lang: lang.clone(), ..LanguageVersion::default() })
                .collect(),
            revision_dates: languages
                .iter()
                .map(|lang| RevisionDate {
                    lang: lang.clone(),
                    revision_date: Day::parse("2024-02-03").unwrap(),
                })
                .collect(),
            tags,
            obsolete: self.obsolete,
            replaced_by: self.obsolete.then(|| "elsewhere".into()),
            dept_review_date: self.reviewed.and_then(|day| Day::parse(&format!("2025-03-{:02}", day + 1))),
            ..Citation::default()
        }
    }
}

/// A catalogue without any history.
#[derive(Debug, Clone, Default)]
struct Plain {
    citations: BTreeMap<String, Citation>,
    /// The spelling of each value, by category and what it is compared by.
    spellings: BTreeMap<(Category, String), String>,
}

impl Plain {
    fn save(&mut self, mut citation: Citation) {
        let spell = |category: Category, value: &mut String| {
            let known = self.spellings.entry((category, value_key(value)));
            value.clone_from(known.or_insert_with(|| value.clone()));
        };
        each_value(&mut citation, spell);
        self.citations.insert(citation.id.clone(), citation);
    }

    fn change(&mut self, category: Category, old: &str, new: Option<&str>) {
        let old = value_key(old);
        if self.spellings.remove(&(category, old.clone())).is_none() {
            return;
        }
        let spelled = new.map(|new| {
            let spelled = self.spellings.entry((category, value_key(new)));
            spelled.or_insert_with(|| new.to_owned()).clone()
        });
        for citation in self.citations.values_mut() {
            change_values(citation, category, &old, spelled.as_deref());
        }
    }
}

fn each_value(citation: &mut Citation, mut each: impl FnMut(Category, &mut String)) {
    citation.tags.iter_mut().for_each(|tag| each(Category::Tags, tag));
    citation.dept_submitted_by.iter_mut().for_each(|named| each(Category::Departments, &mut named.name));
    citation.languages.iter_mut().for_each(|version| each(Category::Languages, &mut version.lang));
    citation.revision_dates.iter_mut().for_each(|date| each(Category::Languages, &mut date.lang));
}

/// What the renaming or deletion of a value does to one citation.
fn change_values(citation: &mut Citation, category: Category, old: &str, new: Option<&str>) {
    let hit = |value: &str| value_key(value) == old;
    match category {
        Category::Tags => {
            let has_new = new.is_some_and(|new| citation.tags.iter().any(|tag| tag == new && !hit(tag)));
            citation.tags.retain(|tag| !hit(tag) || (new.is_some() && !has_new));
        }
        Category::Departments => {
            citation.dept_submitted_by.take_if(|named| hit(&named.name) && new.is_none());
        }
        _ => {
            citation.languages.retain(|version| !hit(&version.lang) || new.is_some());
            citation.revision_dates.retain(|date| !hit(&date.lang) || new.is_some());
        }
    }
    if let Some(new) = new {
        each_value(citation, |changed, value| {
            if changed == category && hit(value) {
                new.clone_into(value);
            }
        });
    }
}

/// The catalogue at the end of each day, or nothing where a restoration has lost it.
type Days = BTreeMap<Date, Option<Plain>>;

/// The real catalogue, with the reference beside it.
struct Both {
    folder: tempfile::TempDir,
    store: Option<Store>,
    plain: Plain,
    days: Days,
    /// The day up to whose beginning `days` is complete.
    today: Date,
    backups: Vec<(PathBuf, Plain, Days)>,
}

fn editor() -> Editor {
    Editor { user: None, name: "test".into() }
}

impl Both {
    fn new() -> Both {
        // In the middle of an hour: what the test itself takes never makes another day.
        let begin = clock::today().tomorrow().unwrap().to_datetime(Time::constant(12, 30, 0, 0));
        let begin = begin.to_zoned(jiff::tz::TimeZone::system()).unwrap();
        clock::moved::forward(clock::local().duration_until(&begin));
        let folder = tempfile::tempdir().unwrap();
        let store = Some(Store::open(&folder.path().join("data")).unwrap());
        let (plain, days, backups) = (Plain::default(), Days::new(), Vec::new());
        Both { folder, store, plain, days, today: clock::today(), backups }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn wait(&mut self, hours: i64) {
        clock::moved::forward(SignedDuration::from_hours(hours));
        while self.today < clock::today() {
            self.days.insert(self.today, Some(self.plain.clone()));
            self.today = self.today.tomorrow().unwrap();
        }
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Save(draft) => {
                let citation = draft.citation();
                self.store().write(|db| saving::save(db, &citation, None, &Actor::command("test"))).unwrap();
                self.plain.save(citation);
            }
            Step::Import(drafts) => {
                let mut ids = HashSet::new();
                let drafts: Vec<_> =
                    drafts.iter().filter(|draft| ids.insert(draft.id)).map(Draft::citation).collect();
                run_import(self.store(), self.folder.path(), &drafts);
                drafts.into_iter().for_each(|citation| self.plain.save(citation));
            }
            Step::Change(category, old, new) => {
                let category = CATEGORIES[*category];
                let new = new.as_deref().map(normalize_value);
                let update =
                    LookupUpdate { category, old_value: old.clone(), new_value: new.clone(), contact: None };
                // An unknown value is rejected, and nothing changes.
                let _ = self.store().write(|db| db.update_lookup(&update, &editor()));
                self.plain.change(category, old, new.as_deref());
            }
            Step::BackUp => {
                let file = self.folder.path().join(format!("backup{}.db", self.backups.len()));
                self.store().back_up(&file).unwrap();
                self.backups.push((file, self.plain.clone(), self.days.clone()));
            }
            Step::Restore(which) => self.restore(which),
        }
    }

    fn restore(&mut self, which: &prop::sample::Index) {
        if self.backups.is_empty() {
            return;
        }
        let (file, plain, days) = which.get(&self.backups).clone();
        self.store = None;
        let data = self.data();
        let event = AuditSource::server().event(Action::Restore, "file/backup.db");
        let lock = DataLock::exclusive(&data).unwrap();
        let kept = restore_copy(&file, None, &data, &event, |_| Ok(()), &lock).unwrap().kept;
        drop(lock);
        assert_eq!(kept.len(), 1);
        self.store = Some(Store::open(&data).unwrap());
        let lost = self.days.keys().filter(|day| !days.contains_key(day)).map(|day| (*day, None));
        self.days = lost.chain(days.clone()).collect();
        self.plain = plain;
    }

    /// Compares every day, from the one before the first.
    fn check(&self) -> Result<(), TestCaseError> {
        let before = self.days.keys().next().unwrap_or(&self.today).yesterday().unwrap();
        self.check_day(before, Some(&Plain::default()))?;
        for (day, plain) in &self.days {
            self.check_day(*day, plain.as_ref())?;
        }
        self.check_day(self.today, Some(&self.plain))
    }

    fn check_day(&self, day: Date, expected: Option<&Plain>) -> Result<(), TestCaseError> {
        for id in IDS {
            let found = self
                .store()
                .read(|db| Ok(db.citation_key(id)?.map(|key| (db.citation(key), record(db, key, day)))));
            // Unknown today: nobody can ask.
            let Some((present, found)) = found.unwrap() else { continue };
            let wanted = expected.map(|plain| plain.citations.get(id));
            match (wanted, found) {
                (Some(Some(wanted)), Ok(found)) => {
                    let mut wanted = wanted.clone();
                    wanted.readable_ids = present.unwrap().readable_ids;
                    prop_assert_eq!(found, serde_json::to_value(wanted).unwrap(), "{} on {}", id, day);
                }
                (Some(None), Err(Error::NotFound(why))) => {
                    prop_assert!(why.contains("came into the catalogue later"), "{id} on {day}: {why}");
                }
                (None, Err(Error::NotFound(why))) => {
                    prop_assert!(why.contains("was restored on"), "{id} on {day}: {why}");
                }
                (wanted, found) => prop_assert!(false, "{id} on {day}: {found:?} instead of {wanted:?}"),
            }
        }
        Ok(())
    }
}

fn run_import(store: &Store, folder: &Path, drafts: &[Citation]) {
    let path = folder.join("import.jsonl");
    let mut file = std::fs::File::create(&path).unwrap();
    for citation in drafts {
        writeln!(file, "{}", serde_json::to_string(citation).unwrap()).unwrap();
    }
    let file = std::fs::File::open(&path).unwrap();
    let file = ImportFile::new(file, None).unwrap();
    import(store, &file, Mode::AllOrNothing, None, &Actor::command("import"), &mut |_| {}).unwrap();
}

fn drafts() -> impl Strategy<Value = Draft> {
    let values = || prop::collection::vec("[a-cA-B]", 0..3);
    (0..IDS.len(), "[x-z]", values(), values(), any::<bool>(), prop::option::of(0..28u8)).prop_map(
        |(id, title, tags, languages, obsolete, reviewed)| Draft {
            id,
            title,
            tags,
            languages,
            obsolete,
            reviewed,
        },
    )
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => drafts().prop_map(Step::Save),
        2 => prop::collection::vec(drafts(), 1..4).prop_map(Step::Import),
        6 => (0..CATEGORIES.len(), "[a-e]", prop::option::weighted(0.8, "[a-e] ?|[A-E]"))
            .prop_map(|(category, old, new)| Step::Change(category, old, new)),
        1 => Just(Step::BackUp),
        1 => any::<prop::sample::Index>().prop_map(Step::Restore),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_every_day_is_as_it_was(plan in prop::collection::vec((1..60i64, steps()), 1..40)) {
        let mut both = Both::new();
        for (hours, step) in &plan {
            both.wait(*hours);
            both.take(step);
            if matches!(step, Step::Restore(_)) {
                both.check()?;
            }
        }
        both.wait(30);
        both.check()?;
    }
}

#[test]
fn a_name_that_another_value_took_later_is_not_taken_for_it() {
    let mut both = Both::new();
    let draft = |id, tags: &[&str]| {
        let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        Step::Save(Draft { id, title: "x".into(), tags, languages: vec![], obsolete: false, reviewed: None })
    };
    let change = |old: &str, new: &str| Step::Change(0, old.into(), Some(new.into()));
    for step in [
        draft(0, &["First"]),
        draft(1, &["Second"]),
        draft(0, &[]),
        draft(2, &["First"]),
        change("First", "Third"),
        change("Second", "First"),
    ] {
        both.take(&step);
        both.wait(24);
    }
    both.check().unwrap();
}

#[test]
fn a_value_renamed_three_times_goes_back_name_by_name_and_its_heir_does_not() {
    let mut both = Both::new();
    let draft = |id, tag: &str| {
        let (tags, languages) = (vec![tag.to_owned()], vec![]);
        Step::Save(Draft { id, title: "x".into(), tags, languages, obsolete: false, reviewed: None })
    };
    let change = |old: &str, new: Option<&str>| Step::Change(0, old.into(), new.map(str::to_owned));
    let begin = both.today;
    for step in [
        draft(0, "One"),
        change("One", Some("Two")),
        change("Two", Some("THREE")),
        // Another value takes the first name.
        draft(1, "One"),
        change("three", Some("Four")),
        change("One", Some("Five")),
        // Merged: who had the one and who had the other are distinguished.
        change("Five", Some("Four")),
        change("Four", Some("Six")),
        change("Six", None),
    ] {
        both.take(&step);
        both.wait(24);
    }
    both.check().unwrap();
    let tags = |id: &str, days: i64| {
        let found = both.store().read(|db| record(db, db.citation_key(id)?.unwrap(), begin + days.days()));
        found.unwrap()["tags"].to_string()
    };
    let first: Vec<String> = (0..9).map(|day| tags("c0", day)).collect();
    let expected =
        ["One", "Two", "THREE", "THREE", "Four", "Four", "Four", "Six"].map(|name| format!("[\"{name}\"]"));
    assert_eq!(first[..8], expected);
    assert_eq!(first[8], "[]");
    let second: Vec<String> = (3..9).map(|day| tags("c1", day)).collect();
    assert_eq!(second, ["[\"One\"]", "[\"One\"]", "[\"Five\"]", "[\"Four\"]", "[\"Six\"]", "[]"]);
}
