//! Commands about a release of Handout, which need neither settings nor data.

pub(super) mod verify;
