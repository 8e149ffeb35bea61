//! The titles of published packets in memory, by words and by prefix. They are few and short compared with the catalogue, so
//! they need no index on disk.

use crate::model::error::Result;
use crate::model::search::request::{PacketHit, SearchRequest, Understood};
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::{Word, words};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::{StemLanguage, stem};
use std::collections::{BTreeMap, HashMap};

/// Maximum number of packets above the hits of a search.
pub(super) const MAX_HITS: usize = 3;
/// Minimum length of a prefix term, in letters.
const MIN_PREFIX_LETTERS: usize = 3;
/// Maximum number of title suffixes considered for suggestions.
const MAX_SUFFIXES: usize = 100;

/// The titles of all published packets at one time. Immutable.
#[derive(Debug, Default)]
pub struct PacketTitles {
    /// The most recently changed first.
    packets: Vec<PacketHit>,
    /// The number of words of each title.
    lengths: Vec<usize>,
    /// The length of each folded title, in bytes.
    folded_bytes: Vec<usize>,
    /// The postings of folded words and their stems: packets in ascending order.
    keys: BTreeMap<String, Vec<u32>>,
    /// The folded title from the start of each of its words, with its packet; sorted.
    suffixes: Vec<(String, u32)>,
}

impl PacketTitles {
    /// The titles of these packets, the most recently changed first.
    pub fn new(packets: Vec<PacketHit>) -> PacketTitles {
        let mut keys: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let (mut lengths, mut suffixes) = (Vec::with_capacity(packets.len()), Vec::new());
        let folded_bytes = packets.iter().map(|packet| fold(&packet.title).len()).collect();
        for (number, packet) in (0u32..).zip(&packets) {
            let title_words = words(&packet.title);
            lengths.push(title_words.len());
            for key in title_words.iter().flat_map(word_keys) {
                let postings = keys.entry(key).or_default();
                if postings.last() != Some(&number) {
                    postings.push(number);
                }
            }
            let suffix = |word: &Word| (fold(&packet.title[word.start..]), number);
            suffixes.extend(title_words.iter().map(suffix));
        }
        suffixes.sort_unstable();
        PacketTitles { packets, lengths, folded_bytes, keys, suffixes }
    }

    /// The packets whose title contains every word of a text, the shortest titles first, then the most recently changed.
    /// Function words are ignored unless there are no others, excluded words must not occur, and the last word may be a
    /// prefix term.
    fn with_every_word(&self, text: &str) -> Vec<u32> {
        if self.packets.is_empty() {
            return Vec::new();
        }
        let all = words(text);
        let is_excluded = |word: &Word| {
            text[..word.start]
                .strip_suffix('-')
                .is_some_and(|before| before.is_empty() || before.ends_with(' '))
        };
        let (excluded, wanted): (Vec<&Word>, Vec<&Word>) = all.iter().partition(|word| is_excluded(word));
        let is_content = |word: &&Word| meaning(&word.forms[0]) != Meaning::Function;
        let has_content = wanted.iter().any(is_content);
        let last = wanted.last().map(|word| word.start);
        let mut matches: Option<Vec<u32>> = None;
        for word in wanted.iter().filter(|word| !has_content || is_content(word)) {
            let with_word = self.with_word(word, Some(word.start) == last);
            let both = match matches {
                None => with_word,
                Some(before) => {
                    before.into_iter().filter(|number| with_word.binary_search(number).is_ok()).collect()
                }
            };
            if both.is_empty() {
                return both;
            }
            matches = Some(both);
        }
        let mut matches = matches.unwrap_or_default();
        for word in excluded {
            let postings = self.with_word(word, false);
            matches.retain(|number| postings.binary_search(number).is_err());
        }
        matches.sort_by_key(|number| (self.lengths[*number as usize], *number));
        matches
    }

    /// The packets with a word in their title, in ascending order.
    fn with_word(&self, word: &Word, may_be_prefix: bool) -> Vec<u32> {
        let mut found: Vec<u32> =
            word_keys(word).iter().filter_map(|key| self.keys.get(key)).flatten().copied().collect();
        let typed = &word.forms[0];
        if found.is_empty() && may_be_prefix && typed.chars().count() >= MIN_PREFIX_LETTERS {
            let longer = self.keys.range(typed.clone()..).take_while(|(key, _)| key.starts_with(typed));
            found = longer.flat_map(|(_, postings)| postings).copied().collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// At most `most` packets whose title, from the start of one of its words, begins with the typed text; those that match from
    /// the first word come first.
    pub fn with_prefix(&self, typed: &str, most: usize) -> Vec<&PacketHit> {
        let typed = fold(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
        if typed.is_empty() {
            return Vec::new();
        }
        let from = self.suffixes.partition_point(|(text, _)| *text < typed);
        let fitting = self.suffixes[from..].iter().take(MAX_SUFFIXES);
        // The best rank of each packet.
        let mut best: HashMap<u32, (bool, usize)> = HashMap::new();
        for (rest, number) in fitting.take_while(|(rest, _)| rest.starts_with(&typed)) {
            let whole = self.folded_bytes[*number as usize];
            let rank = (rest.len() < whole, whole);
            best.entry(*number).and_modify(|known| *known = rank.min(*known)).or_insert(rank);
        }
        let mut ranked: Vec<((bool, usize), u32)> = best.into_iter().map(|(n, rank)| (rank, n)).collect();
        ranked.sort_unstable();
        ranked.into_iter().take(most).map(|(_, number)| &self.packets[number as usize]).collect()
    }
}

/// The keys of a word: its forms and their English stems.
fn word_keys(word: &Word) -> Vec<String> {
    let mut keys = word.forms.clone();
    for form in &word.forms {
        keys.extend(stem(form, form, StemLanguage::ENGLISH).filter(|stem| !word.forms.contains(stem)));
    }
    keys
}

/// The packets that a search shows: matches of the text as typed, else of the text as searched.
pub(super) fn hits<'t>(
    titles: &'t PacketTitles,
    request: &SearchRequest,
    understood: Option<&Understood>,
) -> impl Iterator<Item = &'t PacketHit> + use<'t> {
    let mut found = Vec::new();
    if request.start == 0 && request.filter.is_none() {
        found = titles.with_every_word(&request.q);
        if found.is_empty()
            && let Some(understood) = understood
        {
            found = titles.with_every_word(&understood.searched);
        }
    }
    found.into_iter().take(MAX_HITS).map(|number| &titles.packets[number as usize])
}

impl Snapshot {
    /// IDs of all packets whose title contains every word of a text, corrected as in a search, best first.
    pub fn packets_titled(&self, titles: &PacketTitles, text: &str) -> Result<Vec<String>> {
        let mut found = titles.with_every_word(text);
        if found.is_empty() {
            let request = SearchRequest { q: text.to_owned(), ..SearchRequest::default() };
            if let Some(searched) = self.searched_text(&request)? {
                found = titles.with_every_word(&searched);
            }
        }
        Ok(found.into_iter().map(|number| titles.packets[number as usize].id.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(titles: &[&str]) -> PacketTitles {
        let packet = |title: &&str| PacketHit {
            id: (*title).to_owned(),
            readable_id: String::new(),
            title: (*title).to_owned(),
            count: 1,
        };
        PacketTitles::new(titles.iter().map(packet).collect())
    }

    #[test]
    fn a_title_is_found_by_all_its_words() {
        let titles = titles(&[
            "New type 1 diabetes",
            "Diabetes",
            "After tonsil surgery",
            "Diabetes at school",
            "哮喘行动计划",
            "What to do",
        ]);
        let check = |text: &str, expected: &[&str]| {
            let found = titles.with_every_word(text);
            let found: Vec<&str> = found.iter().map(|n| titles.packets[*n as usize].title.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("diabetes", &["Diabetes", "Diabetes at school", "New type 1 diabetes"]);
        check("new diabetes", &["New type 1 diabetes"]);
        check("NEW  Díabetes!", &["New type 1 diabetes"]);
        check("tonsils surgeries", &["After tonsil surgery"]);
        check("the surgery for a tonsil", &["After tonsil surgery"]);
        check("tonsil surg", &["After tonsil surgery"]);
        check("tonsi surgery", &[]);
        check("diabetes -school", &["Diabetes", "New type 1 diabetes"]);
        check("\"type 1\"", &["New type 1 diabetes"]);
        check("new asthma", &[]);
        check("哮喘", &["哮喘行动计划"]);
        check("what to do", &["What to do"]);
        check("", &[]);
        check("-diabetes", &[]);
    }

    #[test]
    fn titles_are_suggested_by_a_prefix_of_their_words() {
        let titles = titles(&["New type 1 diabetes", "Diabetes at school", "Diabetes"]);
        let check = |typed: &str, expected: &[&str]| {
            let found: Vec<&str> =
                titles.with_prefix(typed, 2).iter().map(|hit| hit.title.as_str()).collect();
            assert_eq!(found, expected, "{typed}");
        };
        check("diab", &["Diabetes", "Diabetes at school"]);
        check("Type  1 d", &["New type 1 diabetes"]);
        check("school", &["Diabetes at school"]);
        check("ew", &[]);
        check(" ", &[]);
    }
}
