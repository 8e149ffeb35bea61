//! Lines of text in any script of our languages, shaped and wrapped with the fonts inside the program.

use cosmic_text::{Attrs, Buffer, Color, Family, FontSystem, Metrics, Shaping, SwashCache, Wrap, fontdb};
use image::{GrayImage, Luma};
use std::sync::Arc;

/// The fonts, Latin first: what one lacks the next one has.
static FONTS: [&[u8]; 13] = [
    include_bytes!("../../assets/fonts/card-latin.ttf"),
    include_bytes!("../../assets/fonts/card-arabic.ttf"),
    include_bytes!("../../assets/fonts/card-myanmar.ttf"),
    include_bytes!("../../assets/fonts/card-ethiopic.ttf"),
    include_bytes!("../../assets/fonts/card-khmer.ttf"),
    include_bytes!("../../assets/fonts/card-devanagari.ttf"),
    include_bytes!("../../assets/fonts/card-thai.ttf"),
    include_bytes!("../../assets/fonts/card-lao.ttf"),
    include_bytes!("../../assets/fonts/card-bengali.ttf"),
    include_bytes!("../../assets/fonts/card-gurmukhi.ttf"),
    include_bytes!("../../assets/fonts/card-gujarati.ttf"),
    include_bytes!("../../assets/fonts/card-armenian.ttf"),
    include_bytes!("../../assets/fonts/card-cjk.otf"),
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
    use crate::qr::image::white;
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
