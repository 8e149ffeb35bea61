//! The code alone, as an image.

use crate::model::error::{Error, Result};
use image::{GrayImage, ImageEncoder, Luma};
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
    let start = (side - modules * scale) / 2;
    let mut image = GrayImage::from_pixel(side, side, Luma([255]));
    for (n, module) in (0u32..).zip(code.to_colors()) {
        if module == Color::Dark {
            let (x, y) = (start + n % modules * scale, start + n / modules * scale);
            for (dx, dy) in (0..scale).flat_map(|dy| (0..scale).map(move |dx| (dx, dy))) {
                image.put_pixel(x + dx, y + dy, Luma([0]));
            }
        }
    }
    Ok(image)
}

/// An image as PNG.
pub(in crate::qr) fn png(image: &GrayImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes)
        .write_image(image.as_raw(), image.width(), image.height(), image::ExtendedColorType::L8)
        .map_err(|e| Error::internal("writing an image", e))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(png: &[u8]) -> (u32, u32, String) {
        let image = image::load_from_memory(png).unwrap().to_luma8();
        let (width, height) = image.dimensions();
        let mut prepared = rqrr::PreparedImage::prepare(image);
        let grids = prepared.detect_grids();
        (width, height, grids[0].decode().unwrap().1)
    }

    #[test]
    fn a_code_reads_back_and_is_192_pixels() {
        let text =
            "https://handouts.example.org/qrredirect?id=asthma&url=https%3A%2F%2Ffiles.example.org%2Fa.pdf";
        assert_eq!(read(&code_png(text).unwrap()), (192, 192, text.to_owned()));
        let long = format!("https://handouts.example.org/{}", "a".repeat(1_500));
        assert_eq!(read(&code_png(&long).unwrap()).2, long);
        assert!(code_png(&"a".repeat(5_000)).is_err());
    }
}
