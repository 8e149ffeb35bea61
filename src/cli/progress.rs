//! Progress bars.

use indicatif::ProgressStyle;

/// How progress looks; drawn on terminals only.
pub(super) fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos} of {len} ({eta})")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
