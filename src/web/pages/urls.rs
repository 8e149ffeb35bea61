//! URLs as the screens write them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// What JavaScript's `encodeURIComponent` encodes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');
/// The same with apostrophes.
const PARAMETER: &AsciiSet = &COMPONENT.add(b'\'');

/// A text in a path segment or as the value of a parameter, as `encodeURIComponent` writes it.
pub(super) fn component(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, COMPONENT)
}

/// The same with encoded apostrophes.
pub(super) fn parameter(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, PARAMETER)
}

/// The page of a citation.
pub(super) fn citation(id: &str) -> String {
    format!("/citation/{}", component(id))
}

/// The page of a packet.
pub(super) fn packet(id: &str) -> String {
    format!("/packet/{}", component(id))
}
