//! The titles of published packets in memory: which of them hold every word of a search, and which begin as typed. They
//! are few and short beside the catalogue, so that they need no index on disk.

use crate::model::error::Result;
use crate::model::search::request::{PacketHit, SearchRequest, Understood};
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::{Word, words};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::{StemLanguage, stem};
use std::collections::{BTreeMap, HashMap};

/// How many packets a search shows above its hits.
pub(super) const MAX_HITS: usize = 3;
/// From how many letters on the last word may be incomplete.
const MIN_PREFIX: usize = 3;
/// How many title suffixes are looked at for suggestions, at most.
const MAX_LOOKED_AT: usize = 100;

/// The titles of all published packets in one state; never changes.
#[derive(Debug, Default)]
pub struct PacketTitles {
    /// The most recently changed first.
    packets: Vec<PacketHit>,
    /// The number of words of each title.
    lengths: Vec<usize>,
    /// How long each title is when folded, in bytes.
    folded_bytes: Vec<usize>,
    /// Folded words and their stems with the packets whose titles have them, ascending.
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
            let found = words(&packet.title);
            lengths.push(found.len());
            for key in found.iter().flat_map(keys_of) {
                let postings = keys.entry(key).or_default();
                if postings.last() != Some(&number) {
                    postings.push(number);
                }
            }
            let rest = |word: &Word| (fold(&packet.title[word.start..]), number);
            suffixes.extend(found.iter().map(rest));
        }
        suffixes.sort_unstable();
        PacketTitles { packets, lengths, folded_bytes, keys, suffixes }
    }

    /// The packets whose title holds every word of a text, best first: the whole title, then the shortest titles, then
    /// the most recently changed. Function words count when there are no others, an excluded word rules a title out,
    /// and the last word may be incomplete.
    fn holding_every_word(&self, text: &str) -> Vec<u32> {
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
        let says_something = |word: &&Word| meaning(&word.forms[0]) != Meaning::Function;
        let has_content = wanted.iter().any(says_something);
        let last = wanted.last().map(|word| word.start);
        let mut found: Option<Vec<u32>> = None;
        for word in wanted.iter().filter(|word| !has_content || says_something(word)) {
            let with_word = self.with_word(word, Some(word.start) == last);
            let both = match found {
                None => with_word,
                Some(before) => {
                    before.into_iter().filter(|number| with_word.binary_search(number).is_ok()).collect()
                }
            };
            if both.is_empty() {
                return both;
            }
            found = Some(both);
        }
        let mut found = found.unwrap_or_default();
        for word in excluded {
            let without = self.with_word(word, false);
            found.retain(|number| without.binary_search(number).is_err());
        }
        found.sort_by_key(|number| (self.lengths[*number as usize], *number));
        found
    }

    /// The packets that have a word in their title, ascending.
    fn with_word(&self, word: &Word, may_be_incomplete: bool) -> Vec<u32> {
        let mut found: Vec<u32> =
            keys_of(word).iter().filter_map(|key| self.keys.get(key)).flatten().copied().collect();
        let typed = &word.forms[0];
        if found.is_empty() && may_be_incomplete && typed.chars().count() >= MIN_PREFIX {
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
        let fitting = self.suffixes[from..].iter().take(MAX_LOOKED_AT);
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

/// The keys under which a word is compared: its forms and their English stems.
fn keys_of(word: &Word) -> Vec<String> {
    let mut keys = word.forms.clone();
    for form in &word.forms {
        keys.extend(stem(form, form, StemLanguage::ENGLISH).filter(|stem| !word.forms.contains(stem)));
    }
    keys
}

/// The packets that a search shows: those for the text as typed, else for the text as it was searched.
pub(super) fn hits<'t>(
    titles: &'t PacketTitles,
    request: &SearchRequest,
    understood: Option<&Understood>,
) -> impl Iterator<Item = &'t PacketHit> + use<'t> {
    let mut found = Vec::new();
    if request.start == 0 && request.filter.is_none() {
        found = titles.holding_every_word(&request.q);
        if found.is_empty()
            && let Some(understood) = understood
        {
            found = titles.holding_every_word(&understood.searched);
        }
    }
    found.into_iter().take(MAX_HITS).map(|number| &titles.packets[number as usize])
}

impl Snapshot {
    /// IDs of all packets whose title holds every word of a text, corrected as a search corrects it, best first.
    pub fn packets_titled(&self, titles: &PacketTitles, text: &str) -> Result<Vec<String>> {
        let mut found = titles.holding_every_word(text);
        if found.is_empty() {
            let request = SearchRequest { q: text.to_owned(), ..SearchRequest::default() };
            if let Some(searched) = self.searched_text(&request)? {
                found = titles.holding_every_word(&searched);
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
            let found = titles.holding_every_word(text);
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
