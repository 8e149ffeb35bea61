//! The QR code without a card, as an image.

use crate::model::error::{Error, Result};
use crate::qr::image::{png, white};
use image::imageops::{self, FilterType};
use image::{GrayImage, Luma};
use qrcode::{Color, EcLevel, QrCode};

/// Side of the code on a screen, in pixels.
const SIDE: u32 = 192;
/// The white margin a reader needs, in modules (ISO/IEC 18004).
const QUIET_MODULES: u32 = 4;

/// The QR code of a text as PNG: 192 px, error correction level L, whole pixels per module.
///
/// A text too long for one pixel per module makes a larger image; one too long for any code is an error.
pub fn code_png(text: &str) -> Result<Vec<u8>> {
    png(&code_image(text, SIDE)?)
}

/// The code, centred in a white square of at least `side` pixels.
pub(in crate::qr) fn code_image(text: &str, side: u32) -> Result<GrayImage> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L)
        .map_err(|_| Error::invalid("url", "The address is too long for a QR code."))?;
    let modules = u32::try_from(code.width()).unwrap_or(u32::MAX);
    // The whole margin where it fits at the same module size; a module of two pixels reads better than a margin of four.
    let scale = (side / (modules + 2 * QUIET_MODULES)).max(side / (modules + 2)).max(1);
    let side = side.max(modules * scale + 2);
    let colors = code.to_colors();
    let is_dark = |x: u32, y: u32| colors.get((y * modules + x) as usize) == Some(&Color::Dark);
    let small = GrayImage::from_fn(modules, modules, |x, y| Luma([if is_dark(x, y) { 0 } else { 255 }]));
    let large = imageops::resize(&small, modules * scale, modules * scale, FilterType::Nearest);
    let start = i64::from((side - modules * scale) / 2);
    let mut image = white(side, side);
    imageops::replace(&mut image, &large, start, start);
    Ok(image)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::qr::image::read_code;

    #[test]
    fn a_code_reads_back_and_is_192_pixels() {
        let text =
            "https://handouts.example.org/qrredirect?id=asthma&url=https%3A%2F%2Ffiles.example.org%2Fa.pdf";
        assert_eq!(read_code(&code_png(text).unwrap()), (192, 192, Some(text.to_owned())));
        let long = format!("https://handouts.example.org/{}", "a".repeat(1_500));
        assert_eq!(read_code(&code_png(&long).unwrap()).2, Some(long));
        assert!(code_png(&"a".repeat(5_000)).is_err());
    }
}
