//! White images and PNG files; the images themselves are those of the crate `image`.

use crate::model::error::{Error, Result};
use image::{GrayImage, ImageFormat, Luma};
use std::io::Cursor;

/// A white image of this size, in pixels.
pub(in crate::qr) fn white(width: u32, height: u32) -> GrayImage {
    GrayImage::from_pixel(width, height, Luma([255]))
}

/// The image as a PNG file.
pub(in crate::qr) fn png(image: &GrayImage) -> Result<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, ImageFormat::Png).map_err(|e| Error::internal("writing an image", e))?;
    Ok(file.into_inner())
}

/// Width and height of an image file, and the text of the QR code in it; `None` when the code cannot be read.
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(in crate::qr) fn read_code(file: &[u8]) -> (u32, u32, Option<String>) {
    let image = image::load_from_memory(file).unwrap().into_luma8();
    let (width, height) = image.dimensions();
    let mut prepared =
        rqrr::PreparedImage::prepare_from_greyscale(width as usize, height as usize, |x, y| {
            image.get_pixel(x as u32, y as u32).0[0]
        });
    let text = prepared.detect_grids().first().and_then(|grid| Some(grid.decode().ok()?.1));
    (width, height, text)
}
