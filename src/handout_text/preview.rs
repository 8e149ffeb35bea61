//! Draws previews. Runs in the confined child process.

use crate::handout_text::pdf;
use crate::model::error::{Error, Result};
use crate::model::files::{MAX_PREVIEW_WIDTH, PREVIEW_WIDTHS};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::font::FontQuery;
use hayro::hayro_interpret::hayro_cmap::CidFamily;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A preview is at most so many times as high as it is wide.
const MAX_HEIGHT: f32 = 3.0;
/// Maximum memory for a picture, of the child's 512 MB.
const MAX_PICTURE: u64 = 300 * 1024 * 1024;

/// The previews of the first page of a PDF: what its crop box shows, upright and on white.
pub(super) fn draw_pdf(file: &[u8]) -> Result<Vec<u8>> {
    let pdf = pdf::open(file).map_err(|e| unreadable(&format!("{e:?}")))?;
    let page = pdf.pages().first().ok_or_else(|| unreadable("it has no pages"))?;
    let (width, height) = page.render_dimensions();
    if !(width >= 1.0 && height >= 1.0) {
        return Err(unreadable("its page has no size"));
    }
    let largest = MAX_PREVIEW_WIDTH as f32;
    let scale = (largest / width).min(largest * MAX_HEIGHT / height);
    let lacks_font = Arc::new(AtomicBool::new(false));
    let pixmap = render(
        page,
        &RenderCache::new(),
        &settings(&lacks_font),
        &RenderSettings::default(),
        // The sizes are cut to whole pixels.
        &PixmapSettings { x_scale: scale * 1.0001, y_scale: scale * 1.0001, bg_color: WHITE },
    );
    if lacks_font.load(Ordering::Relaxed) {
        return Err(unreadable("it needs a font that is not here"));
    }
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    // On white nothing is transparent.
    let pixels = pixmap.data_as_u8_slice().to_vec();
    let picture = RgbaImage::from_raw(width, height, pixels).ok_or_else(|| unreadable("no picture"))?;
    previews(&DynamicImage::ImageRgba8(picture))
}

/// The previews of a picture, as its orientation says, on white.
pub(super) fn draw_image(file: &[u8]) -> Result<Vec<u8>> {
    previews(&read(file)?)
}

/// The previews of a page that another program has drawn. An empty one may lack fonts or encoding data.
pub(super) fn scale_page(file: &[u8]) -> Result<Vec<u8>> {
    let picture = read(file)?;
    if picture.to_luma8().pixels().all(|pixel| pixel.0[0] > 250) {
        return Err(unreadable("the page is empty"));
    }
    previews(&picture)
}

/// What the interpreter asks for. It has no letters for Chinese, Japanese and Korean, and would leave the page empty.
fn settings(lacks_font: &Arc<AtomicBool>) -> InterpreterSettings {
    let usual = InterpreterSettings::default();
    let (resolver, lacks_font) = (usual.font_resolver.clone(), lacks_font.clone());
    let font_resolver = Arc::new(move |query: &FontQuery| {
        if let FontQuery::Fallback(query) = query
            && let Some(collection) = &query.character_collection
            && !matches!(collection.family, CidFamily::AdobeIdentity | CidFamily::Custom { .. })
        {
            lacks_font.store(true, Ordering::Relaxed);
        }
        resolver(query)
    });
    InterpreterSettings { font_resolver, ..usual }
}

fn read(file: &[u8]) -> Result<DynamicImage> {
    let failed = |e: &dyn std::fmt::Display| unreadable(&e.to_string());
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format().map_err(|e| failed(&e))?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PICTURE);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|e| failed(&e))?;
    let size = decoder.total_bytes();
    if size > MAX_PICTURE {
        return Err(unreadable("it has too many pixels"));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|e| failed(&e))?;
    // Turning a large picture needs as much memory again.
    let most = (MAX_PREVIEW_WIDTH as f32 * MAX_HEIGHT) as u32;
    if picture.width() > most || picture.height() > most {
        picture = picture.thumbnail(most, most);
    }
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// The picture in every width, smaller ones as they are; each as PNG behind its length.
fn previews(picture: &DynamicImage) -> Result<Vec<u8>> {
    let picture = on_white(picture);
    let mut output = Vec::new();
    for width in PREVIEW_WIDTHS {
        let scale = (width as f32 / picture.width() as f32)
            .min(width as f32 * MAX_HEIGHT / picture.height() as f32)
            .min(1.0);
        let size = |of: u32| ((of as f32 * scale).round() as u32).max(1);
        let scaled = if scale < 1.0 {
            picture.resize_exact(size(picture.width()), size(picture.height()), FilterType::Triangle)
        } else {
            picture.clone()
        };
        let mut png = Vec::new();
        scaled
            .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
            .map_err(|e| unreadable(&e.to_string()))?;
        output.extend(u32::try_from(png.len()).unwrap_or(0).to_be_bytes());
        output.extend(png);
    }
    Ok(output)
}

fn on_white(picture: &DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return DynamicImage::ImageRgb8(picture.to_rgb8());
    }
    let mut sheet = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([255; 4]));
    image::imageops::overlay(&mut sheet, &picture.to_rgba8(), 0, 0);
    DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(sheet).to_rgb8())
}

fn unreadable(why: &str) -> Error {
    Error::Unreadable(format!("no preview can be drawn: {why}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn sizes(output: &[u8]) -> Vec<(u32, u32)> {
        let mut rest = output;
        let mut sizes = Vec::new();
        while let Some((length, behind)) = rest.split_first_chunk::<4>() {
            let (png, after) = behind.split_at(u32::from_be_bytes(*length) as usize);
            let picture = image::load_from_memory(png).unwrap();
            sizes.push((picture.width(), picture.height()));
            rest = after;
        }
        sizes
    }

    fn png(width: u32, height: u32, color: [u8; 4]) -> Vec<u8> {
        let mut file = Vec::new();
        DynamicImage::ImageRgba8(RgbaImage::from_pixel(width, height, Rgba(color)))
            .write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
            .unwrap();
        file
    }

    #[test]
    fn pictures_are_scaled_but_not_enlarged() {
        assert_eq!(sizes(&draw_image(&png(1280, 640, [9; 4])).unwrap()), [(160, 80), (320, 160), (640, 320)]);
        assert_eq!(sizes(&draw_image(&png(48, 32, [9; 4])).unwrap()), [(48, 32); 3]);
        assert_eq!(sizes(&draw_image(&png(10, 2000, [9; 4])).unwrap())[2], (10, 1920));
        assert!(draw_image(b"no picture").is_err());
    }

    #[test]
    fn what_is_transparent_is_white() {
        let output = draw_image(&png(2, 2, [0, 0, 0, 0])).unwrap();
        let picture = image::load_from_memory(&output[4..]).unwrap().to_rgb8();
        assert!(picture.pixels().all(|pixel| pixel.0 == [255; 3]));
        assert!(scale_page(&png(2, 2, [255; 4])).is_err());
    }
}
