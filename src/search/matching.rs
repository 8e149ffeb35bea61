//! Which citations a query finds, in which order: tiers, not sums.
//!
//! Item numbers and whole titles come first, then citations that hold every word, then those where the last word is
//! unfinished, then guesses at misspelled words, and only when nothing was found those that hold some of the words. A
//! later tier is asked only when the ones before left something open.

use crate::search::analysis::STEM;
use crate::search::query::{Part, Query, QueryWord};
use crate::search::schema::{BOOSTS, TEXT_FIELDS};
use crate::search::snapshot::{Segment, Snapshot};
use std::cell::RefCell;
use std::sync::LazyLock;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

/// Below so many complete matches, unfinished words are looked for too.
const ENOUGH: usize = 10;
/// Up to so many matches, misspelled words are guessed at.
const FEW: usize = 2;
/// How many words an unfinished one may stand for, in each field.
const MOST_EXPANSIONS: usize = 1_000;
/// How many guesses at one word are followed.
const MOST_GUESSES: usize = 20;
/// The bit of what is excluded.
const EXCLUDED: u32 = 1 << 31;

/// One citation found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub segment: u32,
    pub doc: u32,
    /// Lower is better, whatever the score.
    pub tier: u8,
    /// Higher is better within a tier.
    pub score: f32,
}

/// What was found, and which words did it: the snippets show them.
#[derive(Default)]
pub(super) struct Found {
    pub matches: Vec<Match>,
    /// Beginnings of words that count as found.
    pub open: Option<String>,
    /// Guessed words.
    pub guesses: Vec<String>,
}

/// What one segment has added up so far.
#[derive(Default)]
struct Sums {
    score: Vec<f32>,
    /// Which parts are there as typed.
    exact: Vec<u32>,
    /// Which parts are there as an unfinished word.
    open: Vec<u32>,
    /// Which parts are there as a guess.
    guessed: Vec<u32>,
    touched: Vec<u32>,
}

impl Sums {
    fn fit(&mut self, docs: usize) {
        if self.score.len() < docs {
            self.score.resize(docs, 0.0);
            self.exact.resize(docs, 0);
            self.open.resize(docs, 0);
            self.guessed.resize(docs, 0);
        }
    }

    fn clear(&mut self) {
        for doc in self.touched.drain(..) {
            let doc = doc as usize;
            self.score[doc] = 0.0;
            self.exact[doc] = 0;
            self.open[doc] = 0;
            self.guessed[doc] = 0;
        }
    }

    fn touch(&mut self, doc: u32) {
        let at = doc as usize;
        if self.exact[at] | self.open[at] | self.guessed[at] == 0 && self.score[at] == 0.0 {
            self.touched.push(doc);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Exact,
    Open,
    Guessed,
}

thread_local! {
    /// Kept between searches: a segment's sums are cleared by what was touched, not by their length.
    static SUMS: RefCell<Vec<Sums>> = const { RefCell::new(Vec::new()) };
}

/// Share of a word's weight that a field of this length gives to it, by tantivy's length code.
static LENGTHS: LazyLock<[[f32; 256]; TEXT_FIELDS]> = LazyLock::new(|| {
    // Usual lengths of the fields in tokens, two to a word.
    const USUAL: [f32; TEXT_FIELDS] = [12.0, 20.0, 60.0, 300.0];
    USUAL.map(|usual| {
        let mut table = [0.0; 256];
        for (code, norm) in (0u8..=255).zip(&mut table) {
            let length = FieldNormReader::id_to_fieldnorm(code) as f32;
            *norm = 0.5 + 0.5 * (length / usual).min(8.0);
        }
        table
    })
});

/// Everything that `query` finds among what `passes` lets through.
pub(super) fn find(
    snapshot: &Snapshot,
    query: &Query,
    no_boost: bool,
    passes: &dyn Fn(&Segment, u32) -> bool,
) -> std::io::Result<Found> {
    SUMS.with_borrow_mut(|pool| {
        if pool.len() < snapshot.segments.len() {
            pool.resize_with(snapshot.segments.len(), Sums::default);
        }
        for (sums, segment) in pool.iter_mut().zip(&snapshot.segments) {
            sums.fit(segment.data.obsolete.len());
        }
        let mut search = Search {
            snapshot,
            query,
            boosts: if no_boost { [1.0; TEXT_FIELDS] } else { BOOSTS },
            sums: pool,
        };
        let found = search.run(passes);
        for sums in pool.iter_mut() {
            sums.clear();
        }
        found
    })
}

struct Search<'s> {
    snapshot: &'s Snapshot,
    query: &'s Query,
    boosts: [f32; TEXT_FIELDS],
    sums: &'s mut Vec<Sums>,
}

impl Search<'_> {
    fn run(&mut self, passes: &dyn Fn(&Segment, u32) -> bool) -> std::io::Result<Found> {
        let query = self.query;
        let mut found = Found { matches: Vec::new(), open: None, guesses: Vec::new() };
        for part in &query.excluded {
            self.exclude(part)?;
        }
        for (n, part) in query.parts.iter().enumerate() {
            match part {
                Part::Word(word) => self.add_word(word, bit(n))?,
                Part::Phrase(words) => self.add_phrase(words, bit(n))?,
            }
        }
        for word in &query.extras {
            self.add_word(word, 0)?;
        }
        let full = (0..query.parts.len()).fold(0, |bits, n| bits | bit(n));
        let only_exclusions = query.parts.is_empty() && !query.excluded.is_empty();
        if only_exclusions {
            self.collect_all(&mut found.matches, passes);
            return Ok(found);
        }
        self.collect(full, &mut found.matches, passes, &|s, at| s.exact[at] & full == full);
        if found.matches.len() < ENOUGH
            && query.is_open
            && let Some(Part::Word(word)) = query.parts.last()
            && self.open_word(word, bit(query.parts.len() - 1))?
        {
            found.open = Some(word.forms[0].clone());
            found.matches.clear();
            self.collect(full, &mut found.matches, passes, &|s, at| {
                (s.exact[at] | s.open[at]) & full == full
            });
        }
        if found.matches.len() <= FEW && full != 0 {
            for (n, part) in query.parts.iter().enumerate() {
                if let Part::Word(word) = part {
                    self.guess_word(word, bit(n), &mut found.guesses)?;
                }
            }
            found.matches.clear();
            self.collect(full, &mut found.matches, passes, &|s, at| {
                (s.exact[at] | s.open[at] | s.guessed[at]) & full == full
            });
        }
        if found.matches.is_empty() && query.parts.len() > 1 {
            self.collect(full, &mut found.matches, passes, &|s, at| {
                (s.exact[at] | s.open[at] | s.guessed[at]) & full != 0
            });
        }
        self.add_direct(&mut found.matches, passes)?;
        Ok(found)
    }

    /// Gathers what `holds` every part it has to, with its tier.
    fn collect(
        &self,
        full: u32,
        matches: &mut Vec<Match>,
        passes: &dyn Fn(&Segment, u32) -> bool,
        holds: &dyn Fn(&Sums, usize) -> bool,
    ) {
        if full == 0 {
            return;
        }
        let parts = u8::try_from(full.count_ones()).unwrap_or(u8::MAX);
        for (number, (segment, sums)) in (0u32..).zip(self.snapshot.segments.iter().zip(self.sums.iter())) {
            for &doc in &sums.touched {
                let at = doc as usize;
                if sums.exact[at] & EXCLUDED != 0 || !holds(sums, at) || !passes(segment, doc) {
                    continue;
                }
                let (exact, open) = (sums.exact[at] & full, (sums.exact[at] | sums.open[at]) & full);
                let all = (open | sums.guessed[at]) & full;
                let tier = if exact == full {
                    2
                } else if open == full {
                    3
                } else if all == full {
                    4
                } else {
                    // Some of the words: the more the better.
                    5 + parts - u8::try_from(all.count_ones()).unwrap_or(0)
                };
                matches.push(Match { segment: number, doc, tier, score: sums.score[at] });
            }
        }
    }

    fn collect_all(&self, matches: &mut Vec<Match>, passes: &dyn Fn(&Segment, u32) -> bool) {
        for (number, (segment, sums)) in (0u32..).zip(self.snapshot.segments.iter().zip(self.sums.iter())) {
            for doc in 0..u32::try_from(segment.data.obsolete.len()).unwrap_or(0) {
                if sums.exact[doc as usize] & EXCLUDED == 0 && passes(segment, doc) {
                    matches.push(Match { segment: number, doc, tier: 2, score: 0.0 });
                }
            }
        }
    }

    /// Citations whose item number or whole title was typed come first, whatever else they hold.
    fn add_direct(
        &self,
        matches: &mut Vec<Match>,
        passes: &dyn Fn(&Segment, u32) -> bool,
    ) -> std::io::Result<()> {
        let fields = &self.snapshot.fields;
        let title = Some(self.query.whole_title.as_str()).filter(|t| !t.is_empty());
        for (key, field, tier) in
            [(title, fields.whole_title, 1), (self.query.item.as_deref(), fields.item, 0)]
        {
            let Some(key) = key else { continue };
            for (number, segment) in (0u32..).zip(&self.snapshot.segments) {
                let Ok(inverted) = segment.reader.inverted_index(field) else { continue };
                let Some(info) = inverted.terms().get(key.as_bytes())? else { continue };
                let mut postings = inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
                while postings.doc() != TERMINATED {
                    let doc = postings.doc();
                    if passes(segment, doc) {
                        match matches.iter_mut().find(|m| m.segment == number && m.doc == doc) {
                            Some(known) => known.tier = tier,
                            None => matches.push(Match { segment: number, doc, tier, score: 0.0 }),
                        }
                    }
                    postings.advance();
                }
            }
        }
        Ok(())
    }

    /// A word in all its forms and endings.
    fn add_word(&mut self, word: &QueryWord, bit: u32) -> std::io::Result<()> {
        for (form, weight) in word
            .stems
            .iter()
            .map(|s| (format!("{STEM}{s}"), 0.8))
            .chain(word.forms.iter().map(|f| (f.clone(), 0.2)))
        {
            self.add_term(&form, weight, bit, Level::Exact)?;
        }
        Ok(())
    }

    /// One term of the index in every field.
    fn add_term(&mut self, term: &str, weight: f32, bit: u32, level: Level) -> std::io::Result<()> {
        let mut infos = Vec::with_capacity(self.snapshot.segments.len() * TEXT_FIELDS);
        let mut frequency = [0u32; TEXT_FIELDS];
        for (number, segment) in self.snapshot.segments.iter().enumerate() {
            for (field, inverted) in segment.data.inverted.iter().enumerate() {
                if let Some(info) = inverted.terms().get(term.as_bytes())? {
                    frequency[field] += info.doc_freq;
                    infos.push((number, field, info));
                }
            }
        }
        let docs = self.snapshot.documents as f32;
        let rarest = frequency.iter().max().copied().unwrap_or(0) as f32;
        let rarity = (1.0 + (docs + 1.0) / (rarest + 0.5)).ln();
        for (number, field, info) in infos {
            let segment = &self.snapshot.segments[number];
            let postings = segment.data.inverted[field]
                .read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
            self.add_postings(number, field, postings, weight * rarity, bit, level);
        }
        Ok(())
    }

    fn add_postings(
        &mut self,
        number: usize,
        field: usize,
        mut postings: impl Postings,
        weight: f32,
        bit: u32,
        level: Level,
    ) {
        let sums = &mut self.sums[number];
        let lengths = &self.snapshot.segments[number].data.lengths[field];
        let norms = &LENGTHS[field];
        let weight = weight * self.boosts[field];
        let mut doc = postings.doc();
        while doc != TERMINATED {
            sums.touch(doc);
            let at = doc as usize;
            let times = postings.term_freq() as f32;
            let norm = lengths.get(at).map_or(1.0, |code| norms[usize::from(*code)]);
            // Never 0, so that a touched citation is known as such.
            sums.score[at] += (weight * times / (times + norm)).max(f32::MIN_POSITIVE);
            match level {
                Level::Exact => sums.exact[at] |= bit,
                Level::Open => sums.open[at] |= bit,
                Level::Guessed => sums.guessed[at] |= bit,
            }
            doc = postings.advance();
        }
    }

    /// Words that begin like this one; says whether there was any.
    fn open_word(&mut self, word: &QueryWord, bit: u32) -> std::io::Result<bool> {
        let typed = &word.forms[0];
        let mut any = false;
        for number in 0..self.snapshot.segments.len() {
            for field in 0..TEXT_FIELDS {
                let inverted = self.snapshot.segments[number].data.inverted[field].clone();
                let mut found = Vec::new();
                let mut stream = inverted.terms().range().ge(typed.as_bytes()).into_stream()?;
                while stream.advance()
                    && stream.key().starts_with(typed.as_bytes())
                    && found.len() < MOST_EXPANSIONS
                {
                    if stream.key() != typed.as_bytes() {
                        found.push(stream.value().clone());
                    }
                }
                for info in found {
                    any = true;
                    let postings =
                        inverted.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
                    self.add_postings(number, field, postings, 0.5, bit, Level::Open);
                }
            }
        }
        Ok(any)
    }

    /// Words that this one may have been meant to be.
    fn guess_word(&mut self, word: &QueryWord, bit: u32, guesses: &mut Vec<String>) -> std::io::Result<()> {
        let mut near: Vec<(usize, String)> = self.snapshot.near(&word.forms[0], word.most_edits);
        near.truncate(MOST_GUESSES);
        for (edits, guess) in near {
            self.add_term(&guess, if edits == 1 { 0.3 } else { 0.15 }, bit, Level::Guessed)?;
            guesses.push(guess);
        }
        Ok(())
    }

    fn exclude(&mut self, part: &Part) -> std::io::Result<()> {
        match part {
            Part::Word(word) => {
                for stem in &word.stems {
                    self.add_term(&format!("{STEM}{stem}"), 0.0, EXCLUDED, Level::Exact)?;
                }
                Ok(())
            }
            Part::Phrase(words) => self.add_phrase(words, EXCLUDED),
        }
    }

    /// Words one after the other in one field.
    fn add_phrase(&mut self, words: &[QueryWord], bit: u32) -> std::io::Result<()> {
        for number in 0..self.snapshot.segments.len() {
            for field in 0..TEXT_FIELDS {
                let inverted = self.snapshot.segments[number].data.inverted[field].clone();
                for (doc, times) in phrase_docs(&inverted, words)? {
                    let sums = &mut self.sums[number];
                    sums.touch(doc);
                    let at = doc as usize;
                    sums.score[at] += self.boosts[field] * 5.0 * times as f32 / (times as f32 + 1.0);
                    sums.exact[at] |= bit;
                }
            }
        }
        Ok(())
    }
}

fn bit(part: usize) -> u32 {
    1 << part.min(30)
}

/// The documents of one field that hold the phrase, with how often.
fn phrase_docs(inverted: &InvertedIndexReader, words: &[QueryWord]) -> std::io::Result<Vec<(u32, u32)>> {
    let mut readers = Vec::with_capacity(words.len());
    for word in words {
        let Some(info) = inverted.terms().get(word.forms[0].as_bytes())? else { return Ok(Vec::new()) };
        readers.push(inverted.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?);
    }
    let mut found = Vec::new();
    let Some((first, others)) = readers.split_first_mut() else { return Ok(found) };
    let (mut places, mut next) = (Vec::new(), Vec::new());
    let mut doc = first.doc();
    'docs: while doc != TERMINATED {
        for other in others.iter_mut() {
            let at = if other.doc() < doc { other.seek(doc) } else { other.doc() };
            if at == TERMINATED {
                break 'docs;
            }
            if at > doc {
                doc = first.seek(at);
                continue 'docs;
            }
        }
        first.positions(&mut places);
        for (distance, other) in (1u32..).zip(others.iter_mut()) {
            other.positions(&mut next);
            places.retain(|place| next.binary_search(&(place + distance)).is_ok());
        }
        if !places.is_empty() {
            found.push((doc, u32::try_from(places.len()).unwrap_or(1)));
        }
        doc = first.advance();
    }
    Ok(found)
}
