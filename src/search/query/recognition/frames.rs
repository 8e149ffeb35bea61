//! Sentence frames and function words of each language (`assets/terms/frames.tsv`): what a query says nothing by.

use crate::search::query::recognition::query_text::{Phrase, QueryText};
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../assets/terms/frames.tsv");
/// The place of what a question is about.
const SUBJECT: &str = "{x}";
/// From so many function words of a language on, a query of Latin letters is taken for one in it.
const MIN_STOP_WORDS: u32 = 2;

/// A sentence around the subject.
struct Frame {
    lang: u8,
    before: Phrase,
    after: Phrase,
}

/// A frame of a language that is compared letter by letter.
struct JoinedFrame {
    before: Box<str>,
    after: Box<str>,
}

/// What a word is in some languages, one bit for each.
#[derive(Default, Clone, Copy)]
struct WordLanguages {
    stop: u64,
    light: u64,
}

/// The table.
#[derive(Default)]
pub(super) struct SentenceFrames {
    languages: Vec<&'static str>,
    words: HashMap<Box<str>, WordLanguages>,
    /// By the first word of what stands before the subject, or behind it where nothing stands before.
    frames: HashMap<Box<str>, Vec<Frame>>,
    joined: Vec<JoinedFrame>,
}

/// Which words of a query say nothing or little.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrameWords {
    /// For each word whether it says nothing: it is part of a frame, or a function word of the query's language.
    pub silent: Vec<bool>,
    /// For each word whether it says little in the query's language.
    pub light: Vec<bool>,
    /// The language of the query, when its function words tell it.
    pub lang: Option<&'static str>,
}

static FRAMES: LazyLock<SentenceFrames> = LazyLock::new(|| SentenceFrames::parse(TABLE));

impl SentenceFrames {
    /// The table that is part of the program.
    pub fn built_in() -> &'static SentenceFrames {
        &FRAMES
    }

    /// Returns whether a folded word is a function word of a language.
    pub fn is_stop(&self, word: &str, tag: &str) -> bool {
        let Some(place) = self.languages.iter().position(|known| *known == tag) else { return false };
        self.words.get(word).is_some_and(|known| known.stop >> place & 1 == 1)
    }

    /// What a query says nothing by; `lang` is its language when it is known.
    pub fn frame_words(&self, text: &QueryText, lang: Option<&str>) -> FrameWords {
        let count = text.folded.len();
        let mut frame_words =
            FrameWords { silent: vec![false; count], light: vec![false; count], lang: None };
        let known: Vec<WordLanguages> = text
            .folded
            .iter()
            .map(|word| self.words.get(word.as_str()).copied().unwrap_or_default())
            .collect();
        if let Some(place) = self.language(&known, text, lang) {
            frame_words.lang = Some(self.languages[place]);
            for (n, word) in known.iter().enumerate() {
                frame_words.silent[n] = word.stop >> place & 1 == 1;
                frame_words.light[n] = word.light >> place & 1 == 1;
            }
        }
        self.mark_frames(text, &mut frame_words);
        if text.is_east_asian() {
            self.mark_joined(text, &mut frame_words);
        }
        frame_words
    }

    /// The language of a query: the known one, or the one with most of its function words; English of equals.
    fn language(&self, known: &[WordLanguages], text: &QueryText, lang: Option<&str>) -> Option<usize> {
        let place_of = |tag: &str| self.languages.iter().position(|known| *known == tag);
        let score = |place: usize| {
            let of = |word: &WordLanguages| {
                2 * (word.stop >> place & 1)
                    + u64::from(word.light >> place & 1 == 1 && word.stop >> place & 1 == 0)
            };
            known.iter().map(of).sum::<u64>()
        };
        if let Some(place) = lang.and_then(|lang| place_of(lang.split('-').next().unwrap_or_default()))
            && score(place) > 0
        {
            return Some(place);
        }
        let (best, place) = (0..self.languages.len())
            .map(|place| (score(place), place))
            .max_by_key(|(score, place)| (*score, std::cmp::Reverse(*place)))?;
        let is_latin = text.joined.chars().any(|c| c.is_ascii_alphabetic());
        let needed = if is_latin { 2 * u64::from(MIN_STOP_WORDS) } else { 1 };
        (best >= needed).then_some(place)
    }

    /// The longest frame at the beginning and end says nothing.
    fn mark_frames(&self, text: &QueryText, frame_words: &mut FrameWords) {
        let count = text.folded.len();
        let mut best: Option<(usize, usize, usize)> = None;
        let firsts =
            (0..count).filter_map(|place| Some((place, self.frames.get(text.folded[place].as_str())?)));
        for (place, frame) in
            firsts.flat_map(|(place, frames)| frames.iter().map(move |frame| (place, frame)))
        {
            let (before, after) = (frame.before.len(), frame.after.len());
            let is_at_start = if before > 0 { place == 0 } else { place + after == count };
            let is_matched = is_at_start
                && before + after < count
                && text.has_at(0, &frame.before)
                && text.has_at(count - after, &frame.after)
                && frame_words.lang.is_none_or(|lang| lang == self.languages[usize::from(frame.lang)]);
            if is_matched && best.is_none_or(|(words, ..)| before + after > words) {
                best = Some((before + after, before, after));
            }
        }
        if let Some((_, before, after)) = best {
            frame_words.silent[..before].fill(true);
            frame_words.silent[count - after..].fill(true);
        }
    }

    fn mark_joined(&self, text: &QueryText, frame_words: &mut FrameWords) {
        let joined = text.joined.as_str();
        let fits = |frame: &&JoinedFrame| {
            joined.starts_with(&*frame.before)
                && joined.ends_with(&*frame.after)
                && frame.before.len() + frame.after.len() < joined.len()
        };
        let longest =
            self.joined.iter().filter(fits).max_by_key(|frame| frame.before.len() + frame.after.len());
        let Some(frame) = longest else { return };
        let ranges = [0..frame.before.len(), joined.len() - frame.after.len()..joined.len()];
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            frame_words.silent[text.words_at(&range)].fill(true);
        }
    }

    fn parse(text: &'static str) -> SentenceFrames {
        let mut table = SentenceFrames::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&'static str> = line.split('\t').collect();
            match columns[..] {
                ["stop" | "light", lang, list] => table.add_words(columns[0] == "stop", lang, list),
                [lang, frame] => table.add_frame(lang, frame),
                _ => {}
            }
        }
        table
    }

    fn language_number(&mut self, tag: &'static str) -> usize {
        self.languages.iter().position(|known| *known == tag).unwrap_or_else(|| {
            self.languages.push(tag);
            self.languages.len() - 1
        })
    }

    fn add_words(&mut self, is_stop: bool, lang: &'static str, list: &str) {
        let bit = 1 << self.language_number(lang);
        for entry in list.split('|') {
            let phrase = Phrase::new(entry, lang);
            // Of several words only frames know.
            let [word] = &*phrase.folded else { continue };
            let known = self.words.entry(word.clone()).or_default();
            if is_stop {
                known.stop |= bit;
            } else {
                known.light |= bit;
            }
        }
    }

    fn add_frame(&mut self, lang: &'static str, frame: &str) {
        let Some((before, after)) = frame.split_once(SUBJECT) else { return };
        let number = u8::try_from(self.language_number(lang)).unwrap_or(u8::MAX);
        if matches!(lang, "zh" | "ja" | "ko") {
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>().into();
            self.joined.push(JoinedFrame { before: letters(before), after: letters(after) });
            return;
        }
        let made = Frame { lang: number, before: Phrase::new(before, lang), after: Phrase::new(after, lang) };
        if let Some(first) = made.before.folded.first().or(made.after.folded.first()) {
            self.frames.entry(first.clone()).or_default().push(made);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(query: &str) -> (Vec<String>, Option<&'static str>) {
        let words = crate::search::text::analysis::words(query);
        let text = QueryText::new(words.iter().map(|word| &query[word.start..word.end]));
        let frame_words = SentenceFrames::built_in().frame_words(&text, None);
        let kept = text.written.iter().zip(&frame_words.silent).filter(|(_, silent)| !**silent);
        (kept.map(|(word, _)| word.clone()).collect(), frame_words.lang)
    }

    #[test]
    fn frames_say_nothing() {
        for (query, expected) in [
            ("my child was diagnosed with croup", "croup"),
            ("what can i do about warts", "warts"),
            ("mi hijo tiene varicela", "varicela"),
            ("孩子发烧怎么办", "发 烧"),
            ("my child has", "child"),
        ] {
            let (kept, _) = said(query);
            let wanted: Vec<&str> = expected.split(' ').collect();
            assert!(wanted.iter().all(|word| kept.iter().any(|kept| kept == word)), "{query}: {kept:?}");
            if query != "my child has" {
                assert_eq!(kept, wanted, "{query}");
            }
        }
    }

    #[test]
    fn the_language_of_a_query_is_that_of_its_function_words() {
        assert_eq!(said("qué hacer si mi hijo tiene varicela").1, Some("es"));
        assert_eq!(said("was tun wenn mein Kind die Windpocken hat").1, Some("de"));
        assert_eq!(said("asthma").1, None);
        assert_eq!(said("what to do if the baby has a fever").1, Some("en"));
    }
}
