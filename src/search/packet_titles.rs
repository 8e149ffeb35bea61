//! The titles of published packets in memory, by words and by prefix, and the words of their descriptions. They are few and
//! short compared with the catalogue, so they need no index on disk.

use crate::model::error::Result;
use crate::model::search::request::{PacketHit, SearchRequest};
use crate::search::segments::titles::TitleList;
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::{Word, words};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::{StemLanguage, stem};
use std::cmp::Reverse;
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
    titles: TitleList,
    /// The words of the titles.
    title_words: Postings,
    /// The words of the titles and descriptions.
    all_words: Postings,
}

/// The postings of folded words and their stems: packets in ascending order.
#[derive(Debug, Default)]
struct Postings(BTreeMap<String, Vec<u32>>);

impl Postings {
    /// Adds the words of a packet; packets are added in ascending order.
    fn add(&mut self, number: u32, words: &[Word]) {
        for key in words.iter().flat_map(word_keys) {
            let postings = self.0.entry(key).or_default();
            if postings.last() != Some(&number) {
                postings.push(number);
            }
        }
    }

    /// The packets with a word, in ascending order.
    fn with_word(&self, word: &Word, may_be_prefix: bool) -> Vec<u32> {
        let mut found: Vec<u32> =
            word_keys(word).iter().filter_map(|key| self.0.get(key)).flatten().copied().collect();
        let typed = &word.forms[0];
        if found.is_empty() && may_be_prefix && typed.chars().count() >= MIN_PREFIX_LETTERS {
            let longer = self.0.range(typed.clone()..).take_while(|(key, _)| key.starts_with(typed));
            found = longer.flat_map(|(_, postings)| postings).copied().collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl PacketTitles {
    /// The titles of these packets with their descriptions, the most recently changed first.
    pub fn new(described: Vec<(PacketHit, String)>) -> PacketTitles {
        let mut titles = PacketTitles::default();
        for (number, (packet, description)) in (0u32..).zip(described) {
            let title_words = words(&packet.title);
            titles.titles.push(&packet.title);
            titles.title_words.add(number, &title_words);
            titles.all_words.add(number, &title_words);
            titles.all_words.add(number, &words(&description));
            titles.packets.push(packet);
        }
        titles.titles.sort();
        titles
    }

    /// The packets whose title contains every word of a text. The best has most words of the text, function words too, in its
    /// title; of equals the shortest title comes first, then the most recently changed one. Function words are ignored unless
    /// there are no others, excluded words must not occur, and the last word may be a prefix term.
    fn with_every_word(&self, text: &str) -> Vec<u32> {
        self.matches(text, &self.title_words)
    }

    /// The packets that contain every word of a text: those that have them in their titles, then those that need their
    /// descriptions.
    fn listed(&self, text: &str) -> Vec<u32> {
        let mut found = self.with_every_word(text);
        let others = self.matches(text, &self.all_words);
        let others: Vec<u32> = others.into_iter().filter(|number| !found.contains(number)).collect();
        found.extend(others);
        found
    }

    fn matches(&self, text: &str, postings: &Postings) -> Vec<u32> {
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
            let with_word = postings.with_word(word, Some(word.start) == last);
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
            let excluded = postings.with_word(word, false);
            matches.retain(|number| excluded.binary_search(number).is_err());
        }
        let in_titles: Vec<Vec<u32>> =
            wanted.iter().map(|word| self.title_words.with_word(word, Some(word.start) == last)).collect();
        let title_matches =
            |number: &u32| in_titles.iter().filter(|found| found.binary_search(number).is_ok()).count();
        matches.sort_by_cached_key(|number| {
            (Reverse(title_matches(number)), self.titles.key(*number as usize).len(), *number)
        });
        matches
    }

    /// At most `most` packets whose title, from the start of one of its words, begins with the typed text; those that match from
    /// the first word come first.
    pub fn with_prefix(&self, typed: &str, most: usize) -> Vec<&PacketHit> {
        let typed = fold(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
        if typed.is_empty() {
            return Vec::new();
        }
        // The best rank of each packet.
        let mut best: HashMap<u32, (bool, usize)> = HashMap::new();
        for (number, offset) in self.titles.with_prefix(typed.as_bytes()).take(MAX_SUFFIXES) {
            let rank = (*offset > 0, self.titles.key(*number as usize).len());
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
    searched: Option<&str>,
) -> impl Iterator<Item = &'t PacketHit> + use<'t> {
    let mut found = Vec::new();
    if request.start == 0 && request.filter.is_none() {
        found = titles.with_every_word(&request.q);
        if found.is_empty()
            && let Some(searched) = searched
        {
            found = titles.with_every_word(searched);
        }
    }
    found.into_iter().take(MAX_HITS).map(|number| &titles.packets[number as usize])
}

impl Snapshot {
    /// IDs of all packets whose title or description contains every word of a text, corrected as in a search, best first.
    pub fn listed_packets(&self, titles: &PacketTitles, text: &str) -> Result<Vec<String>> {
        let mut found = titles.listed(text);
        if found.is_empty() {
            let request = SearchRequest { q: text.to_owned(), ..SearchRequest::default() };
            if let Some(searched) = self.searched_text(&request)? {
                found = titles.listed(&searched);
            }
        }
        Ok(found.into_iter().map(|number| titles.packets[number as usize].id.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(titles: &[&str]) -> PacketTitles {
        let packet = |text: &&str| {
            let (title, description) = text.split_once(": ").unwrap_or((text, ""));
            let hit =
                PacketHit { id: title.into(), readable_id: String::new(), title: title.into(), count: 1 };
            (hit, description.to_owned())
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
    fn most_words_of_the_text_come_first_and_descriptions_come_after_titles() {
        let titles = titles(&[
            "Former Packet Name",
            "Gone By Every Name",
            "Going home: For families of infants with a gastrostomy tube.",
            "Tube feeding at home: Pumps and formula.",
            "Home oxygen",
        ]);
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> =
                titles.listed(text).iter().map(|n| titles.packets[*n as usize].title.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("gone by every name", &["Gone By Every Name", "Former Packet Name"]);
        check("gastrostomy", &["Going home"]);
        check("tube", &["Tube feeding at home", "Going home"]);
        check("home pumps", &["Tube feeding at home"]);
        check("home tube", &["Tube feeding at home", "Going home"]);
        check("tube -pumps", &["Tube feeding at home", "Going home"]);
        check("oxygen pumps", &[]);
        assert_eq!(titles.with_every_word("gastrostomy"), [0; 0]);
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
