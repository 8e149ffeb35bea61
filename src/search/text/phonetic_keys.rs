//! Phonetic keys: approximate English pronunciation of a word's consonants as one number.

/// How letters that have several pronunciations are pronounced.
#[derive(Clone, Copy, PartialEq)]
enum Pronunciation {
    /// 'gh' is silent, and 'ch' is k.
    Usual,
    /// 'gh' is f as in cough, 'ch' is tsh as in cheek, and so is the 'tu' of denture. A vowel at the start does not count,
    /// and an 'e' at the end, or before a last 's', is silent.
    Other,
}

const PRONUNCIATIONS: [Pronunciation; 2] = [Pronunciation::Usual, Pronunciation::Other];

const INITIAL_VOWEL: u8 = b'a';
const VOWEL: u8 = b'o';
/// The phoneme of 'ch' in cheek.
const TSH: u8 = b'c';

/// The phonetic key of a folded word of Latin letters; 0, which matches nothing, for other scripts.
pub(in crate::search) fn phonetic_key(word: &str) -> u32 {
    key(word, Pronunciation::Usual)
}

/// The phonetic keys of a word that has several pronunciations; the first is its [`phonetic_key`].
pub(in crate::search) fn phonetic_keys(word: &str) -> [u32; 2] {
    PRONUNCIATIONS.map(|pronunciation| key(word, pronunciation))
}

fn key(word: &str, pronunciation: Pronunciation) -> u32 {
    if !is_latin(word) {
        return 0;
    }
    // FNV-1a over the consonants, and the vowel at the start of the usual pronunciation.
    let mut hash = 0x811c_9dc5_u32;
    let mut last = 0;
    each_phoneme(word.as_bytes(), pronunciation, |phoneme| {
        if phoneme == VOWEL || (phoneme == INITIAL_VOWEL && pronunciation == Pronunciation::Other) {
            return;
        }
        if phoneme != last {
            hash = (hash ^ u32::from(phoneme)).wrapping_mul(0x0100_0193);
        }
        last = phoneme;
    });
    hash.max(1)
}

/// Returns whether two folded words of Latin letters have the same phonemes in one of the pronunciations, all vowels being alike:
/// 'seezarian' and 'cesarean'.
pub(in crate::search) fn sound_alike(a: &str, b: &str) -> bool {
    if !is_latin(a) || !is_latin(b) {
        return false;
    }
    let b = PRONUNCIATIONS.map(|pronunciation| phonemes(b, pronunciation));
    PRONUNCIATIONS.iter().any(|pronunciation| b.contains(&phonemes(a, *pronunciation)))
}

fn is_latin(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_lowercase())
}

/// The phonemes of a word without repetitions.
fn phonemes(word: &str, pronunciation: Pronunciation) -> Vec<u8> {
    let mut found = Vec::new();
    each_phoneme(word.as_bytes(), pronunciation, |phoneme| {
        found.push(if phoneme == INITIAL_VOWEL { VOWEL } else { phoneme });
    });
    found.dedup();
    found
}

/// Calls `put` with every phoneme.
fn each_phoneme(word: &[u8], pronunciation: Pronunciation, mut put: impl FnMut(u8)) {
    let mut rest = match word {
        [b'k' | b'g' | b'p', after @ ..] if after.first() == Some(&b'n') => after,
        [b'p', after @ ..] if after.first() == Some(&b's') => after,
        [b'w', after @ ..] if matches!(after.first(), Some(b'r' | b'h')) => after,
        _ => word,
    };
    match rest {
        [b'a' | b'e' | b'i' | b'o' | b'u' | b'y', after @ ..] => {
            put(INITIAL_VOWEL);
            rest = after;
        }
        [b'x', after @ ..] => {
            put(b's');
            rest = after;
        }
        _ => {}
    }
    while !rest.is_empty() {
        let (phonemes, length) = match pronunciation {
            Pronunciation::Usual => usual_phonemes(rest),
            Pronunciation::Other => other_phonemes(rest).unwrap_or_else(|| usual_phonemes(rest)),
        };
        phonemes.iter().copied().for_each(&mut put);
        rest = &rest[length..];
    }
}

/// The phonemes at the start of some letters, and the number of letters.
fn usual_phonemes(letters: &[u8]) -> (&[u8], usize) {
    match letters {
        [b'a' | b'e' | b'i' | b'o' | b'u' | b'y', ..] => (&[VOWEL], 1),
        [b'h' | b'w', ..] => (&[], 1),
        [b'p', b'h', ..] => (b"f", 2),
        [b'v', ..] => (b"f", 1),
        [b'g', b'h', ..] => (&[], 2),
        [b'g', b'e' | b'i' | b'y', ..] => (b"j", 1),
        [b'd', b'g', ..] => (b"j", 2),
        [b'c', b'k' | b'h', ..] => (b"k", 2),
        [b'c', b'e' | b'i' | b'y', ..] | [b'z', ..] => (b"s", 1),
        [b'c' | b'q', ..] => (b"k", 1),
        [b's', b'c', b'e' | b'i' | b'y', ..] | [b't', b'i', b'o' | b'a', ..] => (b"s", 2),
        [b'x', ..] => (b"ks", 1),
        other => (&other[..1], 1),
    }
}

/// The same in the other pronunciation, where it differs.
fn other_phonemes(letters: &[u8]) -> Option<(&'static [u8], usize)> {
    Some(match letters {
        [b'g', b'h', ..] => (b"f", 2),
        [b'c', b'h', ..] => (&[TSH], 2),
        [b't', b'c', b'h', ..] => (&[TSH], 3),
        [b't', b'u', ..] => (&[TSH], 1),
        [b't', b'z', ..] => (b"s", 2),
        [b's', b'c', b'h', ..] => (b"s", 3),
        [b'e'] => (&[], 1),
        [b'e', b's'] => (b"s", 2),
        _ => return None,
    })
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

    #[test]
    fn a_spelling_with_several_pronunciations_has_two_keys() {
        for (a, b) in [
            ("coff", "cough"),
            ("denchers", "dentures"),
            ("scitzofrenia", "schizophrenia"),
            ("emroids", "hemorrhoids"),
            ("seezarian", "cesarean"),
        ] {
            let keys = phonetic_keys(b);
            assert!(phonetic_keys(a).iter().any(|key| keys.contains(key)), "{a} {b}");
        }
        assert!(sound_alike("seezarian", "cesarean"));
        assert!(sound_alike("turrets", "tourettes"), "a silent e");
        assert!(!sound_alike("turrets", "teratoss"), "three vowels");
        assert!(!sound_alike("боль", "боль"), "another script");
    }
}
