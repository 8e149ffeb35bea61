//! A gray image and its PNG file. Independent of what is drawn.

use crate::model::error::{Error, Result};

/// An image of 8-bit grays, row by row from the upper left corner: 0 is black, 255 white.
pub(in crate::qr) struct GrayImage {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl GrayImage {
    /// A white image of this size, in pixels.
    pub fn white(width: u32, height: u32) -> Self {
        GrayImage { width, height, pixels: vec![255; width as usize * height as usize] }
    }

    /// Its width, in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Its height, in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The gray at a place; `None` outside of the image.
    pub fn pixel_mut(&mut self, x: u32, y: u32) -> Option<&mut u8> {
        let inside = x < self.width && y < self.height;
        inside.then(|| &mut self.pixels[y as usize * self.width as usize + x as usize])
    }

    /// Copies another image onto this one with its upper left corner here; what lies outside is left out.
    pub fn place(&mut self, other: &GrayImage, left: u32, top: u32) {
        for (y, row) in (0u32..).zip(other.pixels.chunks(other.width.max(1) as usize)) {
            for (x, gray) in (0u32..).zip(row) {
                if let Some(pixel) = self.pixel_mut(left + x, top + y) {
                    *pixel = *gray;
                }
            }
        }
    }

    /// The image as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
            .write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&self.pixels)?;
                writer.finish()
            })
            .map_err(|e| Error::internal("writing an image", e))?;
        Ok(bytes)
    }
}

#[cfg(test)]
impl GrayImage {
    /// All grays, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Reads a PNG file.
    #[allow(clippy::unwrap_used)]
    pub fn read(file: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Eight));
        pixels.truncate(frame.buffer_size());
        GrayImage { width: frame.width, height: frame.height, pixels }
    }

    /// Width, height and the text of the QR code in a PNG file.
    #[allow(clippy::unwrap_used)]
    pub fn read_code(file: &[u8]) -> (u32, u32, String) {
        let image = Self::read(file);
        let (width, height) = (image.width, image.height);
        let mut prepared =
            rqrr::PreparedImage::prepare_from_greyscale(width as usize, height as usize, |x, y| {
                image.pixels[y * width as usize + x]
            });
        (width, height, prepared.detect_grids()[0].decode().unwrap().1)
    }
}
