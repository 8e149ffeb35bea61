//! Sentence frames, function words and light words of each language (`assets/terms/frames.tsv`): the parts of a query that do
//! not name its subject.

use crate::search::text::analysis::words;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../assets/terms/frames.tsv");
/// The placeholder for the subject in a frame.
const SUBJECT: &str = "{x}";
/// A query in Latin letters with at least this many function words of a language is assumed to be in it.
const MIN_STOP_WORDS: u32 = 2;

/// The folded words before and after the subject.
struct Frame {
    language: usize,
    before: Vec<String>,
    after: Vec<String>,
}

/// The languages in which a word is a stop word or a light word, one bit for each.
#[derive(Default, Clone, Copy)]
struct WordLanguages {
    stop: u64,
    light: u64,
}

#[derive(Default)]
struct SentenceFrames {
    languages: Vec<&'static str>,
    words: HashMap<String, WordLanguages>,
    /// By the first word before the subject; by the first word after it where there is none before it.
    frames: HashMap<String, Vec<Frame>>,
}

/// The words of a query that do not name its subject.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrameWords {
    /// For each word whether it is in a frame, or a function word of the query's language.
    pub stop: Vec<bool>,
    /// For each word whether it is a light word of the query's language.
    pub light: Vec<bool>,
}

/// The frame words among the folded words of a query; `lang` is its language when it is known.
pub(super) fn frame_words(query: &[String], lang: Option<&str>) -> FrameWords {
    static FRAMES: LazyLock<SentenceFrames> = LazyLock::new(|| SentenceFrames::parse(TABLE));
    FRAMES.frame_words(query, lang)
}

impl SentenceFrames {
    fn frame_words(&self, query: &[String], lang: Option<&str>) -> FrameWords {
        let known: Vec<WordLanguages> =
            query.iter().map(|word| self.words.get(word).copied().unwrap_or_default()).collect();
        let language = self.language(&known, query, lang);
        let is_in = |bits: u64| language.is_some_and(|number| bits >> number & 1 == 1);
        let mut found = FrameWords {
            stop: known.iter().map(|word| is_in(word.stop)).collect(),
            light: known.iter().map(|word| is_in(word.light)).collect(),
        };
        let frames = query.iter().filter_map(|word| self.frames.get(word)).flatten();
        let fits = |frame: &&Frame| {
            frame.before.len() + frame.after.len() < query.len()
                && query.starts_with(&frame.before)
                && query.ends_with(&frame.after)
                && language.is_none_or(|number| number == frame.language)
        };
        if let Some(frame) = frames.filter(fits).max_by_key(|frame| frame.before.len() + frame.after.len()) {
            found.stop[..frame.before.len()].fill(true);
            found.stop[query.len() - frame.after.len()..].fill(true);
        }
        found
    }

    /// The language of a query: `lang` if the query has one of its words, otherwise the one with the most function words and
    /// light words. English is the first language of the table and wins ties.
    fn language(&self, known: &[WordLanguages], query: &[String], lang: Option<&str>) -> Option<usize> {
        let score = |number: usize| {
            let has = |bits: u64| (bits >> number & 1) as u32;
            known.iter().map(|word| (2 * has(word.stop)).max(has(word.light))).sum::<u32>()
        };
        let wanted = lang.map(|lang| lang.split('-').next().unwrap_or_default());
        let given = self.languages.iter().position(|known| Some(*known) == wanted);
        if let Some(number) = given.filter(|number| score(*number) > 0) {
            return Some(number);
        }
        let best = (0..self.languages.len()).max_by_key(|number| (score(*number), Reverse(*number)))?;
        let is_latin = query.iter().any(|word| word.contains(|c: char| c.is_ascii_alphabetic()));
        (score(best) >= if is_latin { 2 * MIN_STOP_WORDS } else { 1 }).then_some(best)
    }

    fn parse(text: &'static str) -> SentenceFrames {
        let mut table = SentenceFrames::default();
        let folded = |text: &str| -> Vec<String> {
            words(text).into_iter().map(|mut word| word.forms.swap_remove(0)).collect()
        };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&'static str> = line.split('\t').collect();
            match columns[..] {
                [kind @ ("stop" | "light"), lang, list] => {
                    let bit = 1 << table.language_number(lang);
                    // Entries of several words count only as parts of frames.
                    let single = list.split('|').map(folded).filter(|words| words.len() == 1);
                    for word in single.flatten() {
                        let known = table.words.entry(word).or_default();
                        *(if kind == "stop" { &mut known.stop } else { &mut known.light }) |= bit;
                    }
                }
                [lang, frame] => {
                    let Some((before, after)) = frame.split_once(SUBJECT) else { continue };
                    let language = table.language_number(lang);
                    let frame = Frame { language, before: folded(before), after: folded(after) };
                    if let Some(first) = frame.before.first().or(frame.after.first()).cloned() {
                        table.frames.entry(first).or_default().push(frame);
                    }
                }
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::text::folding::fold;

    #[test]
    fn words_of_frames_are_not_in_the_subject() {
        for (query, expected) in [
            ("my child was diagnosed with croup", "croup"),
            ("what can i do about warts", "warts"),
            ("mi hijo tiene varicela", "varicela"),
            ("孩子发烧怎么办", "发 烧"),
            ("asthma", "asthma"),
        ] {
            let words = words(query);
            let typed: Vec<&str> = words.iter().map(|word| &query[word.start..word.end]).collect();
            let folded: Vec<String> = typed.iter().map(|word| fold(word)).collect();
            let found = frame_words(&folded, None);
            let subject = typed.into_iter().zip(&found.stop).filter(|(_, is_stop)| !**is_stop);
            let subject: Vec<&str> = subject.map(|(word, _)| word).collect();
            assert_eq!(subject, expected.split(' ').collect::<Vec<_>>(), "{query}");
        }
        let incomplete = ["my", "child", "has"].map(str::to_owned);
        assert!(frame_words(&incomplete, None).stop.contains(&false));
    }
}
