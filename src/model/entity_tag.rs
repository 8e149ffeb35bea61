//! Entity tags (RFC 9110, section 8.8.3): a tag names a version. What a proxy adds to one is taken off before two tags
//! are compared, in headers and in JSON. The headers are read and written in `web/conditional.rs`.

use crate::model::text::lower_hex;
use std::fmt::Display;

/// What servers in between add before the closing quote when they compress a response: Apache, Caddy, Jetty and others.
const CODING_SUFFIXES: [&str; 7] = ["--gzip", ";gzip", "-gzip", "-br", "-deflate", "-zstd", ";br"];

/// A strong entity tag with this opaque text, which holds no quotes.
pub fn quoted_tag(opaque: impl Display) -> String {
    format!("\"{opaque}\"")
}

/// The entity tag, without quotes, of one representation (these bytes) of the state with this tag.
pub fn representation_tag(state: &str, bytes: &[u8]) -> String {
    format!("{state}.{}", digest(bytes))
}

/// A short digest of these bytes.
pub fn digest(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    lower_hex(&digest.as_ref()[..12])
}

/// The opaque text of an entity tag without its quotes and without what a proxy has added. The quotes may be left out.
pub fn version_text(tag: &str) -> &str {
    let mut text = tag.trim();
    while let Some(strong) = text.strip_prefix("W/") {
        text = strong;
    }
    without_codings(text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text))
}

fn without_codings(mut text: &str) -> &str {
    while let Some(shorter) = CODING_SUFFIXES.iter().find_map(|suffix| text.strip_suffix(suffix)) {
        text = shorter;
    }
    text
}

/// The state that an entity tag in a JSON body names.
pub fn state_text(tag: &str) -> &str {
    let version = version_text(tag);
    version.split_once('.').map_or(version, |(state, _)| state)
}

/// Which versions a conditional request names (RFC 9110, sections 13.1.1 and 13.1.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Any version.
    Any,
    /// These versions, as [`version_text`] returns them.
    OneOf(Vec<String>),
}

impl Precondition {
    /// The value of `If-Match` or `If-None-Match`: `*`, or a list of entity tags. `None` if it is neither by the grammar.
    pub fn parse(value: &str) -> Option<Precondition> {
        let value = value.trim_matches(BLANKS);
        if value == "*" {
            return Some(Precondition::Any);
        }
        let mut versions = Vec::new();
        let mut rest = value;
        loop {
            // RFC 9110 section 5.6.1.2: empty elements of a list are ignored.
            rest = rest.trim_start_matches(|c| c == ',' || BLANKS.contains(&c));
            if rest.is_empty() {
                return Some(Precondition::OneOf(versions));
            }
            let opaque = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?;
            let (opaque, after) = opaque.split_once('"')?;
            if opaque.contains(|c: char| c.is_ascii_control() || c == ' ') {
                return None;
            }
            versions.push(without_codings(opaque).to_owned());
            rest = after.trim_start_matches(BLANKS);
            if !rest.is_empty() && !rest.starts_with(',') {
                return None;
            }
        }
    }

    /// Whether this version, without quotes, is named.
    pub fn is_met_by(&self, version: &str) -> bool {
        match self {
            Precondition::Any => true,
            Precondition::OneOf(versions) => versions.iter().any(|known| known == version),
        }
    }

    /// Whether `state` is named, of which each representation has a tag of its own: the state's tag, a dot, and more.
    pub fn is_met_by_state(&self, state: &str) -> bool {
        match self {
            Precondition::Any => true,
            Precondition::OneOf(versions) => versions.iter().any(|version| state_text(version) == state),
        }
    }
}

/// Blanks around the elements of a list.
const BLANKS: [char; 2] = [' ', '\t'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_proxy_adds_is_no_part_of_a_version() {
        for tag in [
            "a-1",
            "\"a-1\"",
            "W/\"a-1\"",
            "\"a-1-gzip\"",
            "W/\"a-1-br\"",
            "\"a-1-deflate\"",
            "\"a-1-zstd\"",
            "\"a-1;gzip\"",
            "\"a-1--gzip\"",
            "W/\"a-1--gzip-gzip;gzip\"",
            "W/W/\"a-1-br-gzip\"",
            " a-1-gzip ",
        ] {
            assert_eq!(version_text(tag), "a-1", "{tag}");
            let of_body = tag.replace("a-1", "a-1.9f");
            assert_eq!((version_text(&of_body), state_text(&of_body)), ("a-1.9f", "a-1"), "{tag}");
        }
        for other in ["\"a-1gzip\"", "\"a-1-GZIP\"", "\"-gzip-a-1\"", "\"a-1-\"", "\"W/a-1\"", "w/\"a-1\""] {
            assert_ne!(version_text(other), "a-1", "{other}");
        }
    }

    #[test]
    fn a_list_names_every_version_in_it() {
        let check = |value: &str, versions: &[&str]| {
            let expected =
                Precondition::OneOf(versions.iter().map(|version| (*version).to_owned()).collect());
            assert_eq!(Precondition::parse(value), Some(expected), "{value}");
        };
        check("\"a-1\"", &["a-1"]);
        check("W/\"a-1\"", &["a-1"]);
        check("\"a\", W/\"b-gzip\" ,\t\"c\"", &["a", "b", "c"]);
        check("\"a\",\"b\"", &["a", "b"]);
        check("\"a,b\", \"c\"", &["a,b", "c"]);
        check(", ,\"a\",,", &["a"]);
        check("\"\"", &[""]);
        check("\"é\"", &["é"]);
        check("", &[]);
        check(" , \t", &[]);
        assert_eq!(Precondition::parse(" *\t"), Some(Precondition::Any));
    }

    #[test]
    fn what_is_no_list_of_tags_is_not_read() {
        for value in [
            "a-1",
            "W/a-1",
            "w/\"a\"",
            "W/W/\"a\"",
            "W / \"a\"",
            "\"a",
            "a\"",
            "\"a\"b",
            "a\"b\"",
            "\"a\" \"b\"",
            "\"a\";\"b\"",
            "\"a\", b",
            "\"a b\"",
            "\"a\tb\"",
            "\"a\u{7f}\"",
            "*, \"a\"",
            "\"a\", *",
            "**",
            "'a'",
        ] {
            assert_eq!(Precondition::parse(value), None, "{value}");
        }
    }

    #[test]
    fn every_representation_of_a_state_names_it() {
        let named = |tag: &str| Precondition::OneOf(vec![tag.to_owned()]).is_met_by_state("a-1");
        assert!(named("a-1") && named("a-1.9f") && Precondition::Any.is_met_by_state("a-1"));
        assert!(!named("a-12") && !named("a-") && !named("b-1.a-1") && !named(""));
    }
}
