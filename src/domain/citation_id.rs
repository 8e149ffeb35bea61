//! IDs of citations that are added without one.

/// A new id: time-ordered and random (UUID version 7, RFC 9562).
pub(super) fn new_citation_id() -> String {
    uuid::Uuid::now_v7().to_string()
}
