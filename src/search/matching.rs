//! Which citations a query finds, in which order: tiers, not sums.
//!
//! Item numbers and whole titles come first, then citations that hold every word, then those where the last word is
//! unfinished, then guesses at misspelled words, and only when nothing was found those that hold some of the words. A
//! later tier is asked only when the ones before left something open.

use crate::search::analysis::STEM;
use crate::search::phrases::phrase_docs;
use crate::search::query::{Part, Query, QueryWord};
use crate::search::schema::{BOOSTS, TEXT_FIELDS};
use crate::search::snapshot::Snapshot;
use std::cell::RefCell;
use std::sync::LazyLock;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// Below so many complete matches, unfinished words are looked for too.
const ENOUGH: usize = 10;
/// Up to so many matches, misspelled words are guessed at.
const FEW: usize = 2;
/// How many words an unfinished one may stand for, in each field.
const MAX_EXPANSIONS: usize = 1_000;
/// How many guesses at one word are followed.
const MAX_GUESSES: usize = 20;
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

/// What one citation has added up so far.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    score: f32,
    /// Which parts are there as typed.
    exact: u32,
    /// Which parts are there as an unfinished word.
    open: u32,
    /// Which parts are there as a guess.
    guessed: u32,
}

/// The sums of one segment, by document.
#[derive(Default)]
struct Sums {
    sums: Vec<Sum>,
    touched: Vec<u32>,
}

impl Sums {
    fn fit(&mut self, docs: usize) {
        if self.sums.len() < docs {
            self.sums.resize(docs, Sum::default());
        }
    }

    fn clear(&mut self) {
        for doc in self.touched.drain(..) {
            self.sums[doc as usize] = Sum::default();
        }
    }

    fn add(&mut self, doc: u32, score: f32, bit: u32, level: Level) {
        let sum = &mut self.sums[doc as usize];
        if sum.score == 0.0 {
            self.touched.push(doc);
        }
        // Never 0, so that a touched citation is known as such.
        sum.score += score.max(f32::MIN_POSITIVE);
        match level {
            Level::Exact => sum.exact |= bit,
            Level::Open => sum.open |= bit,
            Level::Guessed => sum.guessed |= bit,
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
    passes: &dyn Fn(usize, u32) -> bool,
) -> std::io::Result<Found> {
    SUMS.with_borrow_mut(|pool| {
        if pool.len() < snapshot.segments.len() {
            pool.resize_with(snapshot.segments.len(), Sums::default);
        }
        for (sums, segment) in pool.iter_mut().zip(&snapshot.segments) {
            sums.fit(segment.data.columns.obsolete.len());
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
    fn run(&mut self, passes: &dyn Fn(usize, u32) -> bool) -> std::io::Result<Found> {
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
        self.collect(full, &mut found.matches, passes, &|s| s.exact & full == full);
        if found.matches.len() < ENOUGH
            && query.is_open
            && let Some(Part::Word(word)) = query.parts.last()
            && self.open_word(word, bit(query.parts.len() - 1))?
        {
            found.open = Some(word.forms[0].clone());
            found.matches.clear();
            self.collect(full, &mut found.matches, passes, &|s| (s.exact | s.open) & full == full);
        }
        if found.matches.len() <= FEW && full != 0 {
            for (n, part) in query.parts.iter().enumerate() {
                if let Part::Word(word) = part {
                    self.guess_word(word, bit(n), &mut found.guesses)?;
                }
            }
            found.matches.clear();
            self.collect(full, &mut found.matches, passes, &|s| {
                (s.exact | s.open | s.guessed) & full == full
            });
        }
        if found.matches.is_empty() && query.parts.len() > 1 {
            // What stands in quotation marks has to be there.
            let phrases = query.parts.iter().enumerate().filter(|(_, part)| matches!(part, Part::Phrase(_)));
            let needed = phrases.fold(0, |bits, (n, _)| bits | bit(n));
            self.collect(full, &mut found.matches, passes, &|s| {
                (s.exact | s.open | s.guessed) & full != 0 && s.exact & needed == needed
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
        passes: &dyn Fn(usize, u32) -> bool,
        holds: &dyn Fn(&Sum) -> bool,
    ) {
        if full == 0 {
            return;
        }
        let parts = u8::try_from(full.count_ones()).unwrap_or(u8::MAX);
        for (number, sums) in (0u32..).zip(self.sums.iter().take(self.snapshot.segments.len())) {
            for &doc in &sums.touched {
                let sum = &sums.sums[doc as usize];
                if sum.exact & EXCLUDED != 0 || !holds(sum) || !passes(number as usize, doc) {
                    continue;
                }
                let (exact, open) = (sum.exact & full, (sum.exact | sum.open) & full);
                let all = (open | sum.guessed) & full;
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
                matches.push(Match { segment: number, doc, tier, score: sum.score });
            }
        }
    }

    fn collect_all(&self, matches: &mut Vec<Match>, passes: &dyn Fn(usize, u32) -> bool) {
        for (number, (segment, sums)) in (0u32..).zip(self.snapshot.segments.iter().zip(self.sums.iter())) {
            for doc in 0..u32::try_from(segment.data.columns.obsolete.len()).unwrap_or(0) {
                if sums.sums[doc as usize].exact & EXCLUDED == 0 && passes(number as usize, doc) {
                    matches.push(Match { segment: number, doc, tier: 2, score: 0.0 });
                }
            }
        }
    }

    /// Citations whose item number or whole title was typed come first, whatever else they hold.
    fn add_direct(
        &self,
        matches: &mut Vec<Match>,
        passes: &dyn Fn(usize, u32) -> bool,
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
                    if passes(number as usize, doc) {
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
        let mut terms: Vec<(String, f32)> = Vec::with_capacity(4);
        for form in &word.forms {
            // A word that is its own stem stands in the index once.
            terms.push((form.clone(), if word.stems.contains(form) { 1.0 } else { 0.2 }));
        }
        terms.extend(stem_terms(word).map(|term| (term, 0.8)));
        self.add_terms(&terms, bit, Level::Exact)
    }

    /// Terms of the index that stand for the same word, in every field. The word is as rare as all of them together.
    fn add_terms(&mut self, terms: &[(String, f32)], bit: u32, level: Level) -> std::io::Result<()> {
        let mut infos = Vec::with_capacity(self.snapshot.segments.len() * TEXT_FIELDS);
        let mut frequency = [0u32; TEXT_FIELDS];
        for (number, segment) in self.snapshot.segments.iter().enumerate() {
            for (field, inverted) in segment.data.inverted.iter().enumerate() {
                for (term, weight) in terms {
                    if let Some(info) = inverted.terms().get(term.as_bytes())? {
                        frequency[field] += info.doc_freq;
                        infos.push((number, field, info, *weight));
                    }
                }
            }
        }
        let docs = self.snapshot.documents as f32;
        let rarest = frequency.iter().max().copied().unwrap_or(0) as f32;
        let rarity = (1.0 + (docs + 1.0) / (rarest + 0.5)).ln();
        for (number, field, info, weight) in infos {
            self.add_postings(number, field, &info, weight * rarity, bit, level)?;
        }
        Ok(())
    }

    fn add_postings(
        &mut self,
        number: usize,
        field: usize,
        info: &TermInfo,
        weight: f32,
        bit: u32,
        level: Level,
    ) -> std::io::Result<()> {
        let sums = &mut self.sums[number];
        let data = &self.snapshot.segments[number].data;
        let (lengths, norms) = (&data.lengths[field], &LENGTHS[field]);
        let weight = weight * self.boosts[field];
        let mut postings =
            data.inverted[field].read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
        while !postings.docs().is_empty() {
            for (doc, times) in postings.docs().iter().zip(postings.freqs()) {
                let times = *times as f32;
                let norm = lengths.get(*doc as usize).map_or(1.0, |code| norms[usize::from(*code)]);
                sums.add(*doc, weight * times / (times + norm), bit, level);
            }
            postings.advance();
        }
        Ok(())
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
                    && found.len() < MAX_EXPANSIONS
                {
                    if stream.key() != typed.as_bytes() {
                        found.push(stream.value().clone());
                    }
                }
                for info in found {
                    any = true;
                    self.add_postings(number, field, &info, 0.5, bit, Level::Open)?;
                }
            }
        }
        Ok(any)
    }

    /// Words that this one may have been meant to be.
    fn guess_word(&mut self, word: &QueryWord, bit: u32, guesses: &mut Vec<String>) -> std::io::Result<()> {
        let mut near: Vec<(usize, String)> = self.snapshot.near(&word.forms[0], word.most_edits);
        near.truncate(MAX_GUESSES);
        for (edits, guess) in near {
            let term = [(guess, if edits == 1 { 0.3 } else { 0.15 })];
            self.add_terms(&term, bit, Level::Guessed)?;
            guesses.extend(term.map(|(guess, _)| guess));
        }
        Ok(())
    }

    fn exclude(&mut self, part: &Part) -> std::io::Result<()> {
        match part {
            Part::Word(word) => {
                let forms = word.forms.iter().filter(|form| word.stems.contains(form)).cloned();
                let terms: Vec<(String, f32)> =
                    stem_terms(word).chain(forms).map(|term| (term, 0.0)).collect();
                self.add_terms(&terms, EXCLUDED, Level::Exact)
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
                    let score = self.boosts[field] * 5.0 * times as f32 / (times as f32 + 1.0);
                    self.sums[number].add(doc, score, bit, Level::Exact);
                }
            }
        }
        Ok(())
    }
}

/// The terms under which the index has other words with the stems of this one.
fn stem_terms(word: &QueryWord) -> impl Iterator<Item = String> {
    let unsaid = word.stems.iter().filter(|stem| !word.forms.contains(stem)).cloned();
    word.stems.iter().map(|stem| format!("{STEM}{stem}")).chain(unsaid)
}

fn bit(part: usize) -> u32 {
    1 << part.min(30)
}
