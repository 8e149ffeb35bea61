//! The text of handout files: the child process that reads one, and what `handout check` says about it.

pub(super) mod checking;
pub(super) mod extract;
