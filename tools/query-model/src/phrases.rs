//! What surrounds the subject of a query: frames, stop words, ordinary words.

use crate::random::Random;
use crate::tables::Tables;
use std::collections::BTreeMap;

/// More frames than searches recognize: what people write around a subject in forums and chats.
const ENGLISH_FRAMES: [&str; 31] = [
    "{x} in my son", "{x} what to do", "how to get rid of {x}", "is {x} contagious", "{x} causes", "{x} symptoms",
    "{x} home remedies", "what does {x} mean", "{x} for kids", "doctor said {x}", "just diagnosed with {x}",
    "i think i have {x}", "{x} won't go away", "{x} for two weeks", "can {x} be cured", "side effects of {x}",
    "{x} handout", "my husband has {x}", "my mom has {x}", "{x} at night", "{x} help", "worried about {x}",
    "living with {x}", "{x} after surgery", "diet for {x}", "when to call doctor for {x}", "{x} during pregnancy",
    "he is {x}", "she keeps {x}", "hi my {x} please advise", "causes of {x} and treatment",
];
const SUBJECT: &str = "{x}";

/// The words of a language that say nothing about the subject.
#[derive(Default)]
struct Words {
    plain: Vec<String>,
    stop: Vec<String>,
    light: Vec<String>,
    frames: Vec<String>,
}

pub struct Filler<'t> {
    tables: &'t Tables,
    by_language: BTreeMap<String, Words>,
}

impl Filler<'_> {
    pub fn new(tables: &Tables) -> Filler<'_> {
        let topical = tables.topical_words();
        let mut by_language: BTreeMap<String, Words> = BTreeMap::new();
        for (language, words) in &tables.ordinary_words {
            let is_topical = |word: &String| topical.get(language.as_str()).is_some_and(|known| known.contains(word));
            let plain = words.iter().filter(|word| !is_topical(word)).cloned().collect();
            by_language.entry(language.clone()).or_default().plain = plain;
        }
        for (language, words) in &tables.stop_words {
            by_language.entry(language.clone()).or_default().stop = words.clone();
        }
        for (language, words) in &mut by_language {
            words.light = tables.light_words.get(language).cloned().unwrap_or_default();
            let own = if language == "en" { ENGLISH_FRAMES.as_slice() } else { &[] };
            let frames = tables.frames.get(language).into_iter().flatten().map(String::as_str).chain(own.iter().copied());
            words.frames = frames.map(|frame| frame.replace(SUBJECT, "").trim().to_owned()).collect();
        }
        Filler { tables, by_language }
    }

    /// Returns whether there are words of a language.
    pub fn has(&self, language: &str) -> bool {
        self.by_language.contains_key(language)
    }

    /// A text in a frame of its language, sometimes with a light word.
    pub fn framed(&self, random: &mut Random, language: &str, text: &str) -> String {
        let own = if language == "en" { ENGLISH_FRAMES.as_slice() } else { &[] };
        let of = |language: &str| self.tables.frames.get(language).into_iter().flatten().map(String::as_str);
        let mut frames: Vec<&str> = of(language).chain(own.iter().copied()).collect();
        if frames.is_empty() && random.chance(0.3) {
            frames.extend(of("en"));
        }
        let frame = if frames.is_empty() { SUBJECT } else { random.choose(&frames) };
        let framed = frame.replace(SUBJECT, text);
        match self.tables.light_words.get(language) {
            Some(light) if random.chance(0.2) => match random.chance(0.5) {
                true => format!("{framed} {}", random.choose(light)),
                false => format!("{} {framed}", random.choose(light)),
            },
            _ => framed,
        }
    }

    /// A frame without a subject.
    pub fn empty_frame(&self, random: &mut Random, language: &str, frame: &str) -> String {
        let light = self.tables.light_words.get(language).filter(|_| random.chance(0.5));
        frame.replace(SUBJECT, light.map_or("", |light| random.choose(light).as_str()))
    }

    /// Texts among a number of other words.
    pub fn among(&self, random: &mut Random, language: &str, texts: Vec<String>, count: usize) -> String {
        self.mixed(random, language, texts, count).join(" ")
    }

    pub fn mixed(&self, random: &mut Random, language: &str, mut texts: Vec<String>, count: usize) -> Vec<String> {
        let Some(words) = self.by_language.get(language) else { return texts };
        for _ in 0..count {
            let kind = random.share();
            let from = match kind {
                0.0..0.5 => &words.stop,
                0.5..0.72 => &words.plain,
                0.72..0.82 => &words.light,
                _ => &words.frames,
            };
            let from = if from.is_empty() { &words.stop } else { from };
            if !from.is_empty() {
                let place = random.below(texts.len() + 1);
                texts.insert(place, random.choose(from).clone());
            }
        }
        texts
    }

    pub fn with_stop_word(&self, random: &mut Random, language: &str, text: &str) -> String {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let word = self.stop_word(random, language);
        words.insert(random.below(words.len() + 1), word);
        words.join(" ")
    }

    /// A stop word; empty for a language without any.
    pub fn stop_word(&self, random: &mut Random, language: &str) -> String {
        let stop = self.by_language.get(language).filter(|words| !words.stop.is_empty());
        stop.map_or(String::new(), |words| random.choose(&words.stop).clone())
    }

    /// By language, the ordinary words that neither name nor describe a concept in any language.
    pub fn plain_words(&self) -> Vec<(String, Vec<String>)> {
        let topical: std::collections::BTreeSet<String> = self.tables.topical_words().into_values().flatten().collect();
        let plain = |words: &Words| words.plain.iter().filter(|word| !topical.contains(*word)).cloned().collect();
        self.by_language.iter().map(|(language, words)| (language.clone(), plain(words))).collect()
    }
}
