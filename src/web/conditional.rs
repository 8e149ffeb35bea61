//! Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13.1); the only place that reads and writes the
//! headers. Entity tags in JSON are in `model/entity_tag.rs`.

use crate::model::entity_tag::{Precondition, quoted_tag};
use crate::model::text::hex::lower_hex;
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};

/// A strong entity tag of these bytes, quoted.
pub(in crate::web) fn digest_tag(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    quoted_tag(lower_hex(&digest.as_ref()[..12]))
}

/// The strong entity tag, quoted, of one representation (these bytes) of the state with this tag. A change of the state is
/// conditional on the state alone: [`Precondition::is_met_by_state`].
pub(in crate::web) fn representation_tag(state: &str, bytes: &[u8]) -> String {
    quoted_tag(format_args!("{state}.{}", digest_tag(bytes).trim_matches('"')))
}

/// Whether the client already has the representation with this quoted tag, so that the response is 304.
///
/// `If-None-Match` compares weakly, since a cached copy that is good enough need not be sent again.
pub(in crate::web) fn is_not_modified(request: &HttpRequest, tag: &str) -> bool {
    match Condition::parse(request, &IF_NONE_MATCH) {
        None => false,
        Some(Condition::Any) => true,
        Some(Condition::Tags(known)) => known.iter().any(|known| quoted_tag(&known.opaque) == tag),
    }
}

/// The states that `If-Match` names; any state when the header is missing.
///
/// `If-Match` compares strongly, so a weak tag equals no state. Neither does a value that is not a list of entity tags:
/// a client that sends one does not know the state, and its change is refused with 412.
pub(in crate::web) fn precondition(request: &HttpRequest) -> Precondition {
    match Condition::parse(request, &IF_MATCH) {
        None | Some(Condition::Any) => Precondition::Any,
        Some(Condition::Tags(tags)) => {
            Precondition::OneOf(tags.into_iter().filter(|tag| !tag.is_weak).map(|tag| tag.opaque).collect())
        }
    }
}

/// The same where the header is required; 428 that names `what` when it is missing.
pub(in crate::web) fn required_precondition(
    request: &HttpRequest,
    what: &str,
) -> Result<Precondition, Problem> {
    if request.headers().contains_key(IF_MATCH) {
        return Ok(precondition(request));
    }
    let message = format!("Please send the ETag of the {what} that you know, as If-Match.");
    Err(Problem::new(StatusCode::PRECONDITION_REQUIRED, message))
}

/// Separators in a list of tags.
const SEPARATORS: [char; 3] = [',', ' ', '\t'];

/// What `If-Match` or `If-None-Match` says.
#[derive(Debug, PartialEq, Eq)]
enum Condition {
    /// `*`: any state.
    Any,
    /// The well-formed tags of all its lines; parts that are not tags are left out.
    Tags(Vec<EntityTag>),
}

#[derive(Debug, PartialEq, Eq)]
struct EntityTag {
    is_weak: bool,
    /// Without its quotes.
    opaque: String,
}

impl Condition {
    /// The condition of a request; `None` without the header.
    fn parse(request: &HttpRequest, name: &HeaderName) -> Option<Condition> {
        let lines: Vec<&[u8]> = request.headers().get_all(name).map(|line| line.as_bytes()).collect();
        if lines.is_empty() {
            return None;
        }
        if lines.iter().any(|line| line.trim_ascii() == b"*") {
            return Some(Condition::Any);
        }
        let mut tags = Vec::new();
        for line in lines {
            // Opaque text may hold bytes that are not UTF-8; ours never does, so such a tag equals none of ours.
            let line = String::from_utf8_lossy(line);
            read_tags(&line, &mut tags);
        }
        Some(Condition::Tags(tags))
    }
}

/// Adds the entity tags of a comma-separated list. A comma within the quotes belongs to the tag.
///
/// A tag without quotes counts as well: scripts leave them out, and it can only equal the state that it names.
fn read_tags(line: &str, tags: &mut Vec<EntityTag>) {
    let mut rest = line.trim_start_matches(SEPARATORS);
    while !rest.is_empty() {
        let (is_weak, tag) = rest.strip_prefix("W/").map_or((false, rest), |tag| (true, tag));
        let (opaque, after) = match tag.strip_prefix('"') {
            Some(tag) => tag.split_once('"').unwrap_or(("", "")),
            None => tag.split_at(tag.find(SEPARATORS).unwrap_or(tag.len())),
        };
        // Text directly after a closing quote makes the entry malformed; it is ignored.
        let end = after.find(SEPARATORS).unwrap_or(after.len());
        if end == 0 && !opaque.is_empty() && !opaque.contains('"') {
            tags.push(EntityTag { is_weak, opaque: opaque.to_owned() });
        }
        rest = after[end..].trim_start_matches(SEPARATORS);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use actix_web::test::TestRequest;

    fn request(name: HeaderName, lines: &[&str]) -> HttpRequest {
        lines
            .iter()
            .fold(TestRequest::default(), |request, line| request.append_header((name.clone(), *line)))
            .to_http_request()
    }

    #[test]
    fn if_match_names_states_by_strong_tags_alone() {
        let check = |lines: &[&str], states: &[&str]| {
            let expected = Precondition::OneOf(states.iter().map(|state| (*state).to_owned()).collect());
            assert_eq!(precondition(&request(IF_MATCH, lines)), expected, "{lines:?}");
        };
        check(&["\"a-1\""], &["a-1"]);
        check(&["W/\"a-1\""], &[]);
        check(&["\"a\", W/\"b\" ,\"c\""], &["a", "c"]);
        check(&["\"a\"", "\"b\", \"c\""], &["a", "b", "c"]);
        check(&["\"a,b\", \"c\""], &["a,b", "c"]);
        check(&[", ,\"a\",,"], &["a"]);
        // Without their quotes.
        check(&["a-1, b"], &["a-1", "b"]);
        check(&["W/a-1"], &[]);
        // Not entity tags.
        check(&[""], &[]);
        check(&["\"\""], &[]);
        check(&["\"a"], &[]);
        check(&["\"a\"b, \"c\""], &["c"]);
        check(&["w/\"a\""], &[]);
        check(&["a\"b\""], &[]);
    }

    #[test]
    fn any_state_will_do_for_an_asterisk_and_without_the_header() {
        assert_eq!(precondition(&request(IF_MATCH, &[])), Precondition::Any);
        assert_eq!(precondition(&request(IF_MATCH, &["*"])), Precondition::Any);
        assert_eq!(precondition(&request(IF_MATCH, &["\"a\"", " * "])), Precondition::Any);
    }

    #[test]
    fn a_required_condition_that_is_missing_is_428() {
        let missing = required_precondition(&request(IF_MATCH, &[]), "order").unwrap_err();
        assert_eq!(missing.status(), StatusCode::PRECONDITION_REQUIRED);
        assert_eq!(required_precondition(&request(IF_MATCH, &["*"]), "order").unwrap(), Precondition::Any);
    }

    #[test]
    fn if_none_match_compares_weakly() {
        let check = |lines: &[&str], expected: bool| {
            assert_eq!(is_not_modified(&request(IF_NONE_MATCH, lines), "\"a\""), expected, "{lines:?}");
        };
        check(&["\"a\""], true);
        check(&["W/\"a\""], true);
        check(&["\"b\", W/\"a\""], true);
        check(&["\"b\"", "\"a\""], true);
        check(&["*"], true);
        check(&["\"b\""], false);
        check(&[], false);
    }

    #[test]
    fn a_digest_tag_is_quoted_and_changes_with_the_bytes() {
        assert_eq!(digest_tag(b"a").len(), 26);
        assert!(digest_tag(b"a").starts_with('"') && digest_tag(b"a") != digest_tag(b"b"));
    }
}
