//! How well searches find what is meant: `make quality CATALOGUE=…` prints tables. See docs/benchmarks.md.
//!
//! The sets beside this file name handouts of the MedlinePlus catalogue by title. Sets derived from titles and keywords
//! (typing errors, questions, an extra word, other names) work with any catalogue. Other sets are given as files.

mod codes;
mod handouts;
mod measures;
mod sets;

use codes::coded;
use handout::model::citations::citation::Citation;
use handout::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use handout::model::handout_text::file::VersionText;
use handout::model::thesaurus::TermTable;
use handout::search::{Index, QueryFeatures, Rebuild, Snapshot, TermSources, Thesaurus};
use measures::{HEAD, judged, measured, suggested, unanswerable};
use sets::{CaseSet, Half, from_file, from_keywords, from_titles};
use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The arguments of the command line.
struct Arguments {
    catalogue: String,
    /// Print every miss.
    names_misses: bool,
    /// Print the parts of each set, by language and number of words.
    is_detailed: bool,
    /// Leave out the sets of the repository: only the given ones.
    only_given: bool,
    half: Half,
    /// Additional sets: a name and a file.
    sets: Vec<(String, String)>,
    /// Judged sets: a name and a file.
    judged: Vec<(String, String)>,
    /// A thesaurus in addition to the built-in one.
    terms: Option<String>,
    /// The mechanisms that are switched off.
    without: Vec<String>,
    /// Repeat without each mechanism, to measure its contribution.
    without_each: bool,
    /// Give every citation a text, so that the other sets are measured among texts of all subjects.
    has_generated_texts: bool,
}

/// A mechanism by name, and how to switch it off.
type Switch = (&'static str, fn(&mut QueryFeatures));

const MECHANISMS: [Switch; 9] = [
    ("frames", |features| features.frames = false),
    ("initials", |features| features.initials = false),
    ("subject", |features| features.subject = false),
    ("spelling", |features| features.spelling = false),
    ("descriptions", |features| features.descriptions = false),
    ("model", |features| features.model = false),
    ("similar labels", |features| features.similar_labels = false),
    ("word languages", |features| features.word_languages = false),
    ("handout texts", |features| features.handout_texts = false),
];

impl Arguments {
    fn parse() -> Result<Arguments, Box<dyn Error>> {
        let mut given = std::env::args().skip(1);
        let mut arguments = Arguments {
            catalogue: given.next().ok_or("name a catalogue in JSON Lines, gzip or not")?,
            names_misses: false,
            is_detailed: false,
            only_given: false,
            half: Half::Both,
            sets: Vec::new(),
            judged: Vec::new(),
            terms: None,
            without: Vec::new(),
            without_each: false,
            has_generated_texts: false,
        };
        while let Some(name) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{name} needs a value"));
            let pair = |value: String| {
                let pair = value.split_once('=').map(|(name, file)| (name.to_owned(), file.to_owned()));
                pair.ok_or_else(|| format!("{value}: NAME=FILE is expected"))
            };
            match name.as_str() {
                "--misses" => arguments.names_misses = true,
                "--detailed" => arguments.is_detailed = true,
                "--only-given" => arguments.only_given = true,
                "--without-each" => arguments.without_each = true,
                "--without" => arguments.without.push(value()?),
                "--generated-texts" => arguments.has_generated_texts = true,
                "--development" => arguments.half = Half::Development,
                "--kept" => arguments.half = Half::Kept,
                "--set" => arguments.sets.push(pair(value()?)?),
                "--judged" => arguments.judged.push(pair(value()?)?),
                "--terms" => arguments.terms = Some(value()?),
                _ => return Err(format!("{name}: not known").into()),
            }
        }
        Ok(arguments)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse()?;
    let citations = read(&arguments.catalogue)?;
    let mut snapshot = indexed(&arguments, citations.iter().map(|citation| (citation, [].as_slice())))?;
    let titles: Vec<&str> = citations
        .iter()
        .filter(|citation| !citation.obsolete)
        .map(|citation| citation.title.as_str())
        .collect();
    let sets = case_sets(&arguments, &citations, &titles)?;
    let mut lines = table(&arguments, &sets, &snapshot)?;
    if !arguments.only_given {
        lines.push(suggested(&snapshot, &titles, arguments.names_misses));
        lines.extend(unanswerable(&snapshot, &own_set("unanswerable"), arguments.names_misses)?);
        let set = from_file("codes of diagnoses", &own_set("codes"), &titles, arguments.half)?;
        lines.push(coded(&snapshot, &set, &citations, arguments.names_misses)?);
    }
    if !arguments.only_given {
        lines.extend(with_texts(&arguments, &citations, &sets)?);
    }
    if arguments.without_each {
        for (name, switch_off) in MECHANISMS {
            let mut features = QueryFeatures::default();
            switch_off(&mut features);
            let owned = Arc::into_inner(snapshot).ok_or("the state of the index is still in use")?;
            snapshot = Arc::new(owned.with_features(features));
            lines.push(format!("\nWithout {name}:\n"));
            lines.extend(table(&arguments, &sets, &snapshot)?);
        }
    }
    eprintln!("{}", lines.join("\n"));
    Ok(())
}

/// Indexes these citations with the texts of their handouts.
fn indexed<'c>(
    arguments: &Arguments,
    citations: impl Iterator<Item = (&'c Citation, &'c [VersionText])>,
) -> Result<Arc<Snapshot>, Box<dyn Error>> {
    // The index stays readable after its folder is removed.
    let folder = tempfile::tempdir()?;
    let mut rebuild = Rebuild::begin(folder.path(), "quality", 1)?;
    for (citation, texts) in citations {
        rebuild.add(citation, texts)?;
    }
    let own = arguments.terms.as_ref().map(|file| own_terms(file)).transpose()?;
    let thesaurus =
        Thesaurus::new(&TermSources { built_in: true, own: own.as_ref(), ..TermSources::default() })?;
    rebuild.finish(1, &thesaurus)?;
    let index = Index::open(folder.path(), "quality", || Ok(Arc::new(thesaurus)))?;
    with_features(index.snapshot(), &arguments.without, index)
}

/// The state of an index without some mechanisms.
fn with_features(
    snapshot: Arc<Snapshot>,
    without: &[String],
    index: Index,
) -> Result<Arc<Snapshot>, Box<dyn Error>> {
    drop(index);
    let mut features = QueryFeatures::default();
    for name in without {
        let switch = MECHANISMS.iter().find(|(known, _)| known == name);
        let (_, switch_off) = switch.ok_or_else(|| format!("there is no mechanism '{name}'"))?;
        switch_off(&mut features);
    }
    let owned = Arc::into_inner(snapshot).ok_or("the state of the index is still in use")?;
    Ok(Arc::new(owned.with_features(features)))
}

/// The catalogue with the handouts of this repository: questions that only their texts answer, and changes in other
/// sets.
fn with_texts(
    arguments: &Arguments,
    citations: &[Citation],
    sets: &[CaseSet],
) -> Result<Vec<String>, Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/search-quality/handouts.txt");
    let (own, set) = handouts::from_file(&file)?;
    let count = own.len();
    let mut all = match arguments.has_generated_texts {
        true => handouts::generated(citations),
        false => citations.iter().map(|citation| (citation.clone(), Vec::new())).collect(),
    };
    all.extend(own);
    let without = indexed(arguments, all.iter().map(|(citation, _)| (citation, [].as_slice())))?;
    let with = indexed(arguments, all.iter().map(|(citation, texts)| (citation, texts.as_slice())))?;
    let mut lines = vec![format!("\nWith {} handouts of our own:\n", count)];
    lines.extend(handouts::compared(sets, &set, [&without, &with], arguments.names_misses)?);
    Ok(lines)
}

/// The table of all sets.
fn table(
    arguments: &Arguments,
    sets: &[CaseSet],
    snapshot: &Snapshot,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines: Vec<String> = HEAD.map(str::to_owned).into();
    for set in sets {
        lines.extend(measured(snapshot, set, arguments.is_detailed, arguments.names_misses)?);
    }
    for (name, file) in &arguments.judged {
        lines.push(judged(snapshot, name, Path::new(file))?);
    }
    Ok(lines)
}

fn case_sets(
    arguments: &Arguments,
    citations: &[Citation],
    titles: &[&str],
) -> Result<Vec<CaseSet>, Box<dyn Error>> {
    let mut sets = Vec::new();
    if !arguments.only_given {
        for (name, file) in [
            ("misspelled, joined and split words", "misspelled"),
            ("lay words and abbreviations", "lay-words"),
            ("clinicians' shorthand", "shorthand"),
            ("other languages", "languages"),
            ("parents' questions", "questions"),
            ("unseen: misspelled words", "unseen/misspelled"),
            ("unseen: lay words", "unseen/lay-words"),
            ("unseen: other languages", "unseen/languages"),
            ("unseen: questions", "unseen/questions"),
        ] {
            sets.push(from_file(name, &own_set(file), titles, arguments.half)?);
        }
        sets.extend(from_titles(titles));
        sets.push(from_keywords(citations, arguments.half));
    }
    for (name, file) in &arguments.sets {
        sets.push(from_file(name, Path::new(file), titles, arguments.half)?);
    }
    Ok(sets)
}

/// A set beside this file.
fn own_set(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/search-quality").join(format!("{name}.tsv"))
}

fn own_terms(file: &str) -> Result<TermTable, Box<dyn Error>> {
    TermTable::parse(&std::fs::read_to_string(file)?).map_err(|errors| format!("{file}: {errors:?}").into())
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
            citation_from_json(&json, Completeness::Import, Dates::Stored)
                .map_err(|errors| format!("{errors:?}").into())
        })
        .collect()
}
