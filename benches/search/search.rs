//! Measures searches of a large catalogue in one process, without HTTP. See docs/benchmarks.md.
//!
//! `search_bench FOLDER QUERIES [ANSWERS]` searches the index in FOLDER for every line of the file QUERIES and, with a
//! third argument, writes a digest of each answer to a file, so that the answers of two builds can be compared. An
//! index that is missing is built from the catalogue `FOLDER.jsonl`.

use handout::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use handout::model::search::request::SearchRequest;
use handout::search::{Index, PacketTitles, Rebuild, TermSources, Thesaurus};
use ring::digest::{SHA256, digest};
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How often every query is run; the fastest run counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, queries, rest @ ..] = arguments.as_slice() else {
        return Err("name the folder of the index and a file of queries".into());
    };
    let queries = fs::read_to_string(queries)?;
    let thesaurus = Arc::new(Thesaurus::new(&TermSources { built_in: true, ..TermSources::default() })?);
    if !Path::new(folder).join("current").exists() {
        build(folder, &thesaurus)?;
    }
    let begun = Instant::now();
    let index = Index::open(Path::new(folder), "bench", || Ok(thesaurus))?;
    let snapshot = index.snapshot();
    eprintln!("opened in {:.1} s", begun.elapsed().as_secs_f64());
    let (mut json, mut digests, mut matches) = (Vec::new(), String::new(), 0);
    let (mut searches, mut suggestions) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        for (number, query) in queries.lines().enumerate() {
            let request = SearchRequest { q: query.to_owned(), ..SearchRequest::default() };
            json.clear();
            let took = timed(&mut searches, number, || {
                snapshot.search_json(&request, None, &PacketTitles::default(), &mut json)
            })?;
            if round == 0 {
                matches += took.found;
                let sum = digest(&SHA256, &json);
                let hex: String = sum.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
                digests.push_str(&format!("{hex}\t{}\t{query}\n", took.found));
            }
            let typed: String = query.chars().take([3, 5, 8][number % 3]).collect();
            timed(&mut suggestions, number, || snapshot.suggestions(&typed, 10));
        }
    }
    report("searches", searches);
    report("suggestions", suggestions);
    eprintln!("{} matches a search in the mean", matches / queries.lines().count().max(1) as u64);
    eprintln!("{} MB of anonymous memory", anonymous_memory_mb()?);
    if let [answers, ..] = rest {
        fs::write(answers, digests)?;
    }
    Ok(())
}

fn build(folder: &str, thesaurus: &Thesaurus) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    fs::create_dir_all(folder)?;
    let threads = std::thread::available_parallelism()?.get();
    let mut rebuild = Rebuild::begin(Path::new(folder), "bench", threads)?;
    let mut count = 0;
    for line in BufReader::new(fs::File::open(format!("{folder}.jsonl"))?).lines() {
        let citation =
            citation_from_json(&serde_json::from_str(&line?)?, Completeness::Import, Dates::Stored)
                .map_err(|errors| format!("{errors:?}"))?;
        rebuild.add(&citation, &[])?;
        count += 1;
    }
    rebuild.finish(1, thesaurus)?;
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{count} citations indexed in {seconds:.1} s: {:.0} a second", f64::from(count) / seconds);
    Ok(())
}

/// Runs a query, and lowers `fastest` (processor time in ns) if this run is faster.
fn timed<T>(fastest: &mut Vec<u64>, number: usize, run: impl FnOnce() -> T) -> T {
    let before = processor_ns();
    let result = run();
    let took = processor_ns() - before;
    match fastest.get_mut(number) {
        Some(known) => *known = took.min(*known),
        None => fastest.push(took),
    }
    result
}

/// The processor time of this thread, which does not include the work of other programs.
fn processor_ns() -> u64 {
    // The kernel updates the number when the thread yields.
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0)
}

fn anonymous_memory_mb() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).ok_or("no RssAnon")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}

fn report(what: &str, mut ns: Vec<u64>) {
    ns.sort_unstable();
    let mean = ns.iter().sum::<u64>() / ns.len().max(1) as u64;
    let at =
        |share: usize| ns.get((ns.len() * share / 100).min(ns.len().saturating_sub(1))).copied().unwrap_or(0);
    let us = |ns: u64| ns as f64 / 1000.0;
    eprintln!(
        "{what}: mean {:.1} µs, p50 {:.1}, p95 {:.1}, p99 {:.1}, slowest {:.1}",
        us(mean),
        us(at(50)),
        us(at(95)),
        us(at(99)),
        us(at(100))
    );
}
