//! QR codes, and the card that is copied or saved: code, title and address on one image.
//!
//! Everything is drawn with the embedded fonts; nothing of the machine's is used.

use crate::model::error::{Error, Result};
use cosmic_text::{Attrs, Buffer, Color, Family, FontSystem, Metrics, Shaping, SwashCache, Wrap, fontdb};
use image::imageops::{self, FilterType};
use image::{GrayImage, ImageFormat, Luma};
use qrcode::{EcLevel, QrCode};
use std::io::Cursor;
use std::sync::Arc;

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
    let is_dark = |x: u32, y: u32| colors.get((y * modules + x) as usize) == Some(&qrcode::Color::Dark);
    let small = GrayImage::from_fn(modules, modules, |x, y| Luma([if is_dark(x, y) { 0 } else { 255 }]));
    let large = imageops::resize(&small, modules * scale, modules * scale, FilterType::Nearest);
    let start = i64::from((side - modules * scale) / 2);
    let mut image = white(side, side);
    imageops::replace(&mut image, &large, start, start);
    Ok(image)
}

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

/// The fonts, Latin first: what one lacks the next one has.
static FONTS: [&[u8]; 13] = [
    include_bytes!("../assets/fonts/card-latin.ttf"),
    include_bytes!("../assets/fonts/card-arabic.ttf"),
    include_bytes!("../assets/fonts/card-myanmar.ttf"),
    include_bytes!("../assets/fonts/card-ethiopic.ttf"),
    include_bytes!("../assets/fonts/card-khmer.ttf"),
    include_bytes!("../assets/fonts/card-devanagari.ttf"),
    include_bytes!("../assets/fonts/card-thai.ttf"),
    include_bytes!("../assets/fonts/card-lao.ttf"),
    include_bytes!("../assets/fonts/card-bengali.ttf"),
    include_bytes!("../assets/fonts/card-gurmukhi.ttf"),
    include_bytes!("../assets/fonts/card-gujarati.ttf"),
    include_bytes!("../assets/fonts/card-armenian.ttf"),
    include_bytes!("../assets/fonts/card-cjk.otf"),
];

/// Draws text; created for one image and dropped with it, so that no memory is held.
pub(in crate::qr) struct Writer {
    fonts: FontSystem,
    glyphs: SwashCache,
}

impl Writer {
    pub fn new() -> Self {
        let mut db = fontdb::Database::new();
        for font in FONTS {
            db.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        db.set_sans_serif_family("Noto Sans");
        Writer { fonts: FontSystem::new_with_locale_and_db("en".into(), db), glyphs: SwashCache::new() }
    }

    /// Lays out a text of this size in pixels, wrapped to a width. Words too long for a line are broken.
    pub fn lay_out(&mut self, text: &str, size: f32, width: f32) -> Buffer {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut buffer = Buffer::new(&mut self.fonts, Metrics::new(size, (size * 1.4).round()));
        buffer.set_wrap(Wrap::WordOrGlyph);
        buffer.set_size(Some(width), None);
        buffer.set_text(&text, &Attrs::new().family(Family::SansSerif), Shaping::Advanced, None);
        buffer.shape_until_scroll(&mut self.fonts, false);
        buffer
    }

    /// How high a laid out text is, in pixels.
    pub fn height(buffer: &Buffer) -> u32 {
        let lines = buffer.layout_runs().count().max(1);
        (lines as f32 * buffer.metrics().line_height).ceil() as u32
    }

    /// Draws a laid out text with its upper left corner here, in this grey.
    pub fn draw(&mut self, buffer: &mut Buffer, image: &mut GrayImage, left: i32, top: i32, grey: u8) {
        let color = Color::rgb(grey, grey, grey);
        buffer.draw(&mut self.fonts, &mut self.glyphs, color, |x, y, width, height, color| {
            let opacity = u32::from(color.a());
            if opacity == 0 {
                return;
            }
            for (dx, dy) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
                let at =
                    |start: i32, offset: u32| u32::try_from(start + i32::try_from(offset).unwrap_or(0)).ok();
                let (Some(x), Some(y)) = (at(left + x, dx), at(top + y, dy)) else { continue };
                if let Some(Luma([pixel])) = image.get_pixel_mut_checked(x, y) {
                    let mixed = (u32::from(color.r()) * opacity + u32::from(*pixel) * (255 - opacity)) / 255;
                    *pixel = u8::try_from(mixed).unwrap_or(255);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::page_urls;
    use crate::qr::read_code;
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
        let whole = format!("{host}/qrredirect?id={citation}&url={}", page_urls::encode(&handout));
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

#[cfg(test)]
mod code_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::qr::read_code;

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

#[cfg(test)]
mod text_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::qr::white;
    use serde_json::Value;

    /// The parts of a text that no embedded font has a glyph for.
    fn missing(writer: &mut Writer, text: &str) -> Vec<String> {
        let buffer = writer.lay_out(text, 24.0, 500.0);
        let glyphs = buffer.layout_runs().flat_map(|run| {
            let missing = run.glyphs.iter().filter(|glyph| glyph.glyph_id == 0);
            missing.map(|glyph| run.text[glyph.start..glyph.end].to_owned()).collect::<Vec<_>>()
        });
        glyphs.collect()
    }

    #[test]
    fn the_fonts_have_a_glyph_for_every_title_and_keyword_of_the_sample() {
        let mut writer = Writer::new();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
        for entry in std::fs::read_dir(folder).unwrap() {
            for line in std::fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
                let citation: Value = serde_json::from_str(line).unwrap();
                for text in [&citation["title"], &citation["keywords"][0]] {
                    let text = text.as_str().unwrap();
                    assert_eq!(missing(&mut writer, text), Vec::<String>::new(), "{text}");
                }
            }
        }
        for text in ["Ελληνικά", "“Crohn’s” — 100 %"] {
            assert_eq!(missing(&mut writer, text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(missing(&mut writer, "a\u{13000}"), ["\u{13000}"], "a hieroglyph is known to have none");
    }

    /// Languages that catalogues hold, each with a title in it.
    const TITLES: [(&str, &str); 46] = [
        ("Amharic", "የአስም የድርጊት እቅድ"),
        ("Arabic", "خطة عمل الربو"),
        ("Armenian", "Ասթմայի գործողությունների ծրագիր"),
        ("Bengali", "হাঁপানি কর্ম পরিকল্পনা: আপনার যা জানা দরকার"),
        ("Bosnian", "Šta trebate znati o astmi: čšćđž"),
        ("Burmese", "ပန်းနာရင်ကျပ် လုပ်ဆောင်ရန် အစီအစဉ်"),
        ("Chinese, Simplified (Mandarin dialect)", "哮喘行动计划：您需要知道的"),
        ("Chinese, Traditional (Cantonese dialect)", "氣喘行動計畫：您需要知道的"),
        ("Dari", "پلان عمل برای نفس‌تنگی"),
        ("English", "Asthma action plan"),
        ("Farsi", "برنامه اقدام برای آسم: آنچه باید بدانید"),
        ("French", "Plan d’action contre l’asthme à l’école"),
        ("German", "Asthma: Was Sie über Übungen wissen müssen"),
        ("Gujarati", "અસ્થમા કાર્ય યોજના: તમારે શું જાણવું જોઈએ"),
        ("Haitian Creole", "Plan aksyon pou opresyon: sa ou dwe konnen, pwoblèm"),
        ("Hakha Chin", "Chuap tlomhnak kong"),
        ("Hindi", "दमा कार्य योजना: आपको क्या जानना चाहिए"),
        ("Hmong", "Txoj kev npaj kho mob hawb pob"),
        ("Italian", "Piano d’azione per l’asma: perché è utile"),
        ("Japanese", "ぜんそく行動計画：知っておくべきこと"),
        ("Karen", "တၢ်ရဲၣ်တၢ်ကျဲၤ"),
        ("Khmer", "ផែនការសកម្មភាពជំងឺហឺត"),
        ("Kinyarwanda", "Gahunda yo kuvura asima"),
        ("Korean", "천식 행동 계획: 알아야 할 사항"),
        ("Lao", "ແຜນການປະຕິບັດພະຍາດຫືດ"),
        ("Marshallese", "Bwebwenato kōn m̧ōņā eļap im ļajrak"),
        ("Nepali", "दम कार्य योजना: तपाईंले जान्नुपर्ने कुरा"),
        ("Oromo", "Karoora gochaa asmii: waan beekuu qabdan"),
        ("Pashto", "د سالنډۍ لپاره د عمل پلان: څه باید وپوهېږئ"),
        ("Polish", "Plan działania w astmie: co należy wiedzieć, żółć"),
        ("Portuguese", "Plano de ação para asma: o que você precisa saber"),
        ("Punjabi", "ਦਮਾ ਕਾਰਜ ਯੋਜਨਾ: ਤੁਹਾਨੂੰ ਕੀ ਜਾਣਨਾ ਚਾਹੀਦਾ ਹੈ"),
        ("Romanian", "Plan de acțiune pentru astm: ce trebuie să știți"),
        ("Russian", "План действий при астме: что нужно знать"),
        ("Samoan", "Fuafuaga mo le sela: mea e tatau ona e iloa, faʻamatalaga"),
        ("Somali", "Qorshaha tallaabada neefta"),
        ("Spanish", "Plan de acción para el asma: ¿qué debe saber el niño?"),
        ("Swahili", "Mpango wa hatua za pumu"),
        ("Tagalog", "Plano ng pagkilos para sa hika"),
        ("Thai", "แผนปฏิบัติการโรคหืด: สิ่งที่ควรรู้"),
        ("Tigrinya", "ናይ ኣዝማ ውጥን ተግባር"),
        ("Turkish", "Astım eylem planı: bilmeniz gerekenler, ığşçöü İ"),
        ("Ukrainian", "План дій при астмі: що потрібно знати, ґєї"),
        ("Urdu", "دمہ کا عملی منصوبہ: آپ کو کیا جاننا چاہیے"),
        ("Vietnamese", "Kế hoạch hành động cho bệnh hen suyễn"),
        ("Yapese", "Murung’agen e m’ar"),
    ];

    #[test]
    fn a_title_is_drawn_in_every_language_of_the_catalogues() {
        let mut writer = Writer::new();
        for (language, title) in TITLES {
            assert_eq!(missing(&mut writer, title), Vec::<String>::new(), "{language}: {title}");
            // Each word must draw pixels: no font may return empty glyphs.
            for word in title.split_whitespace() {
                let mut buffer = writer.lay_out(word, 24.0, 600.0);
                let mut image = white(620, 120);
                writer.draw(&mut buffer, &mut image, 0, 0, 0);
                let ink = image.pixels().filter(|gray| gray.0[0] < 128).count();
                assert!(ink > 10, "{language}: {word} is drawn with {ink} dark pixels");
            }
        }
    }

    #[test]
    fn arabic_runs_right_to_left_and_joins_and_marks_stack() {
        let mut writer = Writer::new();
        let ids = |writer: &mut Writer, text: &str| -> Vec<(usize, u16, f32)> {
            let buffer = writer.lay_out(text, 24.0, 600.0);
            let runs = buffer
                .layout_runs()
                .flat_map(|run| run.glyphs.iter().map(|g| (g.start, g.glyph_id, g.x)).collect::<Vec<_>>());
            runs.collect()
        };
        let word = ids(&mut writer, "ربو");
        let glyph_at = |start: usize| word.iter().find(|g| g.0 == start).copied().unwrap();
        assert!(glyph_at(0).2 > glyph_at(4).2, "the first letter stands on the right: {word:?}");
        let alone = ids(&mut writer, "ب")[0].1;
        assert_ne!(glyph_at(2).1, alone, "a letter inside a word has its joining form");
        // The decomposed letter with two marks takes the room of its base letter alone.
        let width = |writer: &mut Writer, text: &str| {
            writer.lay_out(text, 24.0, 600.0).layout_runs().map(|run| run.line_w).sum::<f32>()
        };
        let (marked, plain) = (width(&mut writer, "e\u{302}\u{301}"), width(&mut writer, "e"));
        assert!((marked - plain).abs() < 0.5, "{marked} {plain}");
    }
}
