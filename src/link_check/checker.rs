//! The check of one address: through at most five redirects, by HEAD and where needed by GET, with retries and the delays that
//! hosts ask for (Retry-After).

use crate::link_check::answer::{Answer, FetchedFile, RequestFailure, TextWanted};
use crate::link_check::client::{Ask, Client, Limits, Resolver, SystemResolver};
use crate::link_check::host_throttle::HostThrottle;
use crate::model::error::Result;
use crate::model::link_check::address::{AllowedHosts, Refusal};
use crate::model::link_check::link::{Checked, FileMarks, LinkState, names_a_document};
use reqwest::header::HeaderValue;
use rustls::RootCertStore;
use std::collections::HashSet;
use std::time::Duration;
use url::Url;

/// A longer new URL is truncated, because it is stored.
const MAX_ADDRESS: usize = 2_000;

/// Checks addresses. Several at once may be under way; of one host they wait for each other.
pub struct Checker {
    client: Client,
    throttle: HostThrottle,
    limits: Limits,
}

impl Checker {
    /// With these limits, the system's resolver and certificate authorities. `contact` appears in the User-Agent.
    pub fn new(
        public_url: &str,
        contact: Option<&str>,
        allowed: AllowedHosts,
        limits: Limits,
    ) -> Result<Checker> {
        let mut roots = RootCertStore::empty();
        let (trusted, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if trusted == 0 {
            tracing::warn!(
                "no certificate authority found on this machine: https links will count as unreachable"
            );
        }
        Checker::with(&user_agent(public_url, contact), allowed, Box::new(SystemResolver), roots, limits)
    }

    /// With the given resolver, authorities and limits.
    pub fn with(
        user_agent: &str,
        allowed: AllowedHosts,
        resolver: Box<dyn Resolver>,
        roots: RootCertStore,
        limits: Limits,
    ) -> Result<Checker> {
        // What no header may hold is not sent.
        let user_agent = HeaderValue::from_str(user_agent)
            .unwrap_or(HeaderValue::from_static(concat!("Handout/", env!("CARGO_PKG_VERSION"))));
        let client = Client::new(user_agent, allowed, resolver, roots, limits.clone())?;
        Ok(Checker { client, throttle: HostThrottle::new(limits.request_interval), limits })
    }

    /// Checks an address. `last` are the marks of the file that was there before; `None` when none was.
    ///
    /// Dropping the future ends it at once, its connection included.
    pub async fn check(&self, address: &str, last: Option<&FileMarks>) -> Checked {
        self.check_with_body(address, last, None).await.0
    }

    /// Checks an address and fetches the file or page there for its text, unless that of the present one is known.
    pub async fn check_and_fetch(
        &self,
        address: &str,
        last: Option<&FileMarks>,
        text: &TextWanted,
    ) -> (Checked, Option<FetchedFile>) {
        self.check_with_body(address, last, Some(text)).await
    }

    async fn check_with_body(
        &self,
        address: &str,
        last: Option<&FileMarks>,
        text: Option<&TextWanted>,
    ) -> (Checked, Option<FetchedFile>) {
        let Ok(url) = Url::parse(address) else { return (refuse(Refusal::Scheme), None) };
        let expects_file = last.is_some() || names_a_document(url.path());
        let (answer, chain) = match self.fetch(url, Ask::Head).await {
            Ok(answered) => answered,
            Err(error) => return (from_failure(&error), None),
        };
        let found = judge(&answer, &chain, expects_file);
        let is_there = matches!(found.result, LinkState::Ok | LinkState::Moved);
        let wants_text = is_there && text.is_some_and(|text| text.wants(&answer.marks));
        let wants_digest =
            found.file.as_ref().is_some_and(|today| last.is_none_or(|last| last.must_be_read(today)));
        if !wants_text && !wants_digest {
            return (found, None);
        }
        if answer.marks.length.is_some_and(|length| length > self.limits.max_bytes) {
            return (if wants_digest { refuse(Refusal::TooLarge) } else { found }, None);
        }
        let ask = if text.is_some() { Ask::Body } else { Ask::Whole };
        match self.fetch(chain.at().clone(), ask).await {
            Ok((mut read, further)) => {
                let body = read.body.take();
                let fetched = body.and_then(|body| FetchedFile::new(body, &read, &answer.marks));
                (after_reading(found, judge(&read, &further, expects_file)), fetched)
            }
            // A page is fetched only for its text: the result of the HEAD request counts.
            Err(_) if !wants_digest => (found, None),
            Err(error) => (from_failure(&error), None),
        }
    }

    /// Follows redirects and retries until there is a final answer; returns it with the redirects that led to it. A HEAD
    /// request that does not succeed is followed by a GET request, whose answer counts.
    async fn fetch(
        &self,
        start: Url,
        first: Ask,
    ) -> std::result::Result<(Answer, RedirectChain), RequestFailure> {
        let (mut chain, mut ask, mut pauses) = (RedirectChain::from(start), first, self.limits.pauses.iter());
        loop {
            let answer = self.request(chain.at(), ask).await;
            match next(&answer, ask) {
                Next::Follow => {
                    let Ok(answer) = answer else { continue };
                    chain
                        .follow(answer.location.as_deref(), answer.is_permanent())
                        .map_err(RequestFailure::BadRedirect)?;
                }
                Next::Ask(other) => ask = other,
                Next::Wait(wait) => {
                    let Some(pause) = pauses.next().filter(|_| wait <= self.limits.max_retry_after) else {
                        return answer.map(|answer| (answer, chain));
                    };
                    tokio::time::sleep(wait.max(*pause)).await;
                    if ask == Ask::Head {
                        ask = Ask::FirstPart;
                    }
                }
                Next::Accept => return answer.map(|answer| (answer, chain)),
            }
        }
    }

    /// One request, when its host may be asked. A host that asks for a delay gets it from every other check too.
    async fn request(&self, url: &Url, ask: Ask) -> std::result::Result<Answer, RequestFailure> {
        let destination = self.client.destination(url)?;
        let mut permit = self.throttle.acquire(&destination.host).await;
        let answer = self.client.ask(url, &destination, ask).await;
        if let Ok(Answer { retry_after: Some(wait), .. }) = &answer {
            permit.delay((*wait).min(self.limits.max_retry_after));
        }
        answer
    }
}

/// What to do about an answer.
enum Next {
    /// Go where it leads.
    Follow,
    /// Ask the same address this.
    Ask(Ask),
    /// Try again, after so long at least.
    Wait(Duration),
    /// It is final.
    Accept,
}

fn next(answer: &std::result::Result<Answer, RequestFailure>, ask: Ask) -> Next {
    match answer {
        Ok(answer) if answer.is_redirect() => Next::Follow,
        Ok(answer) if answer.refuses_head() && ask == Ask::Head => Next::Ask(Ask::FirstPart),
        Ok(answer) if answer.is_temporary_failure() => Next::Wait(answer.retry_after.unwrap_or_default()),
        Ok(answer) if ask == Ask::Head && !answer.status.is_success() => Next::Ask(Ask::FirstPart),
        // An empty file has no first part.
        Ok(answer) if ask == Ask::FirstPart && answer.status.as_u16() == 416 => Next::Ask(Ask::Unread),
        Err(RequestFailure::Timeout) => Next::Wait(Duration::ZERO),
        Err(RequestFailure::Broken(_)) if ask == Ask::Head => Next::Ask(Ask::FirstPart),
        _ => Next::Accept,
    }
}

/// The result of a check whose file was read after its head had been requested.
fn after_reading(found: Checked, mut read: Checked) -> Checked {
    if let (Some(file), Some(marks)) = (&mut read.file, found.file) {
        *file = match file.sha256.take() {
            // The next check compares its headers with these.
            Some(digest) => FileMarks { sha256: Some(digest), ..marks },
            // Only a part was received: it is read again at the next check.
            None => FileMarks::default(),
        };
    }
    match read.result {
        // Whether the address has moved was found out before.
        LinkState::Ok | LinkState::Moved => Checked { result: found.result, reason: found.reason, ..read },
        _ => read,
    }
}

/// The result for a response that is not a redirect.
fn judge(answer: &Answer, chain: &RedirectChain, expects_file: bool) -> Checked {
    let checked = |result, reason: Option<String>| Checked { result, reason, file: None };
    match answer.status.as_u16() {
        200..=299 if answer.is_page && expects_file => checked(LinkState::Soft404, None),
        200..=299 => {
            let (result, reason) = match chain.moved_to() {
                Some(to) => (LinkState::Moved, Some(to.as_str().chars().take(MAX_ADDRESS).collect())),
                None => (LinkState::Ok, None),
            };
            Checked { file: (!answer.is_page).then(|| answer.marks.clone()), ..checked(result, reason) }
        }
        401 | 403 => checked(LinkState::Blocked, Some(format!("status {}", answer.status.as_u16()))),
        404 | 410 => checked(LinkState::Gone, Some(format!("status {}", answer.status.as_u16()))),
        status => checked(LinkState::Unreachable, Some(format!("status {status}"))),
    }
}

fn from_failure(error: &RequestFailure) -> Checked {
    let why = match error {
        RequestFailure::Refused(why) => return refuse(*why),
        RequestFailure::Timeout => "no answer in time",
        RequestFailure::NoConnection(why)
        | RequestFailure::Broken(why)
        | RequestFailure::BadRedirect(why) => why,
    };
    Checked { result: LinkState::Unreachable, reason: Some(why.to_owned()), file: None }
}

fn refuse(why: Refusal) -> Checked {
    Checked { result: LinkState::Unchecked, reason: Some(why.to_string()), file: None }
}

/// The User-Agent, with a contact address.
fn user_agent(public_url: &str, contact: Option<&str>) -> String {
    let contact = contact.map(|contact| format!("; {contact}")).unwrap_or_default();
    format!("Handout/{} (+{public_url}{contact})", env!("CARGO_PKG_VERSION"))
}

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
