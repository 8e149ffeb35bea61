//! The likely language of a text, so that screen readers pronounce it correctly; the rule is that of the screens.

use unicode_normalization::UnicodeNormalization;

/// Whether a letter belongs to a script.
type IsOfScript = fn(char) -> bool;

/// Scripts that identify a language, with the languages that are written in them, the most likely first.
const SCRIPTS: [(IsOfScript, &[&str]); 8] = [
    (
        |c| matches!(c, '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{8A0}'..='\u{8FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'),
        &["ar", "fa", "prs", "ps", "ur"],
    ),
    (|c| matches!(c, '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}'), &["ru", "uk"]),
    (|c| matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7FF}'), &["ko"]),
    (|c| matches!(c, '\u{3041}'..='\u{30FF}'), &["ja"]),
    (
        |c| matches!(c, '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}'),
        &["zh", "zh-Hans", "zh-Hant"],
    ),
    (|c| matches!(c, '\u{1200}'..='\u{139F}' | '\u{2D80}'..='\u{2DDF}'), &["am", "ti"]),
    (
        |c| matches!(c, '\u{1000}'..='\u{109F}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}'),
        &["ksw", "my"],
    ),
    (|c| matches!(c, '\u{900}'..='\u{97F}'), &["hi", "ne"]),
];

/// The likely language of a text: by its script, and for Latin script its only language other than English. `named` are the
/// tags of the possible languages. `None` if it may be English.
pub(super) fn text_language<'t>(text: &str, named: &[Option<&'t str>]) -> Option<&'t str> {
    let is_named = |tag: &str| named.contains(&Some(tag));
    if !text.is_ascii() {
        let may_be_vietnamese = !is_named("en") || (is_named("vi") && most_words_have_accents(text));
        if may_be_vietnamese && text.nfc().any(is_vietnamese) {
            return Some("vi");
        }
        // Most texts have only dashes, dots and accents beside ASCII.
        let count = if text.chars().any(may_identify) { letters(text).count() } else { 0 };
        for (is_of_script, tags) in SCRIPTS.iter().take_while(|_| count > 0) {
            if letters(text).filter(|c| !is_of_script(*c)).count() * 2 < count {
                let known = named.iter().flatten().find(|tag| tags.contains(tag));
                return known.copied().or(tags.first().copied());
            }
        }
    }
    match named {
        [Some(only)] if *only != "en" => Some(only),
        _ => None,
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphabetic())
}

/// Whether a character may be of one of [`SCRIPTS`]: it is neither Latin, Greek nor punctuation.
fn may_identify(c: char) -> bool {
    c >= '\u{400}' && !('\u{1E00}'..='\u{2BFF}').contains(&c)
}

/// Whether most words have a letter beyond ASCII; an English title with a Vietnamese name has few.
fn most_words_have_accents(text: &str) -> bool {
    let accented = text.split(' ').filter(|word| !word.is_ascii()).count();
    accented * 2 > text.split(' ').count()
}

/// Whether a letter occurs only in Vietnamese, among our languages.
fn is_vietnamese(c: char) -> bool {
    matches!(c, '\u{1EA0}'..='\u{1EF9}' | 'ơ' | 'Ơ' | 'ư' | 'Ư' | 'đ' | 'Đ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_and_the_versions_identify_the_language() {
        let check = |text: &str, named: &[Option<&'static str>], expected: Option<&str>| {
            assert_eq!(text_language(text, named), expected, "{text}");
        };
        check("Asthma", &[Some("en"), Some("es")], None);
        check("Asma", &[Some("es")], Some("es"));
        check("Asma", &[None], None);
        check("الربو عند الأطفال", &[Some("en"), Some("ar")], Some("ar"));
        check("الربو عند الأطفال", &[Some("fa")], Some("fa"));
        check("الربو عند (Asthma)", &[], Some("ar"));
        check("Asthma (الربو)", &[], None);
        check("哮喘", &[Some("en"), Some("zh-Hant")], Some("zh-Hant"));
        check("Hen suyễn", &[], Some("vi"));
        check("Ưu tiên", &[Some("en")], None);
        check("Kế hoạch hành động khi trẻ bị hen suyễn", &[Some("en"), Some("vi")], Some("vi"));
        check("Asthma action plan (Tiếng Việt)", &[Some("en"), Some("vi")], None);
        check("Астма", &[], Some("ru"));
        check("… “Asthma” – É", &[Some("en"), Some("es")], None);
    }

    #[test]
    fn every_letter_of_a_script_may_identify_it() {
        for c in ('\u{80}'..=char::MAX).filter(|c| SCRIPTS.iter().any(|(is_of_script, _)| is_of_script(*c))) {
            assert!(may_identify(c), "{c:?}");
        }
    }
}
