//! The redirects that one check follows: at most five, and no address twice.

use std::collections::HashSet;
use url::Url;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// The redirects followed so far, and the address they have led to.
pub(super) struct RedirectChain {
    at: Url,
    passed: HashSet<String>,
    /// The new permanent URL: the end of the permanent redirects at the beginning of the chain.
    moved_to: Option<Url>,
    only_permanent: bool,
}

impl RedirectChain {
    pub(super) fn from(start: Url) -> RedirectChain {
        let start = without_fragment(start);
        RedirectChain {
            passed: HashSet::from([start.as_str().to_owned()]),
            at: start,
            moved_to: None,
            only_permanent: true,
        }
    }

    /// The address to ask now.
    pub(super) fn at(&self) -> &Url {
        &self.at
    }

    pub(super) fn moved_to(&self) -> Option<&Url> {
        self.moved_to.as_ref()
    }

    /// Follows a redirect, or returns why not.
    pub(super) fn follow(&mut self, location: Option<&str>, is_permanent: bool) -> Result<(), &'static str> {
        let next = location.and_then(|location| self.at.join(location).ok()).map(without_fragment);
        let Some(next) = next else { return Err("redirect without an address") };
        if self.passed.contains(next.as_str()) {
            return Err("redirects in a circle");
        }
        if self.passed.len() > MAX_REDIRECTS {
            return Err("too many redirects");
        }
        self.passed.insert(next.as_str().to_owned());
        self.only_permanent &= is_permanent;
        if self.only_permanent {
            self.moved_to = Some(next.clone());
        }
        self.at = next;
        Ok(())
    }
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain() -> RedirectChain {
        RedirectChain::from(Url::parse("https://example.org/a#part").expect("an address"))
    }

    #[test]
    fn five_redirects_are_followed_and_no_more() {
        let mut chain = chain();
        for n in 1..=5 {
            assert_eq!(chain.follow(Some(&format!("/{n}")), false), Ok(()));
        }
        assert_eq!(chain.at().as_str(), "https://example.org/5");
        assert_eq!(chain.follow(Some("/6"), false), Err("too many redirects"));
    }

    #[test]
    fn circles_are_left() {
        let mut chain = chain();
        assert_eq!(chain.follow(Some("#elsewhere"), false), Err("redirects in a circle"));
        assert_eq!(chain.follow(Some("//example.org/b"), false), Ok(()));
        assert_eq!(chain.follow(Some("https://EXAMPLE.org:443/a"), false), Err("redirects in a circle"));
    }

    #[test]
    fn a_redirect_needs_an_address() {
        assert_eq!(chain().follow(None, false), Err("redirect without an address"));
        assert_eq!(chain().follow(Some("https://"), false), Err("redirect without an address"));
    }

    #[test]
    fn an_address_has_moved_as_far_as_permanent_redirects_lead_from_it() {
        let moved = |hops: &[(&str, bool)]| {
            let mut chain = chain();
            for (to, is_permanent) in hops {
                chain.follow(Some(to), *is_permanent).expect("it is followed");
            }
            chain.moved_to().map(|url| url.path().to_owned())
        };
        assert_eq!(moved(&[("/b", true)]).as_deref(), Some("/b"));
        assert_eq!(moved(&[("/b", true), ("/c", true), ("/d", false)]).as_deref(), Some("/c"));
        assert_eq!(moved(&[("/b", false), ("/c", true)]), None);
        assert_eq!(moved(&[]), None);
    }
}
