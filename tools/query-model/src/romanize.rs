//! Writes Devanagari, Cyrillic, Greek, Arabic and Ethiopic texts in Latin letters, roughly as people type them.

use crate::random::Random;

const CYRILLIC: &str = "а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts \
    ч ch ш sh щ sch ъ _ ы y ь _ э e ю yu я ya і i ї yi є ye ґ g";
const GREEK: &str = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s τ t υ y φ f χ x ψ ps ω o \
    ς s ά a έ e ή i ί i ό o ύ y ώ o";
const ARABIC: &str = "ا a ب b ت t ث s ج j ح h خ kh د d ذ z ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m \
    ن n ه h و o ي i أ a إ i آ a ة a ى a ئ _ ء _ پ p چ ch ژ zh گ g ک k ی i ہ h ھ h ٹ t ڈ d ڑ r ے e ں n";
const CONSONANTS: &str = "क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p \
    फ ph ब b भ bh म m य y र r ल l व v श sh ष sh स s ह h";
const VOWELS: &str = "अ a आ aa इ i ई ee उ u ऊ oo ऋ ri ए e ऐ ai ओ o औ au ँ n ं n ः h";
const VOWEL_SIGNS: &str = "ा a ि i ी i ु u ू u ृ ri े e ै ai ो o ौ au ॉ o";
/// The dot below a letter, and the sign that it has no vowel.
const DOT: char = '़';
const NO_VOWEL: char = '्';

type Table = Vec<(char, &'static str)>;

pub struct Romanization {
    cyrillic: Table,
    greek: Table,
    arabic: Table,
    consonants: Table,
    vowels: Table,
    vowel_signs: Table,
}

fn table(text: &'static str) -> Table {
    let pieces: Vec<&str> = text.split_whitespace().collect();
    let rows = pieces.chunks_exact(2);
    rows.filter_map(|row| Some((row[0].chars().next()?, if row[1] == "_" { "" } else { row[1] }))).collect()
}

fn find(table: &Table, c: char) -> Option<&'static str> {
    table.iter().find(|(letter, _)| *letter == c).map(|(_, latin)| *latin)
}

impl Romanization {
    pub fn new() -> Romanization {
        Romanization {
            cyrillic: table(CYRILLIC),
            greek: table(GREEK),
            arabic: table(ARABIC),
            consonants: table(CONSONANTS),
            vowels: table(VOWELS),
            vowel_signs: table(VOWEL_SIGNS),
        }
    }

    /// A text of a language in Latin letters; `None` for languages without a table.
    pub fn text(&self, random: &mut Random, language: &str, text: &str) -> Option<String> {
        let lower = text.to_lowercase();
        let table = match language {
            "hi" | "ne" => return Some(self.devanagari(random, &lower)),
            "ru" | "uk" => &self.cyrillic,
            "el" => &self.greek,
            "ar" | "fa" | "ur" | "ps" => &self.arabic,
            _ => return None,
        };
        let mut latin = String::new();
        for c in lower.chars() {
            match find(table, c) {
                Some(letters) => latin.push_str(letters),
                None => latin.push(c),
            }
        }
        Some(latin)
    }

    fn devanagari(&self, random: &mut Random, text: &str) -> String {
        let letters: Vec<char> = text.chars().filter(|c| *c != DOT).collect();
        let mut latin = String::new();
        for (n, c) in letters.iter().enumerate() {
            let next = letters.get(n + 1).copied().unwrap_or(' ');
            if let Some(consonant) = find(&self.consonants, *c) {
                latin.push_str(consonant);
                let is_consonant = find(&self.consonants, next).is_some();
                let has_vowel = is_consonant || find(&self.vowels, next).is_some();
                // Hindi drops many of these vowels, and so do people who write it in Latin letters.
                if has_vowel && !(is_consonant && random.chance(0.3)) {
                    latin.push('a');
                }
            } else if let Some(vowel) = find(&self.vowel_signs, *c) {
                let long = match vowel {
                    "a" => Some(("aa", 0.5)),
                    "i" => Some(("ee", 0.33)),
                    "u" => Some(("oo", 0.33)),
                    _ => None,
                };
                latin.push_str(long.filter(|(_, chance)| random.chance(*chance)).map_or(vowel, |(long, _)| long));
            } else if let Some(vowel) = find(&self.vowels, *c) {
                latin.push_str(vowel);
            } else if *c != NO_VOWEL {
                latin.push(*c);
            }
        }
        if random.chance(0.4) {
            latin = latin.replace('v', "w");
        }
        if random.chance(0.3) {
            latin = latin.replace("ph", "f");
        }
        latin
    }
}
