#![allow(clippy::unwrap_used)]
use super::*;
use crate::store::{CountedUsage, Store};
use jiff::civil::date;
use proptest::prelude::*;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store
        .write(|db| {
            for key in 1..=3 {
                let sql = "INSERT INTO citations (key, id, title, version, saved_at, saved_by_name, changed) \
                     VALUES (?1, ?1, ?1, 1, '', '', ?2)";
                db.db.execute(sql, params![key, db.change_number()?]).unwrap();
            }
            Ok(())
        })
        .unwrap();
    (folder, store)
}

fn day(n: u16) -> Date {
    date(2024, 12, 20).saturating_add(i64::from(n).days())
}

fn counted() -> impl Strategy<Value = (u16, i64, bool, u64)> {
    (0u16..120, 1i64..=3, any::<bool>(), 1u64..5)
}

/// The sums by going through every count.
fn expected<K: Eq + Hash>(
    all: &[CountedUsage],
    (from, to): (Date, Date),
    key: impl Fn(&CountedUsage) -> K,
) -> HashMap<K, UsageCounts> {
    let mut sums = HashMap::new();
    for one in all.iter().filter(|one| (from..=to).contains(&one.day)) {
        *sums.entry(key(one)).or_insert_with(UsageCounts::default) += one.counts;
    }
    sums
}

fn check(store: &Store, all: &[CountedUsage], (from, to): (Date, Date)) {
    let period = UsagePeriod::new(from, to);
    store
        .read(|db| {
            assert_eq!(
                db.usage_by_citation(&period, None)?,
                expected(all, (from, to), |one| one.citation),
                "{from} {to}"
            );
            assert_eq!(
                db.usage_by_language(&period, None)?,
                expected(all, (from, to), |one| one.tag.clone()),
                "{from} {to}"
            );
            assert_eq!(
                db.usage_by_month(&period, None)?,
                expected(all, (from, to), |one| month(one.day)),
                "{from} {to}"
            );
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_period_has_the_sums_of_its_days_before_and_after_old_ones_are_removed(
        counts in prop::collection::vec(counted(), 1..60), from in 0u16..120, length in 0u16..120, kept in 0u16..120,
    ) {
        let (_folder, store) = store();
        let mut all: Vec<CountedUsage> = counts
            .iter()
            .map(|(n, citation, is_spanish, pieces)| CountedUsage {
                day: day(*n),
                citation: CitationKey::new(*citation),
                tag: if *is_spanish { "es" } else { "en" }.to_owned(),
                counts: UsageCounts { view: 1, open: 2, scan: *n as u64, order: *pieces },
            })
            .collect();
        store.write(|db| db.add_usage(&all)).unwrap();
        let period = (day(from), day(from + length));
        check(&store, &all, period);
        let before = all.len();
        all.retain(|one| one.day >= day(kept));
        let removed = store.write(|db| db.delete_usage_outside(day(kept), day(300))).unwrap();
        prop_assert_eq!(removed > 0, all.len() < before);
        check(&store, &all, period);
        check(&store, &all, (day(0), day(300)));
    }
}

#[test]
fn a_cut_month_is_read_by_its_fewer_days() {
    let check = |from: Date, to: Date, months: Option<(&str, &str)>, added: &[&str], removed: &[&str]| {
        let period = UsagePeriod::new(from, to);
        let texts = |days: &[(String, String)]| -> Vec<String> {
            days.iter().map(|(from, to)| format!("{from}/{to}")).collect()
        };
        let found = period.months.as_ref().map(|(first, last)| (first.as_str(), last.as_str()));
        assert_eq!(found, months, "{from} {to}");
        assert_eq!((texts(&period.added), texts(&period.removed)), (texts_of(added), texts_of(removed)));
    };
    fn texts_of(days: &[&str]) -> Vec<String> {
        days.iter().map(|day| (*day).to_owned()).collect()
    }
    check(date(2026, 1, 1), date(2026, 12, 31), Some(("2026-01", "2026-12")), &[], &[]);
    check(date(2026, 2, 1), date(2026, 2, 28), Some(("2026-02", "2026-02")), &[], &[]);
    check(date(2026, 2, 1), date(2026, 2, 27), None, &["2026-02-01/2026-02-27"], &[]);
    check(
        date(2026, 1, 3),
        date(2026, 3, 20),
        Some(("2026-01", "2026-03")),
        &[],
        &["2026-01-01/2026-01-02", "2026-03-21/2026-03-31"],
    );
    check(
        date(2026, 1, 20),
        date(2026, 3, 5),
        Some(("2026-02", "2026-02")),
        &["2026-01-20/2026-01-31", "2026-03-01/2026-03-05"],
        &[],
    );
    check(
        date(2026, 1, 20),
        date(2026, 2, 5),
        None,
        &["2026-01-20/2026-01-31", "2026-02-01/2026-02-05"],
        &[],
    );
}
