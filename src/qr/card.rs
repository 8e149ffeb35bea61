//! The card: 700 px wide, the code at 110 px, beside it the title (24 px) and the address (14 px), and below them the
//! address to type (18 px).

use crate::model::error::Result;
use crate::qr::code::code_image;
use crate::qr::image::{png, white};
use crate::qr::text::Writer;
use image::imageops;

const WIDTH: u32 = 700;
const CODE_SIDE: u32 = 110;
const MARGIN: u32 = 24;
const TITLE_PX: f32 = 24.0;
const ADDRESS_PX: f32 = 14.0;
const TYPED_PX: f32 = 18.0;
const GAP: u32 = 8;
/// Bounds the image size for very long titles.
const MAX_CHARACTERS: usize = 2_000;

/// The card as PNG: the code of `text`, the title, the address; and `typed`, a short address for those who cannot scan.
pub fn card_png(text: &str, title: &str, url: &str, typed: Option<&str>) -> Result<Vec<u8>> {
    let code = code_image(text, CODE_SIDE)?;
    let left = MARGIN + code.width() + MARGIN;
    let width = (WIDTH.saturating_sub(left + MARGIN)).max(200) as f32;
    let cut = |text: &str| -> String { text.chars().take(MAX_CHARACTERS).collect() };
    let mut writer = Writer::new();
    let mut title = writer.lay_out(&cut(title), TITLE_PX, width);
    let mut address = writer.lay_out(&cut(url), ADDRESS_PX, width);
    let (title_height, address_height) = (Writer::height(&title), Writer::height(&address));
    let words = title_height + GAP + address_height;
    let upper = words.max(code.height()) + 2 * MARGIN;
    let mut typed = typed.map(|typed| writer.lay_out(&cut(typed), TYPED_PX, (WIDTH - 2 * MARGIN) as f32));
    let lower = typed.as_ref().map_or(0, |typed| Writer::height(typed) + MARGIN / 2);
    let mut card = white(WIDTH.max(left + 200 + MARGIN), upper + lower);
    imageops::replace(&mut card, &code, MARGIN.into(), ((upper - code.height()) / 2).into());
    let pixels = |count: u32| i32::try_from(count).unwrap_or(0);
    let (top, left) = (pixels((upper - words) / 2), pixels(left));
    writer.draw(&mut title, &mut card, left, top, 20);
    writer.draw(&mut address, &mut card, left, top + pixels(title_height + GAP), 80);
    if let Some(typed) = &mut typed {
        // Half of the margin below the code is enough above the line.
        writer.draw(typed, &mut card, pixels(MARGIN), pixels(upper - MARGIN / 2), 20);
    }
    png(&card)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::page_urls;
    use crate::qr::image::read_code;
    use image::imageops::FilterType;

    fn read(card: &[u8]) -> (u32, u32, String) {
        let (width, height, text) = read_code(card);
        (width, height, text.unwrap())
    }

    /// The card as a camera sees its print: scaled to this width in pixels, and blurred.
    fn photograph(card: &[u8], width: u32) -> Vec<u8> {
        let card = image::load_from_memory(card).unwrap().into_luma8();
        let height = card.height() * width / card.width();
        let scaled = imageops::resize(&card, width, height, FilterType::CatmullRom);
        png(&imageops::blur(&scaled, BLUR_PX)).unwrap()
    }

    const BLUR_PX: f32 = 0.5;
    /// The widths of a print of 90 mm at 300 dpi, and of photos with one and a half and with twice its resolution.
    const PHOTOGRAPHED_WIDTHS: [u32; 3] = [1_063, 1_600, 2_126];

    #[test]
    fn a_printed_and_photographed_card_is_read() {
        let host = "https://patient-handouts.a-large-childrens-hospital.example.org";
        let citation = "0193a7c2-5d1e-7b7a-9f52-3f2f0d6a5b11";
        let handout =
            format!("https://hospital.sharepoint.com/sites/education/{}.pdf", "fever%20care/".repeat(20));
        let short = page_urls::qr_redirect(host, citation, &handout);
        let whole = format!("{host}/qrredirect?id={citation}&url={}", page_urls::encoded(&handout));
        let [short_card, whole_card] =
            [&short, &whole].map(|text| card_png(text, "Fever", &handout, None).unwrap());
        for width in PHOTOGRAPHED_WIDTHS {
            let (_, _, read) = read_code(&photograph(&short_card, width));
            assert_eq!(read.as_ref(), Some(&short), "{width} px wide");
            let (_, _, read) = read_code(&photograph(&whole_card, width));
            assert_eq!(read, None, "the whole address, {width} px wide");
        }
    }

    #[test]
    fn a_card_is_700_wide_and_grows_with_its_title() {
        let text =
            "https://handouts.example.org/qrredirect?id=asthma&url=https%3A%2F%2Ffiles.example.org%2Fa.pdf";
        let short = card_png(text, "Asthma", "https://files.example.org/a.pdf", None).unwrap();
        let typed = "a-long-name-of-a-host.of-a-large-hospital.example.org/i/KSBG1042".repeat(2);
        let with_typed = card_png(text, "Asthma", "https://files.example.org/a.pdf", Some(&typed)).unwrap();
        let long = card_png(
            text,
            &"خطة عمل الربو للأطفال والمراهقين ".repeat(12),
            &"https://x.example.org/".repeat(12),
            None,
        )
        .unwrap();
        let (width, height, read_back) = read(&short);
        assert_eq!((width, read_back.as_str()), (700, text));
        let (width, taller, read_back) = read(&with_typed);
        assert_eq!((width, read_back.as_str()), (700, text));
        assert!(taller > height, "{taller} {height}");
        let (width, grown, read_back) = read(&long);
        assert_eq!((width, read_back.as_str()), (700, text));
        assert!(grown > height, "{grown} {height}");
        for odd in ["", "\u{202e}abc\u{0}", "💉", "a\u{301}\u{301}\u{301}", "\n\n"] {
            assert!(card_png(text, odd, odd, Some(odd)).is_ok());
        }
    }
}
