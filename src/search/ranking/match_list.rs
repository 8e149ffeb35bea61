//! Lists of matches whose memory is kept between searches: at every search anew, lists of this size would leave holes in memory.

use crate::search::snapshot::Match;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// How many emptied lists a thread keeps.
const MAX_SPARE: usize = 3;

thread_local! {
    static SPARE: RefCell<Vec<Vec<Match>>> = const { RefCell::new(Vec::new()) };
}

/// A list of matches.
pub(in crate::search) struct MatchList(Vec<Match>);

impl Default for MatchList {
    /// An empty list, with the memory of an earlier one if there is any.
    fn default() -> MatchList {
        MatchList(SPARE.with_borrow_mut(Vec::pop).unwrap_or_default())
    }
}

impl Drop for MatchList {
    fn drop(&mut self) {
        let mut emptied = std::mem::take(&mut self.0);
        emptied.clear();
        // While a thread ends there is nothing to keep it in.
        let _ = SPARE.try_with(|spare| {
            if let Ok(mut spare) = spare.try_borrow_mut()
                && spare.len() < MAX_SPARE
            {
                spare.push(emptied);
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
    fn from_iter<I: IntoIterator<Item = Match>>(found: I) -> MatchList {
        let mut list = MatchList::default();
        list.extend(found);
        list
    }
}
