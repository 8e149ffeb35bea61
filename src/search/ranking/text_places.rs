//! Where matches by text come among the other matches: below every citation that contains as much of the query without its
//! text, and below those of which the query contains a whole name. The order of the others does not change.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::Accumulators;
use crate::search::ranking::direct_matches::boost_language;
use crate::search::ranking::partial::{MAX_PARTIAL, PARTIAL};
use crate::search::ranking::subject::{MIN_SUBJECT_SHARE, NamedMatch};
use crate::search::ranking::text_matches::{TextMatch, WordShares};
use crate::search::snapshot::{Match, Snapshot};

/// A text that contains every word of the query comes before citations whose whole names have less of its weight.
const MIN_SHARE_OF_NAMES: f32 = 0.75;

pub(super) struct TextPlaces<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub accumulators: &'s [Accumulators],
    pub lang: Option<&'s LanguageTag>,
    /// The tier of matches by text that contain every word; [`PARTIAL`] unless all fields weigh the same.
    pub complete_tier: u8,
    /// The other matches with a whole name in the query.
    pub named: &'s [NamedMatch],
    pub shares: &'s WordShares,
}

/// A match by text with its score, and the place of its citation among the other matches, if it has one.
struct Ranked {
    text: TextMatch,
    found: Match,
    is_complete: bool,
    own_place: Option<usize>,
}

impl TextPlaces<'_> {
    /// Adds matches by text at their places; removes from `texts` the weakest of those that lack words of the query.
    pub fn add(&self, texts: &mut Vec<TextMatch>, matches: &mut Vec<Match>) {
        let others = self.take_others(matches);
        // Citations with a whole name may be among the complete matches: they stay there.
        let mut complete = places(texts, matches.iter().filter(|m| m.tier < PARTIAL)).into_iter();
        let moving: Vec<TextMatch> = texts.extract_if(.., |_| complete.next() == Some(None)).collect();
        let mut ranked = self.ranked(moving, &others, matches);
        let mut incomplete = 0;
        ranked.retain(|ranked| {
            incomplete += usize::from(!ranked.is_complete);
            ranked.is_complete || incomplete <= MAX_PARTIAL
        });
        if self.complete_tier < PARTIAL {
            matches.extend(others.iter().filter(|m| !ranked.iter().any(|ranked| is_same(&ranked.found, m))));
            matches.extend(ranked.iter().map(|ranked| {
                let tier = if ranked.is_complete { self.complete_tier } else { PARTIAL };
                Match { tier, ..ranked.found }
            }));
        } else {
            let placed = self.placed(&others, &ranked);
            let count = placed.len();
            let scores = (0..count).map(|place| (count - place) as f32);
            matches.extend(placed.into_iter().zip(scores).map(|(m, score)| Match {
                tier: PARTIAL,
                score,
                ..m
            }));
        }
        texts.extend(ranked.into_iter().map(|ranked| ranked.text));
        texts.sort_unstable_by_key(|text| (text.segment, text.doc));
    }

    /// Removes the partial matches, and returns them in their order.
    fn take_others(&self, matches: &mut Vec<Match>) -> Vec<Match> {
        let mut others: Vec<Match> = matches.extract_if(.., |m| m.tier == PARTIAL).collect();
        others.sort_unstable_by(|a, b| self.snapshot.order(a, b));
        others
    }

    /// Matches by text in their order: complete ones first, then by score. Removes them from the last tier of `matches`.
    fn ranked(&self, texts: Vec<TextMatch>, others: &[Match], matches: &mut Vec<Match>) -> Vec<Ranked> {
        let own_places = places(&texts, others.iter());
        let mut founds: Vec<Match> = texts
            .iter()
            .zip(&own_places)
            .map(|(text, place)| {
                let own_score = match place.and_then(|place| others.get(place)) {
                    Some(other) => other.score,
                    None => self.accumulators[usize::from(text.segment)].get(text.doc).score,
                };
                let score = text.share * text.share * (own_score + text.text_score);
                Match { doc: text.doc, score, segment: text.segment, tier: PARTIAL }
            })
            .collect();
        if self.lang.is_some() {
            boost_language(self.snapshot, self.plan, self.lang, &mut founds);
        }
        matches.retain(|m| m.tier < PARTIAL || !founds.iter().any(|found| is_same(found, m)));
        let required = self.plan.required;
        let mut ranked: Vec<Ranked> = texts
            .into_iter()
            .zip(founds)
            .zip(own_places)
            .map(|((text, found), own_place)| Ranked {
                is_complete: text.words & required == required,
                own_place,
                text,
                found,
            })
            .collect();
        ranked.sort_unstable_by(|a, b| {
            b.is_complete.cmp(&a.is_complete).then_with(|| self.snapshot.order(&a.found, &b.found))
        });
        ranked
    }

    /// The partial matches with the matches by text, in their final order.
    fn placed(&self, others: &[Match], ranked: &[Ranked]) -> Vec<Match> {
        let own_shares: Vec<f32> = others
            .iter()
            .map(|m| self.shares.share(self.accumulators[usize::from(m.segment)].get(m.doc).words()))
            .collect();
        let named: Vec<Option<&NamedMatch>> = others
            .iter()
            .map(|m| self.named.iter().find(|named| named.segment == m.segment && named.doc == m.doc))
            .collect();
        let limit = |ranked: &Ranked| {
            let below = ranked.own_place.unwrap_or(others.len());
            let is_protected = |place: &usize| {
                own_shares[*place] >= ranked.text.share
                    || named[*place].is_some_and(|named| self.is_protected(named, ranked))
            };
            (0..below).rev().find(is_protected).map_or(0, |place| place + 1)
        };
        let mut placed: Vec<((usize, u8, usize), Match)> = Vec::with_capacity(others.len() + ranked.len());
        let mut has_text = vec![false; others.len()];
        for (rank, text) in ranked.iter().enumerate() {
            // A citation that is among the others never comes lower.
            if let Some(own) = text.own_place {
                has_text[own] = true;
            }
            placed.push(((limit(text), 0, rank), text.found));
        }
        let without_text = others.iter().enumerate().filter(|(place, _)| !has_text[*place]);
        placed.extend(without_text.map(|(place, other)| ((place, 1, 0), *other)));
        placed.sort_unstable_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, m)| m).collect()
    }

    /// Returns whether a match by text may not come before a citation with a whole name in the query.
    fn is_protected(&self, named: &NamedMatch, ranked: &Ranked) -> bool {
        let min_share = if ranked.is_complete { MIN_SHARE_OF_NAMES } else { MIN_SUBJECT_SHARE };
        let is_half = 2 * named.words.count_ones() >= self.plan.required.count_ones();
        ranked.text.is_foreign
            || named.has_whole_title && is_half
            || self.shares.share(named.words) > min_share
    }
}

/// For each of `texts`, which are in the order of segments and documents, its place among `matches`.
fn places<'m>(texts: &[TextMatch], matches: impl Iterator<Item = &'m Match>) -> Vec<Option<usize>> {
    let mut places = vec![None; texts.len()];
    for (place, m) in matches.enumerate() {
        let text = texts.binary_search_by_key(&(m.segment, m.doc), |text| (text.segment, text.doc));
        if let Ok(number) = text {
            places[number] = Some(place);
        }
    }
    places
}

fn is_same(a: &Match, b: &Match) -> bool {
    a.segment == b.segment && a.doc == b.doc
}
