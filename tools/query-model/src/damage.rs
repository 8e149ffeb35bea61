//! Misspells texts as people do: by keyboard, by sound, and with words joined or split.

use crate::random::Random;

/// The keys beside each key, from 'a' to 'z'.
const NEIGHBORS: [&str; 26] = [
    "qsz", "vghn", "xdfv", "sefc", "wrd", "drgv", "fthb", "gyjn", "uok", "hukm", "jil", "kop", "njk", "bhjm",
    "ipl", "ol", "wa", "etf", "awdx", "ryg", "yij", "cfgb", "qes", "zsdc", "tuh", "xas",
];

/// What sounds alike: one may be written for the other.
const SOUNDS: &str = "ph:f f:ph ck:k c:k k:c qu:kw x:ks ch:k tch:ch y:i i:y ie:ee ea:ee ee:ea ei:ie ie:ei ae:e oe:e \
    rrh:r rh:r ps:s pn:n gh: gh:f tion:shun tion:sion sion:tion s:c c:s z:s s:z sc:s kn:n wh:w wr:r ous:us us:ous \
    er:or or:er ar:er a:e e:a e:i i:e o:a a:o u:o o:u ou:u oo:u ai:ay ea:e th:t t:th dge:j g:j j:g mn:m ll:l l:ll \
    ss:s s:ss tt:t t:tt nn:n n:nn mm:m m:mm rr:r r:rr pp:p p:pp cc:c v:b b:v h: e: ough:uff au:aw aw:o igh:i mb:m \
    oa:o eu:u eu:oo itis:itus itis:ites ea:ia ia:ea emia:imia oma:omer ure:er le:el al:el ent:ant ant:ent ible:able \
    ll: cei:sea ci:sh x:z";

/// Misspells words of more than three letters.
pub struct Damage {
    sounds: Vec<(Vec<char>, Vec<char>)>,
}

impl Damage {
    pub fn new() -> Damage {
        let pairs = SOUNDS.split_whitespace().filter_map(|pair| pair.split_once(':'));
        Damage { sounds: pairs.map(|(a, b)| (a.chars().collect(), b.chars().collect())).collect() }
    }

    /// A text with one to three misspellings; by sound too if `is_english`.
    pub fn text(&self, random: &mut Random, text: &str, is_english: bool) -> String {
        let lower = text.to_lowercase();
        let mut words: Vec<Vec<char>> = lower.split_whitespace().map(|word| word.chars().collect()).collect();
        let long: Vec<usize> = (0..words.len()).filter(|n| words[*n].len() > 3).collect();
        if long.is_empty() {
            return text.to_owned();
        }
        let edits = if random.chance(0.6) { 1 } else { 2 + usize::from(!random.chance(0.75)) };
        for _ in 0..edits {
            let n = *random.choose(&long);
            words[n] = match is_english && random.chance(0.6) {
                true => self.by_sound(random, &words[n]),
                false => by_keyboard(random, &words[n]),
            };
        }
        let kind = random.share();
        if kind < 0.06 && words.len() > 1 {
            let n = random.below(words.len() - 1);
            let next = words.remove(n + 1);
            words[n].extend(next);
        } else if kind < 0.12 {
            let n = random.below(words.len());
            if words[n].len() > 5 {
                let at = 2 + random.below(words[n].len() - 4);
                let rest = words[n].split_off(at);
                words.insert(n + 1, rest);
            }
        }
        let words: Vec<String> = words.into_iter().map(|word| word.into_iter().collect()).collect();
        words.join(" ")
    }

    fn by_sound(&self, random: &mut Random, word: &[char]) -> Vec<char> {
        if word.len() < 4 {
            return word.to_vec();
        }
        for _ in 0..6 {
            let (from, to) = random.choose(&self.sounds);
            let ends = word.len().checked_sub(from.len()).map_or(0, |last| last + 1);
            let places: Vec<usize> = (0..ends).filter(|at| word[*at..].starts_with(from)).collect();
            if places.is_empty() {
                continue;
            }
            let at = *random.choose(&places);
            // The first sound is rarely wrong.
            if at == 0 && random.chance(0.6) {
                continue;
            }
            return [&word[..at], to, &word[at + from.len()..]].concat();
        }
        by_keyboard(random, word)
    }
}

fn by_keyboard(random: &mut Random, word: &[char]) -> Vec<char> {
    let mut word = word.to_vec();
    if word.len() < 4 {
        return word;
    }
    let first = usize::from(!random.chance(0.15));
    let at = first + random.below(word.len() - first);
    let kind = random.share();
    if kind < 0.3 {
        word.remove(at);
    } else if kind < 0.5 && at + 1 < word.len() {
        word.swap(at, at + 1);
    } else if kind < 0.7 {
        word.insert(at, word[at]);
    } else if let 'a'..='z' = word[at] {
        let keys: Vec<char> = NEIGHBORS[word[at] as usize - 'a' as usize].chars().collect();
        let key = *random.choose(&keys);
        if kind < 0.85 {
            word[at] = key;
        } else if kind < 0.93 {
            word.insert(at, (b'a' + random.below(26) as u8) as char);
        } else {
            word.insert(at, key);
        }
    } else {
        word.remove(at);
    }
    word
}
