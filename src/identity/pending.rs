//! A sign-in under way: what the browser and this server know of it until the provider sends the browser back, and the address
//! to return to then, never one of another host.

use crate::identity::sealed;
use crate::model::error::Result;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Longest return address in a cookie, in bytes: the cookies of twenty sign-ins must stay below 4 KB together.
const MAX_RETURN_BYTES: usize = 48;

/// A sign-in under way. The browser has a cookie of it, sealed with a key of this process; the rest comes from that key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Comes back with the code.
    pub state: String,
    /// Comes back in the ID token.
    pub(super) nonce: String,
    /// Proves to the provider that the code is ours.
    pub(super) verifier: String,
    /// Local address to go to afterwards; empty if it is too long for the cookie.
    pub return_to: String,
    /// When it began, in microseconds since 1970: tabs begin several within a millisecond.
    pub began_us: i64,
}

impl Pending {
    /// A new one, with the key of this process.
    pub fn new(key: &str, return_to: &str, began_us: i64) -> Result<Pending> {
        Ok(Pending::with_state(key, &sealed::new_state()?, return_to, began_us))
    }

    fn with_state(key: &str, state: &str, return_to: &str, began_us: i64) -> Pending {
        Pending {
            nonce: sealed::derive(key, "nonce", state),
            verifier: sealed::derive(key, "verifier", state),
            state: state.to_owned(),
            return_to: return_to.to_owned(),
            began_us,
        }
    }

    /// The value of its cookie.
    pub fn cookie(&self, key: &str) -> Result<String> {
        let return_to = if self.fits_cookie() { self.return_to.as_str() } else { "" };
        let sealed = sealed::seal(key, &format!("{} {} {return_to}", self.state, self.began_us))?;
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    /// Whether the cookie contains the return address.
    pub fn fits_cookie(&self) -> bool {
        self.return_to.len() <= MAX_RETURN_BYTES
    }

    /// The sign-in of a cookie that this process has made.
    pub fn from_cookie(key: &str, cookie: &str) -> Option<Pending> {
        let text = sealed::open(key, &URL_SAFE_NO_PAD.decode(cookie).ok()?)?;
        let mut parts = text.splitn(3, ' ');
        let (state, began_us, return_to) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Pending::with_state(key, state, return_to, began_us.parse().ok()?))
    }
}

/// Longest address to return to, in bytes. The server has some thousands of them in memory.
const MAX_ADDRESS_BYTES: usize = 2_500;

/// The local address to return to, as a browser reads `wanted`: path, query and fragment. Anything else, such as
/// another host or the sign-in itself, becomes `/`.
pub fn local_address(wanted: &str) -> String {
    let nowhere = || "/".to_owned();
    let odd = |c: char| c.is_control() || c == '\\';
    if !wanted.starts_with('/') || wanted.starts_with("//") || wanted.contains(odd) {
        return nowhere();
    }
    let Ok(url) = url::Url::parse("http://local.invalid").and_then(|base| base.join(wanted)) else {
        return nowhere();
    };
    let address = &url[url::Position::BeforePath..];
    // Dots may have led to a second slash in front.
    let stays = url.host_str() == Some("local.invalid") && !address.starts_with("//");
    let signs_in = matches!(url.path().trim_end_matches('/'), "/login" | "/login/callback" | "/logout");
    if stays && !signs_in && address.len() <= MAX_ADDRESS_BYTES { address.to_owned() } else { nowhere() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_cookie_is_short_and_opened_by_the_key_that_made_it() {
        for return_to in ["/".to_owned(), format!("/{}", "a".repeat(47)), format!("/{}", "a".repeat(48))] {
            let pending = Pending::new("key", &return_to, 1_800_000_000_000_000).unwrap();
            let cookie = pending.cookie("key").unwrap();
            assert!(cookie.len() <= 155, "{}", cookie.len());
            let opened = Pending::from_cookie("key", &cookie).unwrap();
            let expected = if pending.fits_cookie() { return_to } else { String::new() };
            assert_eq!(opened, Pending { return_to: expected, ..pending });
            assert_eq!(Pending::from_cookie("another", &cookie), None);
            assert_eq!(Pending::from_cookie("key", &cookie[1..]), None);
        }
    }

    #[test]
    fn each_sign_in_has_secrets_of_its_own() {
        let [one, other] = [0, 0].map(|_| Pending::new("key", "/", 0).unwrap());
        assert!(one.state != other.state && one.nonce != other.nonce && one.verifier != other.verifier);
        assert!(one.nonce != one.verifier && one.verifier.len() == 43);
        assert_ne!(Pending::with_state("another", &one.state, "/", 0).verifier, one.verifier);
    }
}

#[cfg(test)]
mod local_address_tests {
    use super::*;

    #[test]
    fn only_local_addresses_are_returned_to() {
        let check = |wanted: &str, expected: &str| assert_eq!(local_address(wanted), expected, "{wanted:?}");
        check("/", "/");
        check("/search?q=croup&filters=W10%3D&page=2#top", "/search?q=croup&filters=W10%3D&page=2#top");
        check("/citation/asthma#languages", "/citation/asthma#languages");
        check("/search?q=fi\u{e8}vre", "/search?q=fi%C3%A8vre");
        check("/citation/\u{6c14}", "/citation/%E6%B0%94");
        check("/order?next=//evil.example", "/order?next=//evil.example");
        for elsewhere in [
            "",
            "order",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/..//evil.example",
            "/./\t/evil.example",
            "/\n/evil.example",
            "/a\r\nSet-Cookie: x",
            "https://evil.example",
            "javascript:alert(1)",
            "http:evil.example",
            "/login",
            "/login?return=/login",
            "/login/callback?code=1",
            "/logout",
            "/login/",
        ] {
            check(elsewhere, "/");
        }
        check(&format!("/search?q={}", "a".repeat(MAX_ADDRESS_BYTES)), "/");
    }
}
