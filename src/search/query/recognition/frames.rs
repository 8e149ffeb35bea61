//! Sentence frames, function words and light words of each language (`assets/terms/frames.tsv`): the parts of a query that do
//! not name its subject.

use crate::search::query::recognition::query_text::{Phrase, QueryText};
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../assets/terms/frames.tsv");
/// The placeholder for the subject in a frame.
const SUBJECT: &str = "{x}";
/// A query in Latin letters with at least this many function words of a language is assumed to be in it.
const MIN_STOP_WORDS: u32 = 2;

/// A sentence around the subject.
struct Frame {
    lang: u8,
    before: Phrase,
    after: Phrase,
}

/// A frame of a language that is compared character by character.
struct JoinedFrame {
    before: Box<str>,
    after: Box<str>,
}

/// The languages in which a word is a stop word or a light word, one bit for each.
#[derive(Default, Clone, Copy)]
struct WordLanguages {
    stop: u64,
    light: u64,
}

#[derive(Default)]
pub(super) struct SentenceFrames {
    languages: Vec<&'static str>,
    words: HashMap<Box<str>, WordLanguages>,
    /// By the first word before the subject; by the first word after it where there is none before it.
    frames: HashMap<Box<str>, Vec<Frame>>,
    joined: Vec<JoinedFrame>,
}

/// The words of a query that do not name its subject.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrameWords {
    /// For each word whether it is in a frame, or a function word of the query's language.
    pub stop: Vec<bool>,
    /// For each word whether it is a light word of the query's language.
    pub light: Vec<bool>,
    /// The language of the query, if its function words determine it.
    pub lang: Option<&'static str>,
}

static FRAMES: LazyLock<SentenceFrames> = LazyLock::new(|| SentenceFrames::parse(TABLE));

impl SentenceFrames {
    /// The table embedded in the program.
    pub fn built_in() -> &'static SentenceFrames {
        &FRAMES
    }

    /// The frame words of a query; `lang` is its language when it is known.
    pub fn frame_words(&self, text: &QueryText, lang: Option<&str>) -> FrameWords {
        let count = text.folded.len();
        let mut frame_words = FrameWords { stop: vec![false; count], light: vec![false; count], lang: None };
        let known: Vec<WordLanguages> = text
            .folded
            .iter()
            .map(|word| self.words.get(word.as_str()).copied().unwrap_or_default())
            .collect();
        if let Some(number) = self.language(&known, text, lang) {
            frame_words.lang = Some(self.languages[number]);
            for (n, word) in known.iter().enumerate() {
                frame_words.stop[n] = word.stop >> number & 1 == 1;
                frame_words.light[n] = word.light >> number & 1 == 1;
            }
        }
        self.mark_frames(text, &mut frame_words);
        if text.is_east_asian() {
            self.mark_joined(text, &mut frame_words);
        }
        frame_words
    }

    /// The language of a query: `lang` if the query has one of its words, otherwise the one with the most function words and
    /// light words. English is the first language of the table and wins ties.
    fn language(&self, known: &[WordLanguages], text: &QueryText, lang: Option<&str>) -> Option<usize> {
        let number = |tag: &str| self.languages.iter().position(|known| *known == tag);
        let score = |number: usize| {
            let word_score = |word: &WordLanguages| {
                2 * (word.stop >> number & 1)
                    + u64::from(word.light >> number & 1 == 1 && word.stop >> number & 1 == 0)
            };
            known.iter().map(word_score).sum::<u64>()
        };
        if let Some(number) = lang.and_then(|lang| number(lang.split('-').next().unwrap_or_default()))
            && score(number) > 0
        {
            return Some(number);
        }
        let (best, number) = (0..self.languages.len())
            .map(|number| (score(number), number))
            .max_by_key(|(score, number)| (*score, std::cmp::Reverse(*number)))?;
        let is_latin = text.joined.chars().any(|c| c.is_ascii_alphabetic());
        let min_score = if is_latin { 2 * u64::from(MIN_STOP_WORDS) } else { 1 };
        (best >= min_score).then_some(number)
    }

    /// Marks the words of the longest frame around the query.
    fn mark_frames(&self, text: &QueryText, frame_words: &mut FrameWords) {
        let count = text.folded.len();
        let mut best: Option<(usize, usize, usize)> = None;
        let firsts =
            (0..count).filter_map(|start| Some((start, self.frames.get(text.folded[start].as_str())?)));
        for (start, frame) in
            firsts.flat_map(|(start, frames)| frames.iter().map(move |frame| (start, frame)))
        {
            let (before, after) = (frame.before.len(), frame.after.len());
            let is_at_edge = if before > 0 { start == 0 } else { start + after == count };
            let is_matched = is_at_edge
                && before + after < count
                && text.has_at(0, &frame.before)
                && text.has_at(count - after, &frame.after)
                && frame_words.lang.is_none_or(|lang| lang == self.languages[usize::from(frame.lang)]);
            if is_matched && best.is_none_or(|(words, ..)| before + after > words) {
                best = Some((before + after, before, after));
            }
        }
        if let Some((_, before, after)) = best {
            frame_words.stop[..before].fill(true);
            frame_words.stop[count - after..].fill(true);
        }
    }

    /// Marks the words of the longest frame around a text without spaces.
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
            frame_words.stop[text.words_at(&range)].fill(true);
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
            // Entries of several words count only as parts of frames.
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
        let frame =
            Frame { lang: number, before: Phrase::new(before, lang), after: Phrase::new(after, lang) };
        if let Some(first) = frame.before.folded.first().or(frame.after.folded.first()) {
            self.frames.entry(first.clone()).or_default().push(frame);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject_words(query: &str) -> (Vec<String>, Option<&'static str>) {
        let words = crate::search::text::analysis::words(query);
        let typed: Vec<&str> = words.iter().map(|word| &query[word.start..word.end]).collect();
        let text = QueryText::new(&typed);
        let frame_words = SentenceFrames::built_in().frame_words(&text, None);
        let subject = text.written.iter().zip(&frame_words.stop).filter(|(_, is_stop)| !**is_stop);
        (subject.map(|(word, _)| word.clone()).collect(), frame_words.lang)
    }

    #[test]
    fn words_of_frames_are_not_in_the_subject() {
        for (query, expected) in [
            ("my child was diagnosed with croup", "croup"),
            ("what can i do about warts", "warts"),
            ("mi hijo tiene varicela", "varicela"),
            ("孩子发烧怎么办", "发 烧"),
            ("my child has", "child"),
        ] {
            let (words, _) = subject_words(query);
            let expected: Vec<&str> = expected.split(' ').collect();
            assert!(
                expected.iter().all(|word| words.iter().any(|known| known == word)),
                "{query}: {words:?}"
            );
            if query != "my child has" {
                assert_eq!(words, expected, "{query}");
            }
        }
    }

    #[test]
    fn the_language_of_a_query_is_that_of_its_function_words() {
        assert_eq!(subject_words("qué hacer si mi hijo tiene varicela").1, Some("es"));
        assert_eq!(subject_words("was tun wenn mein Kind die Windpocken hat").1, Some("de"));
        assert_eq!(subject_words("asthma").1, None);
        assert_eq!(subject_words("what to do if the baby has a fever").1, Some("en"));
    }
}
