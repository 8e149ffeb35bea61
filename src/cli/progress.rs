//! Progress bars.

use crate::model::import::ImportState;
use indicatif::{ProgressBar, ProgressStyle};

/// How progress looks; drawn on terminals only.
pub(super) fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos} of {len} ({eta})")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

pub(super) fn show_progress(bar: &ProgressBar, state: ImportState, records: u64, total: Option<u64>) {
    if let Some(total) = total
        && bar.length() != Some(total)
    {
        bar.set_style(bar_style());
        bar.set_length(total);
        bar.reset_eta();
    }
    if state == ImportState::Checking {
        bar.set_message("Checking");
    }
    bar.set_position(records);
}
