//! The pages: embedded files, the HTML shell, redirects.

pub(in crate::web) mod assets;
pub(in crate::web) mod redirects;
pub(in crate::web) mod shell;
