//! Phonetic keys: approximate English pronunciation of a word's consonants as one number.

/// The phonetic key of a folded word of Latin letters; 0, which matches nothing, for other scripts.
pub(in crate::search) fn phonetic_key(word: &str) -> u32 {
    if !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return 0;
    }
    // FNV-1a over the phonemes.
    let mut hash = 0x811c_9dc5_u32;
    let mut last = 0;
    each_phoneme(word.as_bytes(), |phoneme| {
        if phoneme != last {
            hash = (hash ^ u32::from(phoneme)).wrapping_mul(0x0100_0193);
        }
        last = phoneme;
    });
    hash.max(1)
}

/// Calls `put` with every consonant, and with 'a' for an initial vowel.
fn each_phoneme(word: &[u8], mut put: impl FnMut(u8)) {
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
    fn words_that_sound_alike_have_the_same_key() {
        for (a, b) in [
            ("newmonia", "pneumonia"),
            ("chickenpocks", "chickenpox"),
            ("fisical", "physical"),
            ("diarea", "diarrhea"),
            ("rumatism", "rheumatism"),
            ("sykiatrist", "sychiatrist"),
        ] {
            assert_eq!(phonetic_key(a), phonetic_key(b), "{a} {b}");
        }
        assert_ne!(phonetic_key("asthma"), phonetic_key("eczema"));
    }
}
