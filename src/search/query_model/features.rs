//! The features of a query text: its words, pairs of words, pieces of words and the sounds of English words, as hashes.
//!
//! `tools/query-model` compiles this file too, so that a model is trained on the features that searches compute.

use crate::model::text::is_invisible;
use crate::search::text::folding::{fold, is_apostrophe};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum number of features of a text.
const MAX_FEATURES: usize = 1_200;
/// The maximum number of letters of a word that count.
const MAX_LETTERS: usize = 64;
/// The maximum number of sounds of a word that count.
const MAX_SOUNDS: usize = 24;

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
/// The kinds of features, so that equal texts of different kinds have different hashes.
const WORD: [u64; 3] = [1, 11, 12];
const ACCENTED: u64 = 2;
const PAIR: u64 = 3;
const PIECE: u64 = 5;
const SOUND: u64 = 6;

/// How a script is divided into pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Script {
    Alphabet,
    /// Hangul and Ethiopic: a character is a syllable.
    Syllables,
    /// Chinese and Japanese.
    Ideographs,
    /// Thai, Lao, Khmer and Burmese, which are written without spaces.
    Unspaced,
}

impl Script {
    fn from_char(c: char) -> Script {
        match u32::from(c) {
            0..0xE00 => Script::Alphabet,
            0x3005 | 0x3040..0x3100 | 0x3400..0xA000 | 0xF900..0xFB00 | 0x2_0000.. => Script::Ideographs,
            0x0E00..0x0F00 | 0x1780..0x1800 | 0x1000..0x10A0 => Script::Unspaced,
            0xAC00..0xD7B0 | 0x1200..0x13A0 => Script::Syllables,
            _ => Script::Alphabet,
        }
    }

    fn is_unspaced(self) -> bool {
        matches!(self, Script::Ideographs | Script::Unspaced)
    }

    /// The lengths of its pieces, in characters.
    fn piece_lengths(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Script::Alphabet => 3..=5,
            Script::Syllables => 2..=4,
            Script::Ideographs => 1..=3,
            Script::Unspaced => 3..=6,
        }
    }
}

/// A word, or a run of characters of a script without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Token {
    pub folded: String,
    /// In lower case, where its accents make it differ from the folded word.
    pub accented: Option<String>,
    script: Script,
}

/// The tokens of a text.
pub(in crate::search) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut word, mut script) = (String::new(), Script::Alphabet);
    for c in text.nfkc().flat_map(char::to_lowercase).filter(|c| !is_apostrophe(*c) && !is_invisible(*c)) {
        if is_combining_mark(c) {
            if !word.is_empty() {
                word.push(c);
            }
            continue;
        }
        let own = Script::from_char(c);
        let is_other = own != script && (own.is_unspaced() || script.is_unspaced());
        if !c.is_alphanumeric() || is_other {
            add_token(&mut word, script, &mut tokens);
        }
        if c.is_alphanumeric() {
            if word.is_empty() {
                script = own;
            }
            word.push(c);
        }
    }
    add_token(&mut word, script, &mut tokens);
    tokens
}

fn add_token(word: &mut String, script: Script, tokens: &mut Vec<Token>) {
    if word.is_empty() {
        return;
    }
    // Folding would take Korean syllables apart.
    let folded = if script == Script::Syllables { word.clone() } else { fold(word) };
    let accented = (folded != *word).then(|| word.clone());
    word.clear();
    if !folded.is_empty() {
        tokens.push(Token { folded, accented, script });
    }
}

/// Replaces `found` by the hashes of the features of a text.
pub(in crate::search) fn features(tokens: &[Token], found: &mut Vec<u32>) {
    found.clear();
    let mut letters: Vec<u64> = Vec::with_capacity(MAX_LETTERS);
    let mut previous: u64 = 0;
    let mut before: Vec<u8> = Vec::new();
    for token in tokens {
        letters.clear();
        letters.extend(token.folded.chars().take(MAX_LETTERS).map(|c| u64::from(u32::from(c))));
        let word = letters.iter().fold(OFFSET, |hash, letter| add(hash, *letter));
        found.extend(WORD.map(|kind| finish(word, kind)));
        if let Some(accented) = &token.accented {
            found.push(finish(hash_of(accented.chars().map(u64::from)), ACCENTED));
        }
        if previous != 0 && !token.script.is_unspaced() {
            found.push(mix(previous.wrapping_mul(1_000_003) ^ word.wrapping_mul(31).wrapping_add(PAIR)));
        }
        previous = if token.script.is_unspaced() { 0 } else { word };
        add_pieces(token.script, &mut letters, found);
        let sounds = match token.script {
            Script::Alphabet if token.folded.len() > 2 => sounds(token.folded.as_bytes()),
            _ => Vec::new(),
        };
        if sounds.len() > 1 {
            found.push(finish(hash_of(sounds.iter().map(|sound| u64::from(*sound))), SOUND));
        }
        if !before.is_empty() && !sounds.is_empty() {
            add_joined_sounds(&before, &sounds, found);
        }
        before = sounds;
        if found.len() >= MAX_FEATURES {
            found.truncate(MAX_FEATURES);
            return;
        }
    }
}

/// Adds the pieces of a word; in scripts with spaces its ends count as letters.
fn add_pieces(script: Script, letters: &mut Vec<u64>, found: &mut Vec<u32>) {
    let lengths = script.piece_lengths();
    let is_bounded = !script.is_unspaced();
    if is_bounded {
        letters.insert(0, u64::from('<'));
        letters.push(u64::from('>'));
    }
    let seed = OFFSET ^ (0x9e37 * (1 + script as u64));
    for start in 0..letters.len() {
        let mut hash = seed;
        for (length, letter) in (1..=*lengths.end()).zip(&letters[start..]) {
            hash = add(hash, *letter);
            if length >= *lengths.start() && !(is_bounded && length == letters.len()) {
                found.push(finish(hash, PIECE));
            }
        }
    }
}

/// Adds the sounds of two neighboring words, as if they were one.
fn add_joined_sounds(first: &[u8], second: &[u8], found: &mut Vec<u32>) {
    let (mut hash, mut last) = (OFFSET, 0);
    let second = second.strip_prefix(b"a").unwrap_or(second);
    for sound in first.iter().chain(second).filter(|sound| **sound != 0) {
        if *sound != last {
            hash = add(hash, u64::from(*sound));
        }
        last = *sound;
    }
    found.push(finish(hash, SOUND));
}

/// The sounds of a word in English, roughly: its consonants, alike ones as one letter. Empty for other letters than ASCII.
fn sounds(word: &[u8]) -> Vec<u8> {
    let mut sounds: Vec<u8> = Vec::with_capacity(MAX_SOUNDS);
    if !word.is_ascii() {
        return sounds;
    }
    let (mut at, mut last) = (0, 0);
    while at < word.len() {
        let letter = |n: usize| word.get(at + n).copied().unwrap_or(0);
        let (c, next) = (word[at], letter(1));
        let is_first = at == 0;
        let is_soft = |c: u8| matches!(c, b'e' | b'i' | b'y');
        let (sound, length) = match c {
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' if is_first => (b'a', 1),
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' => {
                last = 0;
                (0, 1)
            }
            b'w' if is_first && next != b'r' => (b'w', 1),
            b'h' if is_first => (b'h', 1),
            b'w' | b'h' => (0, 1),
            b'p' if next == b'h' => (b'f', 2),
            b'p' if is_first && matches!(next, b's' | b'n') => (0, 1),
            b'k' if is_first && next == b'n' => (0, 1),
            b'g' if next == b'h' => (if is_first { b'k' } else { 0 }, 2),
            b'g' if is_soft(next) => (b'j', 1),
            b'c' if matches!(next, b'h' | b'k') => (b'k', 2),
            b'c' if is_soft(next) => (b's', 1),
            b'g' | b'c' | b'q' => (b'k', 1),
            b's' if next == b'c' && is_soft(letter(2)) => (b's', 2),
            b's' if next == b'h' => (b's', 2),
            b't' if next == b'i' && letter(2) == b'o' => (b's', 2),
            b't' if next == b'c' && letter(2) == b'h' => (b'k', 3),
            b'x' => {
                sounds.push(b'k');
                (b's', 1)
            }
            b'z' => (b's', 1),
            b'v' => (b'f', 1),
            b'd' => (b't', 1),
            b'b' => (b'p', 1),
            c => (c, 1),
        };
        at += length;
        if sound != 0 {
            if sound != last && sounds.len() < MAX_SOUNDS {
                sounds.push(sound);
            }
            last = sound;
        }
    }
    sounds
}

fn hash_of(letters: impl Iterator<Item = u64>) -> u64 {
    letters.fold(OFFSET, add)
}

/// One step of the hash FNV-1a.
fn add(hash: u64, letter: u64) -> u64 {
    (hash ^ letter).wrapping_mul(0x100_0000_01b3)
}

fn finish(hash: u64, kind: u64) -> u32 {
    mix(hash.wrapping_mul(31).wrapping_add(kind))
}

/// The finalizer of MurmurHash3: every bit depends on all others.
fn mix(mut hash: u64) -> u32 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^= hash >> 33;
    hash as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_divided_by_spaces_and_scripts() {
        let check = |text: &str, expected: &[&str]| {
            let tokens = tokens(text);
            let folded: Vec<&str> = tokens.iter().map(|token| &*token.folded).collect();
            assert_eq!(folded, expected, "{text}");
        };
        check("Mi hijo tiene diarréa", &["mi", "hijo", "tiene", "diarrea"]);
        check("Crohn's disease", &["crohns", "disease"]);
        check("배가 아파요", &["배가", "아파요"]);
        check("A型肝炎", &["a", "型肝炎"]);
        check("ไข้หวัดใหญ่", &["ไข้หวัดใหญ่"]);
        check("?!", &[]);
    }

    #[test]
    fn features_are_those_of_the_trained_model() {
        let texts = [
            "Athsma attack",
            "tiene diarréa",
            "배가 아파요",
            "A型肝炎",
            "ไข้หวัดใหญ่",
            "у ребёнка кашель",
            "phlegm's",
        ];
        let (mut found, mut sum) = (Vec::new(), 0);
        for text in texts {
            features(&tokens(text), &mut found);
            sum = found.iter().fold(sum, |sum, feature| add(sum, u64::from(*feature)));
        }
        assert_eq!(sum, 0x2b44_49c9_ed2f_3caa, "other features need another model: 'make query-model'");
    }

    #[test]
    fn words_that_sound_alike_share_features() {
        let common = |a: &str, b: &str| {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            features(&tokens(a), &mut one);
            features(&tokens(b), &mut other);
            one.iter().filter(|feature| other.contains(feature)).count()
        };
        assert_eq!(sounds(b"phlegm"), sounds(b"flegm"));
        assert!(common("hart atack", "heart attack") > 0);
        assert!(common("chicken pox", "chickenpox") > common("chicken pox", "asthma"));
        assert_eq!(common("asthma", "fracture"), 0);
    }
}
