//! Which of the citations that were found stand first.

pub(super) mod abbreviations;
pub(super) mod expansion;
pub(super) mod partial;
pub(super) mod planned_lists;
pub(super) mod prose;
pub(super) mod subject;
