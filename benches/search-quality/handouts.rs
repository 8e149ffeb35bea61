//! The handouts beside this file with their texts, questions that only these texts answer, and generated texts.

use super::measures::{HEAD, measured};
use super::sets::{Case, CaseSet, Random};
use handout::model::citations::citation::{Citation, LanguageVersion};
use handout::model::handout_text::file::VersionText;
use handout::search::Snapshot;
use std::error::Error;
use std::path::Path;

/// The number of sentences of a generated text: about four pages.
const SENTENCES: usize = 120;

/// A citation with the texts of its handouts.
pub type WithTexts = (Citation, Vec<VersionText>);

/// The handouts of a file, and the questions, each with the title that it means.
pub fn from_file(file: &Path) -> Result<(Vec<WithTexts>, CaseSet), Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|cause| format!("{}: {cause}", file.display()))?;
    let (mut handouts, mut cases) = (Vec::new(), Vec::new());
    for handout in text.split("\n## ").skip(1) {
        let (title, lines) = handout.split_once('\n').ok_or("a handout has no lines")?;
        let (title, lang) = match title.strip_suffix(" (Spanish)") {
            Some(title) => (title, "Spanish"),
            None => (title, "English"),
        };
        let (questions, text): (Vec<&str>, Vec<&str>) =
            lines.lines().partition(|line| line.starts_with("? "));
        cases.extend(questions.iter().map(|line| Case::new(line[2..].to_owned(), title)));
        let version = LanguageVersion {
            lang: lang.into(),
            url: Some(format!("https://handouts.example/{}.pdf", handouts.len())),
            ..LanguageVersion::default()
        };
        let citation = Citation {
            id: format!("handout-{}", handouts.len()),
            title: title.into(),
            languages: vec![version],
            ..Citation::default()
        };
        handouts.push((citation, vec![VersionText { lang: lang.into(), text: text.join("\n") }]));
    }
    let set = CaseSet { name: "questions that only a text answers".into(), cases, is_known_item: false };
    Ok((handouts, set))
}

/// Generates a text for every citation from sentences of all abstracts, so that each has words of every subject.
pub fn generated(citations: &[Citation]) -> Vec<WithTexts> {
    let abstracts = citations.iter().filter_map(|citation| citation.abstract_text.as_deref());
    let sentences: Vec<&str> = abstracts.flat_map(|text| text.split_inclusive(['.', '\n'])).collect();
    let mut random = Random(0x5851_F42D_4C95_7F2D);
    let mut text = || {
        let some = (0..SENTENCES).map(|_| sentences[random.below(sentences.len())].trim());
        some.collect::<Vec<_>>().join(" ")
    };
    let texts = citations.iter().map(|citation| {
        let texts = vec![VersionText { lang: "English".into(), text: text() }];
        (citation.clone(), texts)
    });
    texts.collect()
}

/// The rows of the sets that differ between two snapshots, and the rows of `set` in the second.
pub fn compared(
    sets: &[CaseSet],
    set: &CaseSet,
    [without, with]: [&Snapshot; 2],
    names_misses: bool,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines: Vec<String> = HEAD.map(str::to_owned).into();
    lines.extend(measured(without, set, false, false)?.iter().map(|line| format!("{line} without texts")));
    lines.extend(measured(with, set, true, names_misses)?);
    for set in sets {
        let [before, after] = [measured(without, set, false, false)?, measured(with, set, false, false)?];
        if before != after {
            lines.extend(before.iter().map(|line| format!("{line} without texts")));
            lines.extend(after);
            if names_misses {
                eprintln!("With texts:");
                measured(with, set, false, true)?;
            }
        }
    }
    Ok(lines)
}
