//! Previews of the first pages of files. Contract section 11.1.

use crate::model::error::{Error, Result};

/// The widths of previews, in pixels.
pub const PREVIEW_WIDTHS: [u32; 3] = [160, 320, 640];

/// Reads the parameter `w`.
pub fn read_preview_width(text: &str) -> Result<u32> {
    let width = text.parse().ok().filter(|width| PREVIEW_WIDTHS.contains(width) && text.len() == 3);
    width.ok_or_else(|| Error::Unreadable("w: expected 160, 320 or 640.".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_widths_are_drawn() {
        assert_eq!(
            PREVIEW_WIDTHS.map(|width| read_preview_width(&width.to_string()).ok()),
            PREVIEW_WIDTHS.map(Some)
        );
        for text in ["", "161", "0160", "+160", "abc", "-1", "99999999999999999999"] {
            assert!(read_preview_width(text).is_err(), "{text}");
        }
    }
}
