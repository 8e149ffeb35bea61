//! Lists of matches that reuse their memory: allocating lists of this size for every search would fragment the heap.

use crate::search::snapshot::Match;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// How many empty lists a thread keeps for reuse.
const MAX_SPARE: usize = 3;

thread_local! {
    static SPARE: RefCell<Vec<Vec<Match>>> = const { RefCell::new(Vec::new()) };
}

pub(in crate::search) struct MatchList(Vec<Match>);

impl Default for MatchList {
    /// An empty list in the memory of an earlier one, if there is any.
    fn default() -> MatchList {
        MatchList(SPARE.with_borrow_mut(Vec::pop).unwrap_or_default())
    }
}

impl Drop for MatchList {
    fn drop(&mut self) {
        let mut cleared = std::mem::take(&mut self.0);
        cleared.clear();
        // Fails while the thread exits.
        let _ = SPARE.try_with(|spare| {
            if let Ok(mut spare) = spare.try_borrow_mut()
                && spare.len() < MAX_SPARE
            {
                spare.push(cleared);
            }
        });
    }
}

impl Deref for MatchList {
    type Target = Vec<Match>;

    fn deref(&self) -> &Vec<Match> {
        &self.0
    }
}

impl DerefMut for MatchList {
    fn deref_mut(&mut self) -> &mut Vec<Match> {
        &mut self.0
    }
}

impl FromIterator<Match> for MatchList {
    fn from_iter<I: IntoIterator<Item = Match>>(matches: I) -> MatchList {
        let mut list = MatchList::default();
        list.extend(matches);
        list
    }
}
