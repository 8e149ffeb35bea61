//! Sets of searches: queries with the titles that they mean, read from files or made from the titles of a catalogue.

use handout::model::citations::citation::Citation;
use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// Which half of the cases is measured: one is for tuning, the other for the final check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Half {
    Both,
    Development,
    Kept,
}

/// A query, and the titles of which one is meant.
pub struct Case {
    pub q: String,
    pub titles: Vec<String>,
    /// The language of the text, where the file names it in a third column.
    pub lang: Option<String>,
}

impl Case {
    /// A query that means one title.
    pub fn new(q: String, title: &str) -> Case {
        Case { q, titles: vec![title.to_owned()], lang: None }
    }

    /// The half that a case belongs to, the same in every run.
    fn half(&self) -> Half {
        let mut hasher = DefaultHasher::new();
        self.q.hash(&mut hasher);
        if hasher.finish() & 1 == 0 { Half::Development } else { Half::Kept }
    }
}

/// Cases under one name.
pub struct CaseSet {
    pub name: String,
    pub cases: Vec<Case>,
    /// Whether the titles themselves are searched for, so that the first hit must be the title.
    pub is_known_item: bool,
}

/// Pseudorandom numbers that depend only on the seed (xorshift).
pub struct Random(pub u64);

impl Random {
    /// A number below this limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

/// Reads a set: a query and titles separated by bars on each line, then optionally a language.
pub fn from_file(name: &str, file: &Path, titles: &[&str], half: Half) -> Result<CaseSet, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|cause| format!("{}: {cause}", file.display()))?;
    let case = |line: &str| {
        let mut columns = line.split('\t');
        let (q, meant, lang) = (columns.next()?, columns.next()?, columns.next());
        let titles = meant.split('|').map(str::to_owned).collect();
        Some(Case { q: q.to_owned(), titles, lang: lang.map(str::to_owned) })
    };
    let mut cases: Vec<Case> = text.lines().filter(|line| !line.starts_with('#')).filter_map(case).collect();
    cases.retain(|case| case.titles.iter().any(|title| titles.contains(&title.as_str())));
    cases.retain(|case| half == Half::Both || case.half() == half);
    Ok(CaseSet { name: name.to_owned(), cases, is_known_item: false })
}

/// Queries made from every third title, so that it takes only seconds.
pub fn from_titles(titles: &[&str]) -> Vec<CaseSet> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let some: Vec<&str> = titles.iter().copied().step_by(3).collect();
    let english: Vec<&str> = some.iter().copied().filter(|title| title.is_ascii()).collect();
    let long: Vec<&str> = english.iter().copied().filter(|title| title.len() > 6).collect();
    let extra = ["information", "tips", "zebra", "hospital", "guide", "weekly"];
    let questions = ["what is", "how do you treat", "tell me about", "how can i help my child with"];
    let set = |name: &str, cases: Vec<Case>| CaseSet { name: name.to_owned(), cases, is_known_item: true };
    vec![
        set("a whole title", some.iter().map(|title| Case::new((*title).to_owned(), title)).collect()),
        set(
            "a title asked as a question",
            english
                .iter()
                .map(|title| {
                    Case::new(format!("{} {}", questions[random.below(4)], title.to_lowercase()), title)
                })
                .collect(),
        ),
        set(
            "a title and one word too many",
            english
                .iter()
                .map(|title| Case::new(format!("{title} {}", extra[random.below(6)]), title))
                .collect(),
        ),
        set(
            "a title with one slip",
            long.iter().map(|title| Case::new(slip(title, &mut random), title)).collect(),
        ),
        set(
            "a title with two slips",
            long.iter()
                .filter(|title| title.len() > 11)
                .map(|title| Case::new(slip(&slip(title, &mut random), &mut random), title))
                .collect(),
        ),
        set("a title reworded", english.iter().filter_map(|title| reworded(title)).collect()),
        set("last word of several unfinished", long.iter().filter_map(|title| unfinished(title)).collect()),
    ]
}

/// The other names that publishers use for the subject of a citation: its keywords, each with every title that has it,
/// unless a title is the same.
pub fn from_keywords(citations: &[Citation], half: Half) -> CaseSet {
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for citation in citations.iter().filter(|citation| !citation.obsolete) {
        for keyword in &citation.keywords {
            named.entry(keyword).or_default().push(citation.title.clone());
        }
    }
    let is_other = |keyword: &str, titles: &[String]| {
        titles.len() <= 3 && titles.iter().all(|title| !title.eq_ignore_ascii_case(keyword))
    };
    let mut cases: Vec<Case> = named
        .into_iter()
        .filter(|(keyword, titles)| is_other(keyword, titles))
        .step_by(3)
        .map(|(keyword, titles)| Case { q: keyword.to_lowercase(), titles, lang: None })
        .collect();
    cases.retain(|case| half == Half::Both || case.half() == half);
    CaseSet { name: "a keyword in small letters".to_owned(), cases, is_known_item: false }
}

/// A title of several words as somebody may remember it: the words in reverse order, small words left out, and singular
/// and plural exchanged.
fn reworded(title: &str) -> Option<Case> {
    const SMALL: [&str; 12] = ["a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "with"];
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let others: Vec<String> = words.filter(|word| !SMALL.contains(word)).map(other_number).rev().collect();
    (others.len() > 1).then(|| Case::new(others.join(" "), title))
}

/// The plural of a word, or its singular, judged by its ending.
fn other_number(word: &str) -> String {
    let is_name =
        word.len() < 4 || word.ends_with("'s") || !word.chars().all(|c| c.is_alphabetic() || c == '\'');
    match word {
        _ if is_name || ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) => word.to_owned(),
        _ if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if word.ends_with('s') => word[..word.len() - 1].to_owned(),
        _ if word.ends_with('y') && !word.ends_with("ey") => format!("{}ies", &word[..word.len() - 1]),
        _ => format!("{word}s"),
    }
}

/// A title of several words with the last one unfinished.
fn unfinished(title: &str) -> Option<Case> {
    let (_, last) = title.rsplit_once(' ')?;
    let missing = last.len().checked_sub(4).filter(|missing| *missing > 0)?;
    Some(Case::new(title[..title.len() - missing].to_owned(), title))
}

/// The text with one letter left out, doubled, changed or swapped with its neighbor.
pub fn slip(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let places: Vec<usize> = (1..letters.len().saturating_sub(1))
        .filter(|at| letters[at - 1..=at + 1].iter().all(|c| c.is_ascii_alphabetic()))
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = places[random.below(places.len())];
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => letters[at] = char::from(b'a' + u8::try_from(random.below(26)).unwrap_or(0)),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}
