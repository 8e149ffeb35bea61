//! How well searches find what is meant: `make quality CATALOGUE=…` prints a table. See docs/benchmarks.md.
//!
//! The sets beside this file are ours; they name handouts of the MedlinePlus catalogue by title. What is made from titles
//! (slips, questions, a word too many) works with any catalogue.

use handout::model::citation::Citation;
use handout::model::citation_draft::{Completeness, citation_from_json};
use handout::model::search::SearchRequest;
use handout::search::{Index, Rebuild, Snapshot, Vocabulary};
use std::error::Error;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A text to search for, with the titles of which one is meant.
struct Case {
    q: String,
    titles: Vec<String>,
}

/// Numbers that only depend on where they began (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most.max(1) as u64).unwrap_or(0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let catalogue = std::env::args().nth(1).ok_or("name a catalogue in JSON Lines, gzip or not")?;
    let verbose = std::env::args().any(|argument| argument == "--misses");
    let citations = read(&catalogue)?;
    let folder = std::env::temp_dir().join(format!("handout-quality-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut rebuild = Rebuild::begin(&folder, "quality", 1)?;
    citations.iter().try_for_each(|citation| rebuild.add(citation))?;
    let vocabulary = Vocabulary::built_in()?;
    rebuild.finish(1, &vocabulary)?;
    let index = Index::open(&folder, "quality", || Ok(Arc::new(vocabulary)))?;
    let snapshot = index.snapshot();
    let titles: Vec<&str> = citations
        .iter()
        .filter(|citation| !citation.obsolete)
        .map(|citation| citation.title.as_str())
        .collect();
    let mut lines = vec![
        "| what is typed | cases | first | among 3 | nothing |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    for (name, file) in [
        ("misspelled, joined and split words", "misspelled"),
        ("lay words and abbreviations", "lay-words"),
        ("other languages", "languages"),
        ("parents' questions", "questions"),
    ] {
        let text = std::fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/search-quality/{file}.tsv")),
        )?;
        let mut cases = cases(&text);
        cases.retain(|case| case.titles.iter().any(|title| titles.contains(&title.as_str())));
        lines.push(measured(&snapshot, name, &cases, verbose)?);
    }
    for (name, cases) in made(&titles) {
        lines.push(measured(&snapshot, name, &cases, verbose)?);
    }
    lines.push(suggested(&snapshot, &titles, verbose));
    drop((snapshot, index));
    std::fs::remove_dir_all(&folder)?;
    eprintln!("{}", lines.join("\n"));
    Ok(())
}

fn read(file: &str) -> Result<Vec<Citation>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1F, 0x8B]) {
        flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let json = serde_json::from_str(line)?;
            citation_from_json(&json, Completeness::Import).map_err(|faults| format!("{faults:?}").into())
        })
        .collect()
}

fn cases(text: &str) -> Vec<Case> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let (q, titles) = line.split_once('\t')?;
        Some(Case { q: q.to_owned(), titles: titles.split('|').map(str::to_owned).collect() })
    };
    lines.filter_map(case).collect()
}

/// Texts made from titles; every third title, so that it takes seconds.
fn made(titles: &[&str]) -> Vec<(&'static str, Vec<Case>)> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let case = |q: String, title: &str| Case { q, titles: vec![title.to_owned()] };
    let some: Vec<&str> = titles.iter().copied().step_by(3).collect();
    let english: Vec<&str> = some.iter().copied().filter(|title| title.is_ascii()).collect();
    let long: Vec<&str> = english.iter().copied().filter(|title| title.len() > 6).collect();
    let extra = ["information", "tips", "zebra", "hospital", "guide", "weekly"];
    let questions = ["what is", "how do you treat", "tell me about", "how can i help my child with"];
    vec![
        ("a whole title", some.iter().map(|title| case((*title).to_owned(), title)).collect()),
        (
            "a title asked as a question",
            english
                .iter()
                .map(|title| case(format!("{} {}", questions[random.below(4)], title.to_lowercase()), title))
                .collect(),
        ),
        (
            "a title and one word too many",
            english.iter().map(|title| case(format!("{title} {}", extra[random.below(6)]), title)).collect(),
        ),
        ("a title with one slip", long.iter().map(|title| case(slip(title, &mut random), title)).collect()),
        (
            "a title with two slips",
            long.iter()
                .filter(|title| title.len() > 11)
                .map(|title| case(slip(&slip(title, &mut random), &mut random), title))
                .collect(),
        ),
    ]
}

/// The text with one letter missing, doubled, changed or in the place of its neighbour.
fn slip(text: &str, random: &mut Random) -> String {
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

fn measured(
    snapshot: &Snapshot,
    name: &str,
    cases: &[Case],
    verbose: bool,
) -> Result<String, Box<dyn Error>> {
    let (mut first, mut among, mut nothing) = (0, 0, 0);
    for case in cases {
        let request = SearchRequest { q: case.q.clone(), ..SearchRequest::default() };
        let answer = snapshot.search(&request)?;
        let found: Vec<&str> =
            answer.hits.hit.iter().take(3).map(|hit| hit.fields.title[0].as_str()).collect();
        let is_meant = |title: &&str| case.titles.iter().any(|meant| meant == title);
        first += usize::from(found.first().is_some_and(is_meant));
        let is_among = found.iter().any(is_meant);
        among += usize::from(is_among);
        nothing += usize::from(found.is_empty());
        if verbose && (!is_among || (name.starts_with("a ") && !found.first().is_some_and(is_meant))) {
            let understood = answer.hits.understood.map(|understood| understood.searched);
            eprintln!("{name}: {:?} ({understood:?}) finds {found:?}, not {:?}", case.q, case.titles);
        }
    }
    let share = |count: usize| format!("{:.1} %", 100.0 * count as f32 / cases.len().max(1) as f32);
    Ok(format!("| {name} | {} | {} | {} | {} |", cases.len(), share(first), share(among), share(nothing)))
}

/// Are titles suggested when their beginning is typed with one letter in six wrong?
fn suggested(snapshot: &Snapshot, titles: &[&str], verbose: bool) -> String {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut cases, mut offered) = (0, 0);
    for title in titles.iter().filter(|title| title.is_ascii() && title.len() >= 8).step_by(3) {
        let typed = slip(&title[..title.len().min(10)], &mut random);
        let list = snapshot.suggestions(&typed, 10);
        cases += 1;
        let is_offered = list.iter().any(|suggestion| suggestion == title);
        offered += usize::from(is_offered);
        if verbose && !is_offered {
            eprintln!("suggestions: {typed:?} offers {list:?}, not {title:?}");
        }
    }
    let share = 100.0 * offered as f32 / cases.max(1) as f32;
    format!("| suggestions for ten letters with a slip | {cases} | | {share:.1} % among 10 | |")
}
