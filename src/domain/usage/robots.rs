//! Tells robots from people by the COUNTER list, a copy of which is in `assets/robots.tsv`.

use regex::{RegexSet, RegexSetBuilder};
use std::sync::LazyLock;

/// Patterns of user agents, each with the day of its last change.
const LIST: &str = include_str!("../../../assets/robots.tsv");

/// `None` if the list were unreadable, which a test rules out.
static ROBOTS: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSetBuilder::new(patterns()).case_insensitive(true).build().ok());

fn patterns() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').next())
}

/// Whether a request with this User-Agent comes from a robot. One without a User-Agent does.
pub(super) fn is_robot(agent: &[u8]) -> bool {
    let agent = String::from_utf8_lossy(agent);
    ROBOTS.as_ref().is_none_or(|robots| robots.is_match(agent.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_can_be_read() {
        assert_eq!(ROBOTS.as_ref().map(RegexSet::len), Some(327));
    }

    #[test]
    fn robots_are_distinguished_from_browsers() {
        let check = |agent: &str, expected: bool| assert_eq!(is_robot(agent.as_bytes()), expected, "{agent}");
        check("", true);
        check("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true);
        check("Mozilla/5.0 (compatible; ClaudeBot/1.0)", true);
        check("curl/8.5.0", true);
        check("python-requests/2.32", true);
        check("PYTHON-REQUESTS/2.32", true);
        check("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36", true);
        check("Mozilla/5.0", true);
        check("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false);
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/18.6 Mobile/15E148 Safari/604.1",
            false,
        );
        check(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
             Safari/537.36 Edg/140.0.0.0",
            false,
        );
        assert!(!is_robot(b"Mozilla/5.0 (\xe9; rv:140.0) Gecko/20100101 Firefox/140.0"));
    }
}
