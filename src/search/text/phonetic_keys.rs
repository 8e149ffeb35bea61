//! What a word sounds like, roughly: the consonants as English speaks them, as one number.

/// The sound of a folded word of Latin letters; 0 for other scripts, which sounds like nothing.
pub(in crate::search) fn sound(word: &str) -> u32 {
    if !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return 0;
    }
    // FNV-1a over the sounds.
    let mut hash = 0x811c_9dc5_u32;
    let mut last = 0;
    each_sound(word.as_bytes(), |sound| {
        if sound != last {
            hash = (hash ^ u32::from(sound)).wrapping_mul(0x0100_0193);
        }
        last = sound;
    });
    hash.max(1)
}

/// Calls `put` with every consonant, and with 'a' for a vowel at the beginning.
fn each_sound(word: &[u8], mut put: impl FnMut(u8)) {
    let word = match word {
        [b'k' | b'g' | b'p', rest @ ..] if rest.first() == Some(&b'n') => rest,
        [b'p', rest @ ..] if rest.first() == Some(&b's') => rest,
        [b'w', rest @ ..] if matches!(rest.first(), Some(b'r' | b'h')) => rest,
        _ => word,
    };
    let mut at = 0;
    while let Some(letter) = word.get(at) {
        let next = word.get(at + 1).copied().unwrap_or(0);
        let is_soft = matches!(next, b'e' | b'i' | b'y');
        let mut length = 1;
        match letter {
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' if at == 0 => put(b'a'),
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | b'h' | b'w' => {}
            b'p' if next == b'h' => {
                put(b'f');
                length = 2;
            }
            b'v' => put(b'f'),
            b'g' if next == b'h' => length = 2,
            b'g' if is_soft => put(b'j'),
            b'd' if next == b'g' => {
                put(b'j');
                length = 2;
            }
            b'c' if next == b'k' || next == b'h' => {
                put(b'k');
                length = 2;
            }
            b'c' if is_soft => put(b's'),
            b'c' | b'q' => put(b'k'),
            b's' if next == b'c' && matches!(word.get(at + 2), Some(b'e' | b'i' | b'y')) => {
                put(b's');
                length = 2;
            }
            b't' if next == b'i' && matches!(word.get(at + 2), Some(b'o' | b'a')) => {
                put(b's');
                length = 2;
            }
            b'x' if at == 0 => put(b's'),
            b'x' => {
                put(b'k');
                put(b's');
            }
            b'z' => put(b's'),
            other => put(*other),
        }
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_sound_alike_have_one_sound() {
        for (a, b) in [
            ("newmonia", "pneumonia"),
            ("chickenpocks", "chickenpox"),
            ("fisical", "physical"),
            ("diarea", "diarrhea"),
            ("rumatism", "rheumatism"),
            ("sykiatrist", "sychiatrist"),
        ] {
            assert_eq!(sound(a), sound(b), "{a} {b}");
        }
        assert_ne!(sound("asthma"), sound("eczema"));
    }
}
