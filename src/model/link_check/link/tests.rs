#![allow(clippy::unwrap_used)]
use super::*;
use LinkState::{Blocked, Changed, Gone, Moved, Ok as Fine, Soft404, Unchecked, Unreachable};
use proptest::prelude::*;

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn at(text: &str) -> DateTime {
    text.parse().unwrap()
}

/// The states after these results, one a night.
fn states(results: &[LinkState]) -> Vec<LinkState> {
    let mut url_state = UrlState::NEW;
    let mut date = day("2026-02-26").date();
    results
        .iter()
        .map(|result| {
            date = date.tomorrow().unwrap();
            url_state = url_state.after(*result, Some(Day::from(date)));
            url_state.state
        })
        .collect()
}

#[test]
fn gone_and_unreachable_are_believed_on_the_third_night_in_a_row() {
    assert_eq!(states(&[Fine, Gone, Gone, Gone]), [Fine, Fine, Fine, Gone]);
    assert_eq!(states(&[Unreachable, Unreachable, Unreachable]), [Unchecked, Unchecked, Unreachable]);
    assert_eq!(states(&[Fine, Gone, Gone, Fine, Gone, Gone]), [Fine; 6]);
    assert_eq!(states(&[Fine, Gone, Unreachable, Gone, Unreachable]), [Fine, Fine, Fine, Gone, Unreachable]);
    assert_eq!(states(&[Fine, Gone, Gone, Blocked, Gone]), [Fine, Fine, Fine, Blocked, Blocked]);
}

#[test]
fn every_other_state_follows_at_once() {
    for result in [Fine, Moved, Blocked, Soft404, Unchecked] {
        assert_eq!(states(&[Gone, Gone, Gone, result]).last(), Some(&result));
    }
}

#[test]
fn a_check_that_somebody_asked_for_is_no_night() {
    let night = |n: i8| Some(Day::from(jiff::civil::date(2026, 3, n)));
    let mut url_state = UrlState::NEW.after(Fine, night(1)).after(Gone, night(2)).after(Gone, night(3));
    for _ in 0..5 {
        url_state = url_state.after(Gone, None);
    }
    assert_eq!(url_state, UrlState { state: Fine, bad_nights: 2, night: night(3) });
    assert_eq!(url_state.after(Gone, night(4)).state, Gone);
    // It ends a row, though: the address answers.
    assert_eq!(url_state.after(Fine, None).after(Gone, night(4)).state, Fine);
    // What is believed already stays believed.
    assert_eq!(url_state.after(Gone, night(4)).after(Unreachable, None).state, Unreachable);
}

#[test]
fn a_night_counts_once() {
    let night = Some(day("2026-03-01"));
    let url_state = UrlState::NEW.after(Gone, night).after(Gone, night).after(Gone, night);
    assert_eq!((url_state.state, url_state.bad_nights), (Unchecked, 1));
}

proptest! {
    /// Any nights and checks in between, compared with the rule as it reads: the state is gone or unreachable exactly when
    /// the last three nights were, and nothing else came between; otherwise the last thing that counted at once.
    #[test]
    fn states_follow_the_rule(checks in prop::collection::vec((0usize..7, any::<bool>(), 0i32..3), 1..40)) {
        let kinds = [Fine, Moved, Blocked, Gone, Soft404, Unreachable, Unchecked];
        let (mut url_state, mut date, mut history) = (UrlState::NEW, jiff::civil::date(2026, 1, 1), Vec::new());
        for (kind, is_night, later) in checks {
            date += jiff::Span::new().days(later);
            let (result, night) = (kinds[kind], is_night.then(|| Day::from(date)));
            url_state = url_state.after(result, night);
            history.push((result, night));
        }
        let mut expected = Unchecked;
        for end in 1..=history.len() {
            let (result, _) = history[end - 1];
            let row: Vec<_> = history[..end].iter().rev().take_while(|(r, _)| matches!(r, Gone | Unreachable)).collect();
            // The night before the row may be counted already, by what broke the row.
            let before = history[..end - row.len()].iter().filter_map(|(_, night)| *night).next_back();
            let mut nights: Vec<Day> = row.iter().filter_map(|(_, night)| *night).collect();
            nights.dedup();
            nights.retain(|night| Some(*night) != before);
            if row.is_empty() || nights.len() >= 3 {
                expected = result;
            }
        }
        prop_assert_eq!(url_state.state, expected);
    }
}

#[test]
fn a_night_begins_at_its_hour_and_continues_past_midnight() {
    #[track_caller]
    fn check(now: &str, hour: u8, last: Option<(&str, bool)>, expected: NightAction) {
        let last = last.map(|(text, finished)| Night { day: day(text), finished });
        assert_eq!(night_action(at(now), hour, last), expected, "{now} {hour} {last:?}");
    }
    use NightAction::{Begin, Resume, Wait};
    check("2026-03-10T02:59:59", 3, None, Wait);
    check("2026-03-10T03:00:00", 3, None, Begin(day("2026-03-10")));
    check("2026-03-10T14:00:00", 3, Some(("2026-03-09", true)), Begin(day("2026-03-10")));
    check("2026-03-10T14:00:00", 3, Some(("2026-03-09", false)), Begin(day("2026-03-10")));
    check("2026-03-10T04:00:00", 3, Some(("2026-03-10", false)), Resume(day("2026-03-10")));
    check("2026-03-10T04:00:00", 3, Some(("2026-03-10", true)), Wait);
    check("2026-03-11T00:30:00", 23, Some(("2026-03-10", false)), Resume(day("2026-03-10")));
    check("2026-03-11T00:30:00", 23, Some(("2026-03-10", true)), Wait);
    check("2026-03-11T00:30:00", 23, Some(("2026-03-09", true)), Wait);
    check("2026-03-11T22:59:00", 23, None, Wait);
    check("2026-03-01T00:00:00", 0, Some(("2026-02-28", true)), Begin(day("2026-03-01")));
    check("2028-03-01T00:10:00", 3, Some(("2028-02-29", false)), Resume(day("2028-02-29")));
    // A clock that was set back begins its own night.
    check("2026-03-10T04:00:00", 3, Some(("2026-03-12", true)), Begin(day("2026-03-10")));
}

/// A server that looks every few minutes, restarts included, begins each night once and leaves none out.
#[test]
fn each_day_has_one_night() {
    for hour in 0..24 {
        let (mut now, mut last, mut begun) = (at("2026-03-01T12:17:00"), None, Vec::new());
        while now < at("2026-03-21T12:00:00") {
            match night_action(now, hour, last) {
                NightAction::Begin(day) => {
                    begun.push(day);
                    last = Some(Night { day, finished: false });
                }
                NightAction::Resume(day) => last = Some(Night { day, finished: true }),
                NightAction::Wait => {}
            }
            now += jiff::Span::new().minutes(7);
        }
        let days: std::collections::BTreeSet<Day> = begun.iter().copied().collect();
        assert_eq!(days.len(), begun.len(), "{hour}");
        assert!((20..=21).contains(&begun.len()), "{hour}: {begun:?}");
    }
}

#[test]
fn a_file_is_read_when_its_marks_differ() {
    let marks = |etag: &str, length: u64, sha: &str| FileMarks {
        etag: Some(etag.to_owned()).filter(|text| !text.is_empty()),
        last_modified: None,
        length: Some(length).filter(|length| *length > 0),
        sha256: Some(sha.to_owned()).filter(|text| !text.is_empty()),
    };
    assert!(!marks("a", 5, "1").must_be_read(&marks("a", 5, "")));
    assert!(marks("a", 5, "1").must_be_read(&marks("b", 5, "")));
    assert!(marks("a", 5, "1").must_be_read(&marks("a", 6, "")));
    assert!(marks("a", 5, "1").must_be_read(&marks("", 5, "")));
    assert!(marks("a", 5, "").must_be_read(&marks("a", 5, "")), "it was never read");
    assert!(marks("", 0, "1").must_be_read(&marks("", 0, "")), "nothing says that it is the same");
}

#[test]
fn documents_are_known_by_their_names() {
    for path in ["/a.pdf", "/x/B.PDF", "/a.b.docx"] {
        assert!(names_a_document(path), "{path}");
    }
    for path in ["/", "/pdf", "/a.html", "/a.pdf/", "/a.php", ""] {
        assert!(!names_a_document(path), "{path}");
    }
}

#[test]
fn only_what_answers_can_be_changed() {
    assert_eq!(Fine.with_change(true), Changed);
    assert_eq!(Moved.with_change(true), Changed);
    assert_eq!(Fine.with_change(false), Fine);
    for other in [Blocked, Gone, Soft404, Unreachable, Unchecked] {
        assert_eq!(other.with_change(true), other);
    }
}

#[test]
fn a_filter_takes_every_state_by_its_name() {
    for state in LinkState::ALL {
        assert_eq!(StateFilter::read(state.name()).unwrap(), StateFilter::Only(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.name());
        assert_eq!(StateFilter::Broken.takes(state), state.is_broken());
    }
    assert!(StateFilter::read("fine").is_err());
}
