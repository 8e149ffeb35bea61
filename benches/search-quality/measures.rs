//! Measures of search quality: success@1, success@3, searches without results, searches whose first three hits are all
//! wrong, searches that are shown as a guess; nDCG@10 for judged sets.

use super::sets::{CaseSet, Random, slip};
use handout::model::search::request::{SearchAnswer, SearchRequest};
use handout::search::Snapshot;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// The head of the tables.
pub const HEAD: [&str; 2] = [
    "| what is typed | cases | first | among 3 | nothing | wrong | doubt |",
    "|---|---|---|---|---|---|---|",
];

/// The outcomes of a set of cases.
#[derive(Default, Clone, Copy)]
pub struct Counts {
    cases: usize,
    first: usize,
    among: usize,
    nothing: usize,
    /// The searches of which the hits are shown as a guess.
    pub doubtful: usize,
}

impl Counts {
    /// Counts a case: the rank of the expected citation among the first three, and the number of hits.
    pub fn add(&mut self, place: Option<usize>, found: usize) {
        self.cases += 1;
        self.first += usize::from(place == Some(0));
        self.among += usize::from(place.is_some());
        self.nothing += usize::from(found == 0);
    }

    /// The row of a table.
    pub fn line(&self, name: &str) -> String {
        let share = |count: usize| format!("{:.1} %", 100.0 * count as f32 / self.cases.max(1) as f32);
        let wrong = self.cases - self.among - self.nothing;
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            self.cases,
            share(self.first),
            share(self.among),
            share(self.nothing),
            share(wrong),
            share(self.doubtful)
        )
    }
}

/// The rows of a set: all cases, then by language and by number of words if there is more than one group.
pub fn measured(
    snapshot: &Snapshot,
    set: &CaseSet,
    is_detailed: bool,
    names_misses: bool,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Counts::default();
    let mut by_group: BTreeMap<String, Counts> = BTreeMap::new();
    for case in &set.cases {
        let request = SearchRequest { q: case.q.clone(), ..SearchRequest::default() };
        let answer = snapshot.search(&request)?;
        let found: Vec<&str> =
            answer.hits.hit.iter().take(3).map(|hit| hit.fields.title[0].as_str()).collect();
        let place = found.iter().position(|title| case.titles.iter().any(|meant| meant == title));
        all.add(place, found.len());
        all.doubtful += usize::from(is_doubtful(&answer));
        let words = match case.q.split_whitespace().count() {
            0..=1 => "1 word",
            2..=3 => "2 or 3 words",
            4..=6 => "4 to 6 words",
            _ => "7 words or more",
        };
        by_group.entry(words.to_owned()).or_default().add(place, found.len());
        if let Some(lang) = &case.lang {
            by_group.entry(lang.clone()).or_default().add(place, found.len());
        }
        let is_expected = if set.is_known_item { place == Some(0) } else { place.is_some() };
        if names_misses && !is_expected {
            let understood = answer.hits.understood.map(|understood| understood.searched);
            eprintln!("{}: {:?} ({understood:?}) finds {found:?}, not {:?}", set.name, case.q, case.titles);
        }
    }
    let mut lines = vec![all.line(&set.name)];
    if is_detailed && by_group.len() > 1 {
        lines.extend(by_group.iter().map(|(group, counts)| counts.line(&format!("… {group}"))));
    }
    Ok(lines)
}

/// Returns whether the hits of a search are shown as a guess.
fn is_doubtful(answer: &SearchAnswer) -> bool {
    answer.hits.understood.as_ref().is_some_and(|understood| !understood.is_sure)
}

/// The rows of queries that no handout answers, by what they are about: how many have hits without doubt, and how many are
/// recognized as the hospital's own business.
pub fn unanswerable(
    snapshot: &Snapshot,
    file: &Path,
    names_misses: bool,
) -> Result<Vec<String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|cause| format!("{}: {cause}", file.display()))?;
    let mut by_kind: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (q, kind) in lines.filter_map(|line| line.split_once('\t')) {
        let answer = snapshot.search(&SearchRequest { q: q.to_owned(), ..SearchRequest::default() })?;
        let is_undoubted = answer.hits.found > 0 && !is_doubtful(&answer);
        let is_hospital = answer.hits.intent.is_some();
        let [cases, undoubted, hospital] = by_kind.entry(kind).or_default();
        *cases += 1;
        *undoubted += usize::from(is_undoubted);
        *hospital += usize::from(is_hospital);
        if names_misses && is_undoubted {
            let titles = answer.hits.hit.iter().take(3).map(|hit| hit.fields.title[0].as_str());
            eprintln!("unanswerable: {q:?} finds {:?} without doubt", titles.collect::<Vec<_>>());
        }
    }
    let share = |count: usize, cases: usize| format!("{:.1} %", 100.0 * count as f32 / cases as f32);
    let row = |(kind, [cases, undoubted, hospital]): (&str, [usize; 3])| {
        let (undoubted, hospital) = (share(undoubted, cases), share(hospital, cases));
        format!("| unanswerable: {kind} | {cases} | {undoubted} without doubt | {hospital} hospital | | | |")
    };
    Ok(by_kind.into_iter().map(row).collect())
}

/// nDCG@10 of a file of judged searches: a query, then `id=grade` of each relevant citation, separated by spaces.
pub fn judged(snapshot: &Snapshot, name: &str, file: &Path) -> Result<String, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|cause| format!("{}: {cause}", file.display()))?;
    let (mut sum, mut cases) = (0.0, 0);
    for (q, judgments) in text.lines().filter_map(|line| line.split_once('\t')) {
        let grades: BTreeMap<&str, f64> = judgments
            .split_whitespace()
            .filter_map(|judgment| judgment.rsplit_once('='))
            .filter_map(|(id, grade)| Some((id, grade.parse().ok()?)))
            .collect();
        if grades.is_empty() {
            continue;
        }
        let answer = snapshot.search(&SearchRequest { q: q.to_owned(), ..SearchRequest::default() })?;
        let ids = answer.hits.hit.iter().map(|hit| hit.id.trim_start_matches("citation:"));
        let found = ids.map(|id| grades.get(id).copied().unwrap_or(0.0));
        let mut ideal: Vec<f64> = grades.values().copied().collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        sum += gain(found) / gain(ideal.into_iter());
        cases += 1;
    }
    Ok(format!("| {name} | {cases} | nDCG@10 {:.3} | | | |", sum / f64::from(cases.max(1))))
}

/// Discounted cumulative gain of the first ten.
fn gain(grades: impl Iterator<Item = f64>) -> f64 {
    (2u32..).zip(grades.take(10)).map(|(place, grade)| (grade.exp2() - 1.0) / f64::from(place).log2()).sum()
}

/// Measures whether titles are suggested for their first ten letters with one typing error.
pub fn suggested(snapshot: &Snapshot, titles: &[&str], names_misses: bool) -> String {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut cases, mut offered) = (0, 0);
    for title in titles.iter().filter(|title| title.is_ascii() && title.len() >= 8).step_by(3) {
        let typed = slip(&title[..title.len().min(10)], &mut random);
        let list = snapshot.suggestions(&typed, 10);
        cases += 1;
        let is_offered = list.iter().any(|suggestion| suggestion.text == *title);
        offered += usize::from(is_offered);
        if names_misses && !is_offered {
            eprintln!("suggestions: {typed:?} offers {list:?}, not {title:?}");
        }
    }
    let share = 100.0 * offered as f32 / cases.max(1) as f32;
    format!("| suggestions for ten letters with a slip | {cases} | | {share:.1} % among 10 | | |")
}
