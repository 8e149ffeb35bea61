//! Which of the citations that were found stand first.

pub(super) mod partial;
pub(super) mod planned_lists;
