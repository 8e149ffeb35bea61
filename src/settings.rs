//! Every setting with its default and its check. Contract section 2; read by `cli`, used by everybody.
//!
//! TOML file < environment (`HANDOUT_<SECTION>__<KEY>`) < flags of the command line. Every source is checked by
//! itself, so that a wrong value is reported even where another source overrules it.

mod checks;
mod keys;
mod load;
mod sections;
mod sources;
mod values;

pub use load::Overrides;
pub use sections::{
    Audit, Backup, Data, Files, HandoutTexts, Handouts, Hospital, Identity, KeepCopies, LinkCheckSettings,
    LinkChecks, Links, Orders, Replica, Server, Settings,
};
