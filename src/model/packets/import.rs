//! What importing packets came to.

use crate::model::thesaurus::synonyms::LineMessage;

/// What became of a file of packets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PacketImportReport {
    /// How many packets the file holds.
    pub total: usize,
    /// How many of them are new.
    pub added: usize,
    /// How many were there and are different now.
    pub changed: usize,
    /// How many were there, just so.
    pub unchanged: usize,
    /// Why lines cannot be imported.
    pub errors: Vec<LineMessage>,
    /// Whether anything was written: not on a dry run, and not when a line has an error.
    pub written: bool,
}
