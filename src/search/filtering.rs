//! A filter with its values looked up, ready to be asked about documents.

use crate::model::filter::{Filter, FilterField};
use crate::search::document::INCOMPLETE;
use crate::search::frequent::Bits;
use crate::search::segment::SegmentData;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::values::{Ordinal, Values};
use std::collections::HashMap;

/// Up to so many terms the values of each document are compared; beyond, every term becomes a set of documents first.
const MAX_COMPARED: usize = 8;

/// A filter, compiled for the segments of one snapshot.
pub(super) struct CompiledFilter {
    node: Node,
    /// The documents of each segment that match, when the filter has many terms.
    sets: Option<Vec<Bits>>,
}

enum Node {
    /// A value that no citation has.
    Nothing,
    Value(Ordinal),
    Incomplete(Ordinal),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
}

impl CompiledFilter {
    /// A filter for the citations of a snapshot.
    pub fn of(filter: &Filter, snapshot: &Snapshot) -> CompiledFilter {
        CompiledFilter::new(filter, &snapshot.values, snapshot.segments.iter().map(|segment| &*segment.data))
    }

    /// Looks up the values of a filter.
    fn new<'s>(
        filter: &Filter,
        values: &Values,
        segments: impl Iterator<Item = &'s SegmentData>,
    ) -> CompiledFilter {
        let node = Node::of(filter, values);
        let mut wanted = Vec::new();
        node.each_value(&mut |value| wanted.push(value));
        let sets = (wanted.len() > MAX_COMPARED).then(|| {
            segments
                .map(|data| {
                    let words = data.columns.obsolete.len().div_ceil(64);
                    node.set(&value_sets(&wanted, values, data), words)
                })
                .collect()
        });
        CompiledFilter { node, sets }
    }

    /// Returns whether a citation passes.
    pub fn passes(&self, snapshot: &Snapshot, found: &Match) -> bool {
        let number = found.segment as usize;
        self.matches(number, &snapshot.segments[number].data, found.doc)
    }

    /// Returns whether a document of the segment with this number matches.
    fn matches(&self, segment: usize, data: &SegmentData, doc: u32) -> bool {
        match &self.sets {
            Some(sets) => {
                sets[segment].get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
            }
            None => self.node.matches(data, doc),
        }
    }
}

impl Node {
    fn of(filter: &Filter, values: &Values) -> Node {
        let all = |parts: &[Filter]| parts.iter().map(|part| Node::of(part, values)).collect();
        match filter {
            Filter::Term(field, value) => match (field, values.number(list_of(*field), value)) {
                (_, None) => Node::Nothing,
                (FilterField::Category(_), Some(number)) => Node::Value(number),
                (FilterField::Incomplete, Some(number)) => Node::Incomplete(number),
            },
            Filter::And(parts) => Node::And(all(parts)),
            Filter::Or(parts) => Node::Or(all(parts)),
            Filter::Not(part) => Node::Not(Box::new(Node::of(part, values))),
        }
    }

    fn each_value(&self, each: &mut impl FnMut(Ordinal)) {
        match self {
            Node::Nothing => {}
            Node::Value(number) | Node::Incomplete(number) => each(*number),
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| part.each_value(each)),
            Node::Not(part) => part.each_value(each),
        }
    }

    fn matches(&self, data: &SegmentData, doc: u32) -> bool {
        match self {
            Node::Nothing => false,
            Node::Value(number) => data.columns.values.of(doc).contains(number),
            Node::Incomplete(number) => data.columns.incomplete.of(doc).contains(number),
            Node::And(parts) => parts.iter().all(|part| part.matches(data, doc)),
            Node::Or(parts) => parts.iter().any(|part| part.matches(data, doc)),
            Node::Not(part) => !part.matches(data, doc),
        }
    }

    /// The documents that match, by the sets of the values.
    fn set(&self, of_values: &HashMap<Ordinal, Bits>, words: usize) -> Bits {
        let join = |parts: &[Node], start: u64, join: fn(u64, u64) -> u64| {
            let mut joined = vec![start; words];
            for part in parts {
                let other = match part {
                    // Without a copy, as most parts are values.
                    Node::Value(number) | Node::Incomplete(number) => of_values.get(number),
                    _ => None,
                };
                let made = if other.is_none() { part.set(of_values, words) } else { Bits::new() };
                for (word, more) in joined.iter_mut().zip(other.unwrap_or(&made)) {
                    *word = join(*word, *more);
                }
            }
            joined
        };
        match self {
            Node::Nothing => vec![0; words],
            Node::Value(number) | Node::Incomplete(number) => {
                of_values.get(number).cloned().unwrap_or_else(|| vec![0; words])
            }
            Node::And(parts) => join(parts, u64::MAX, |a, b| a & b),
            Node::Or(parts) => join(parts, 0, |a, b| a | b),
            Node::Not(part) => {
                let mut set = part.set(of_values, words);
                set.iter_mut().for_each(|word| *word = !*word);
                set
            }
        }
    }
}

/// The documents of each wanted value, by one walk over the segment.
fn value_sets(wanted: &[Ordinal], values: &Values, data: &SegmentData) -> HashMap<Ordinal, Bits> {
    const UNWANTED: usize = usize::MAX;
    let words = data.columns.obsolete.len().div_ceil(64);
    let mut place = vec![UNWANTED; values.len()];
    let mut sets: Vec<(Ordinal, Bits)> = Vec::new();
    for number in wanted {
        if place[*number as usize] == UNWANTED {
            place[*number as usize] = sets.len();
            sets.push((*number, vec![0; words]));
        }
    }
    for column in [&data.columns.values, &data.columns.incomplete] {
        for doc in (0u32..).take(data.columns.obsolete.len()) {
            for number in column.of(doc) {
                if let Some((_, set)) = sets.get_mut(place[*number as usize]) {
                    set[doc as usize / 64] |= 1 << (doc % 64);
                }
            }
        }
    }
    sets.into_iter().collect()
}

/// The list of values that a filter's field compares.
pub(super) fn list_of(field: FilterField) -> usize {
    match field {
        FilterField::Category(category) => category as usize,
        FilterField::Incomplete => INCOMPLETE,
    }
}
