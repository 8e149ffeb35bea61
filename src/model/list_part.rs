//! Which part of a list is requested: a page, or all of it.

/// Entries of a page.
pub const PAGE: usize = 50;

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPart {
    /// Its first entry, from 0.
    pub start: usize,
    /// How many entries it has at most.
    pub most: usize,
}

impl ListPart {
    /// The whole list, as downloads have it.
    pub const ALL: ListPart = ListPart { start: 0, most: usize::MAX };

    /// A page from this entry on.
    pub const fn page(start: usize) -> ListPart {
        ListPart { start, most: PAGE }
    }

    /// The entries in this part.
    pub fn select<T>(self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        all.into_iter().skip(self.start).take(self.most)
    }
}
