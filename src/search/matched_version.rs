//! The language version of a hit whose title has words of the query that the rest of the citation lacks.

use crate::model::category::Category;
use crate::model::search::request::HitVersion;
use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::segments::document::{StoredVersion, whole_title_key};
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::function_words::Meaning;
use crate::search::text::stemming::StemLanguage;
use crate::search::text::tokens::{WordTokenizer, in_language};
use std::collections::HashSet;
use tantivy::tokenizer::{TokenStream, Tokenizer};

/// The terms of texts.
#[derive(Default)]
struct Terms(HashSet<String>);

impl Terms {
    fn add(&mut self, text: &str, language: Option<StemLanguage>) {
        let (mut tokenizer, text) = (WordTokenizer::default(), in_language(text, language));
        let mut tokens = tokenizer.token_stream(&text);
        while tokens.advance() {
            self.0.insert(tokens.token().text.clone());
        }
    }

    fn have(&self, WantedWord { word, is_prefix }: &WantedWord<'_>) -> bool {
        let is_term = |term: &str| self.0.contains(term);
        word.forms.iter().chain(&word.stems).any(|form| is_term(form))
            || word.stem_terms.iter().any(is_term)
            || *is_prefix && self.0.iter().any(|term| term.starts_with(word.forms[0].as_str()))
    }
}

struct WantedWord<'q> {
    word: &'q QueryWord,
    is_prefix: bool,
}

/// The words that count, the last one as a prefix where it may be unfinished.
fn wanted_words(query: &ParsedQuery) -> Vec<WantedWord<'_>> {
    let mut wanted: Vec<WantedWord<'_>> = query
        .words()
        .filter(|word| word.meaning != Meaning::Function)
        .map(|word| WantedWord { word, is_prefix: false })
        .collect();
    if let (Some(Part::Word(last)), Some(wanted)) = (query.parts.last(), wanted.last_mut()) {
        wanted.is_prefix = query.has_prefix_term && std::ptr::eq(wanted.word, last);
    }
    wanted
}

/// The version that a hit matches by its title alone: the version's whole title was typed, and is not
/// the citation's; or it has a word of the query that neither the title of the citation nor its values nor its
/// abstract have. Of several versions that with the most words of the query. `versions` and the abstract are those stored with
/// the hit.
pub(super) fn matched_version(
    snapshot: &Snapshot,
    query: &ParsedQuery,
    hit: &Match,
    (versions, abstract_text): (&str, &str),
) -> serde_json::Result<Option<HitVersion>> {
    let Some((lang, title)) = matched_title(snapshot, query, hit, abstract_text) else { return Ok(None) };
    let versions: Vec<StoredVersion> = serde_json::from_str(versions)?;
    let version =
        versions.iter().find(|version| version.lang == lang && version.title.as_deref() == Some(title));
    Ok(version.map(|version| version.as_hit(&snapshot.public_url, &snapshot.language(lang))))
}

/// The language value and the title of that version.
pub(super) fn matched_title<'s>(
    snapshot: &'s Snapshot,
    query: &ParsedQuery,
    hit: &Match,
    abstract_text: &str,
) -> Option<(&'s str, &'s str)> {
    let data = &snapshot.segments[usize::from(hit.segment)].data;
    let titles = &data.columns.version_titles;
    let mut of_hit = titles.in_document(hit.doc).peekable();
    of_hit.peek()?;
    let title = data.columns.titles.get(hit.doc as usize);
    if whole_title_key(title) == query.whole_title {
        return None;
    }
    let wanted = wanted_words(query);
    let mut best: Option<(usize, (&str, &str), Vec<bool>)> = None;
    for (lang, title) in of_hit {
        if !query.whole_title.is_empty() && whole_title_key(title) == query.whole_title {
            return Some((lang, title));
        }
        let mut terms = Terms::default();
        terms.add(title, StemLanguage::from_languages(&[lang]));
        let found: Vec<bool> = wanted.iter().map(|word| terms.have(word)).collect();
        let count = found.iter().filter(|found| **found).count();
        if count > best.as_ref().map_or(0, |(most, ..)| *most) {
            best = Some((count, (lang, title), found));
        }
    }
    let (_, version, found) = best?;
    let mut rest = Terms::default();
    let (mut languages, mut texts) = (Vec::new(), vec![title, abstract_text]);
    for number in data.values.get(hit.doc) {
        let is_language = snapshot.values.list(*number) == Category::Languages as usize;
        if is_language { &mut languages } else { &mut texts }.push(snapshot.values.text(*number));
    }
    let language = StemLanguage::from_languages(&languages);
    texts.iter().for_each(|text| rest.add(text, language));
    wanted.iter().zip(found).any(|(word, found)| found && !rest.have(word)).then_some(version)
}
