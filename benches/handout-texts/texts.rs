//! Measures the cost of handout texts: the processor time of the same searches in an index without texts and in one
//! with a text per citation, in alternating rounds. `node benches/handout-texts/run.mjs CATALOGUE` runs it.

#![allow(clippy::print_stdout)]

use handout::model::citations::citation::Citation;
use handout::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use handout::model::handout_text::file::VersionText;
use handout::model::search::request::SearchRequest;
use handout::search::{Index, PacketTitles, Rebuild, Snapshot, TermSources, Thesaurus};
use std::error::Error;
use std::fs::read_to_string;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The number of sentences of a text; every twentieth text has ten times as many.
const SENTENCES: usize = 60;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [catalogue, sets @ ..] = given.as_slice() else {
        return Err("name a catalogue and files of searches".into());
    };
    let citations: Vec<Citation> =
        read_to_string(catalogue)?.lines().map(citation).collect::<Result<_, _>>()?;
    let texts = texts(&citations);
    let bytes: usize = texts.iter().map(String::len).sum();
    let folder = tempfile::tempdir()?;
    let without = indexed(&folder.path().join("without"), &citations, &[])?;
    let begun = Instant::now();
    let with = indexed(&folder.path().join("with"), &citations, &texts)?;
    println!(
        "\n{} citations, {} MB of text, indexed in {:.1} s\n",
        citations.len(),
        bytes >> 20,
        begun.elapsed().as_secs_f32()
    );
    println!("| searches | without texts | with texts | ratio | hits by text |\n|---|--:|--:|--:|--:|");
    for set in sets {
        let (name, file) = set.split_once('=').ok_or("NAME=FILE is expected")?;
        let searches: Vec<SearchRequest> = read_to_string(file)?
            .lines()
            .map(|q| SearchRequest { q: q.to_owned(), ..SearchRequest::default() })
            .collect();
        let mut times = [Vec::new(), Vec::new()];
        // The first round warms the caches.
        for round in 0..=ROUNDS {
            for (times, snapshot) in times.iter_mut().zip([&without, &with]) {
                let begun = cpu_seconds()?;
                searches.iter().try_for_each(|search| answer(snapshot, search).map(drop))?;
                if round > 0 {
                    times.push((cpu_seconds()? - begun) * 1e6 / searches.len() as f64);
                }
            }
        }
        let [without, with_texts] = times.map(median);
        let mut by_text = 0;
        for search in &searches {
            by_text +=
                answer(&with, search)?.windows(14).filter(|bytes| *bytes == br#""match":"text""#).count();
        }
        println!(
            "| {name} | {without:.0} µs | {with_texts:.0} µs | {:.2} | {by_text} |",
            with_texts / without
        );
    }
    Ok(())
}

fn citation(line: &str) -> Result<Citation, Box<dyn Error>> {
    let json = serde_json::from_str(line)?;
    citation_from_json(&json, Completeness::Import, Dates::Stored)
        .map_err(|errors| format!("{errors:?}").into())
}

/// Builds a text for each citation from sentences of all abstracts.
fn texts(citations: &[Citation]) -> Vec<String> {
    let abstracts = citations.iter().filter_map(|citation| citation.abstract_text.as_deref());
    let sentences: Vec<&str> = abstracts.flat_map(|text| text.split_inclusive(['.', '\n'])).collect();
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut sentence = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let number = usize::try_from(state % sentences.len() as u64).unwrap_or(0);
        sentences[number].trim()
    };
    let length = |n: usize| if n.is_multiple_of(20) { 10 * SENTENCES } else { SENTENCES };
    (0..citations.len()).map(|n| (0..length(n)).map(|_| sentence()).collect::<Vec<_>>().join(" ")).collect()
}

fn indexed(dir: &Path, citations: &[Citation], texts: &[String]) -> Result<Arc<Snapshot>, Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    let mut rebuild = Rebuild::begin(dir, "bench", 1)?;
    for (n, citation) in citations.iter().enumerate() {
        let text = texts.get(n).map(|text| VersionText { lang: "English".into(), text: text.clone() });
        rebuild.add(citation, text.as_slice())?;
    }
    let thesaurus = Thesaurus::new(&TermSources { built_in: true, ..TermSources::default() })?;
    rebuild.finish(1, &thesaurus)?;
    Ok(Index::open(dir, "bench", || Ok(Arc::new(thesaurus)))?.snapshot())
}

fn answer(snapshot: &Snapshot, search: &SearchRequest) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut json = Vec::with_capacity(32 << 10);
    black_box(snapshot.search_json(search, None, &PacketTitles::default(), &mut json)?);
    Ok(json)
}

/// The processor time that this thread has used.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let nanoseconds = read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = nanoseconds.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e9)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
