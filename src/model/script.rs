//! Properties of writing systems.

use crate::model::characters::ascii_digit;

/// Returns true for letters of scripts that put no blanks between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese and
/// Karen. Their digits stand apart like those of other scripts.
pub fn is_unspaced(c: char) -> bool {
    let is_in_script = matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{A9E0}'..='\u{A9FF}'
        | '\u{AA60}'..='\u{AA7F}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}');
    is_in_script && ascii_digit(c).is_none()
}
