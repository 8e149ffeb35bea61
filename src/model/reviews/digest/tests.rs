#![allow(clippy::unwrap_used)]
use super::*;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use proptest::prelude::*;

/// Zones that set their clocks forward and back on either hemisphere, at midnight too, by half an hour, and one that has
/// skipped a day.
const ZONES: [&str; 8] = [
    "UTC",
    "America/Chicago",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Pacific/Apia",
    "Africa/Cairo",
];

#[track_caller]
fn check(frequency: DigestFrequency, now: &str, expected: &str) {
    let due = frequency.latest_due(&now.parse().unwrap()).unwrap();
    assert_eq!(due.day.to_string(), expected, "{now}");
}

#[test]
fn a_digest_is_due_at_seven_on_its_day() {
    use DigestFrequency::{Monthly, Weekly};
    check(Weekly, "2026-11-23T07:00[America/Chicago]", "2026-11-23");
    check(Weekly, "2026-11-23T06:59:59[America/Chicago]", "2026-11-16");
    check(Weekly, "2026-11-29T23:59[America/Chicago]", "2026-11-23");
    check(Weekly, "2026-01-01T12:00[Europe/Berlin]", "2025-12-29");
    check(Monthly, "2026-11-01T07:00[UTC]", "2026-11-01");
    check(Monthly, "2026-11-01T06:59[UTC]", "2026-10-01");
    check(Monthly, "2024-03-01T06:59[UTC]", "2024-02-01");
    check(Monthly, "2026-01-01T00:00[UTC]", "2025-12-01");
    assert_eq!(DigestFrequency::Off.latest_due(&"2026-11-23T07:00[UTC]".parse().unwrap()), None);
}

#[test]
fn where_the_clock_changes_on_the_day_itself_seven_is_seven() {
    use DigestFrequency::{Monthly, Weekly};
    // 1 November 2026: the clock goes back at 2, so that 7 is eight hours after midnight.
    check(Monthly, "2026-11-01T06:59[America/Chicago]", "2026-10-01");
    check(Monthly, "2026-11-01T07:00[America/Chicago]", "2026-11-01");
    // Friday 30 December 2011 is missing in Samoa.
    check(Weekly, "2011-12-31T08:00[Pacific/Apia]", "2011-12-26");
}

fn zone() -> impl Strategy<Value = TimeZone> {
    prop::sample::select(&ZONES[..]).prop_map(|name| TimeZone::get(name).unwrap())
}

fn frequency() -> impl Strategy<Value = DigestFrequency> {
    prop::sample::select(&[DigestFrequency::Weekly, DigestFrequency::Monthly][..])
}

proptest! {
    /// A walk of forty days in steps of minutes to hours meets every day of the calendar that is one of the frequency's,
    /// each from 7 on and until the next one.
    #[test]
    fn every_day_comes_once_and_at_its_hour(
        zone in zone(),
        frequency in frequency(),
        start in 1_262_304_000_i64..1_830_297_600,
        step in 5_i64..170,
    ) {
        let is_one = |day: Date| match frequency {
            DigestFrequency::Weekly => day.weekday() == Weekday::Monday,
            DigestFrequency::Monthly => day.day() == 1,
            DigestFrequency::Off => false,
        };
        let mut now = Timestamp::from_second(start).unwrap().to_zoned(zone);
        let end = now.timestamp() + SignedDuration::from_hours(40 * 24);
        let mut before = frequency.latest_due(&now).unwrap();
        while now.timestamp() < end {
            let due = frequency.latest_due(&now).unwrap();
            prop_assert!(due.at <= now.timestamp());
            prop_assert!(is_one(due.day), "{now}: {}", due.day);
            prop_assert!(due == before || due.day > before.day, "{now}: {} after {}", due.day, before.day);
            // The plain rule: today from 7 on, else the latest such day.
            let from = if now.hour() >= HOUR { now.date() } else { now.date().yesterday().unwrap() };
            let expected = from.series(-1.day()).find(|day| is_one(*day)).unwrap();
            prop_assert_eq!(due.day, expected, "{}", now);
            before = due;
            now = now.saturating_add(step.minutes());
        }
    }
}
