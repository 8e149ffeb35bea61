//! The header Retry-After (RFC 9110 section 10.2.3): seconds, or a date.

use crate::model::clock;
use jiff::fmt::rfc2822::DateTimeParser;
use std::time::Duration;

/// Servers send wrong days of the week.
static DATES: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// How long a server asks us to wait; `None` if the header is missing or malformed.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // Too many digits mean a very long time.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::from(u32::MAX))));
    }
    let date = DATES.parse_timestamp(value).ok()?;
    let seconds = date.as_second().saturating_sub(clock::seconds());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        assert_eq!(retry_after("30"), Some(Duration::from_secs(30)));
        assert_eq!(retry_after(" 0 "), Some(Duration::ZERO));
        assert!(
            retry_after("99999999999999999999999").is_some_and(|wait| wait > Duration::from_secs(86_400))
        );
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        let later = clock::now() + jiff::SignedDuration::from_secs(90);
        let text = jiff::fmt::rfc2822::to_string(&later.to_zoned(jiff::tz::TimeZone::UTC)).expect("a date");
        let wait = retry_after(&text).expect("a date");
        assert!((85..=91).contains(&wait.as_secs()), "{wait:?}");
        assert!(retry_after("Fri, 31 Dec 2999 23:59:59 GMT").is_some(), "it is a Tuesday");
        for text in ["", "soon", "-5", "1.5", "2026-01-01"] {
            assert_eq!(retry_after(text), None, "{text}");
        }
    }
}
