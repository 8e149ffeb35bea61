//! A set of documents of one segment as a bitmap. Our own instead of `fixedbitset`: it combines and counts whole words, and a
//! document beyond the end is simply not in the set, where `fixedbitset` panics.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::search) struct DocumentSet {
    words: Vec<u64>,
}

/// Calls `each` with the positions of the bits that are set, in ascending order.
#[inline]
pub(in crate::search) fn each_bit(bits: u64, mut each: impl FnMut(usize)) {
    let mut rest = bits;
    while rest != 0 {
        each(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}

impl DocumentSet {
    /// The empty set for a segment of `documents` documents.
    pub fn none(documents: usize) -> DocumentSet {
        DocumentSet { words: vec![0; documents.div_ceil(64)] }
    }

    /// The set of all documents of a segment of `documents` documents.
    pub fn all(documents: usize) -> DocumentSet {
        DocumentSet { words: vec![u64::MAX; documents.div_ceil(64)] }
    }

    /// Calls `each` with every document in ascending order.
    #[inline]
    pub fn each(&self, mut each: impl FnMut(u32)) {
        for (first, word) in (0u32..).step_by(64).zip(&self.words) {
            each_bit(*word, |n| each(first + n as u32));
        }
    }

    #[inline]
    pub fn insert(&mut self, doc: u32) {
        if let Some(word) = self.words.get_mut(doc as usize / 64) {
            *word |= 1 << (doc % 64);
        }
    }

    #[inline]
    pub fn contains(&self, doc: u32) -> bool {
        self.words.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the documents of another set.
    pub fn unite(&mut self, other: &DocumentSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// Removes the documents that are not in another set.
    pub fn intersect(&mut self, other: &DocumentSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word &= more);
    }

    /// Removes the documents of another set.
    pub fn subtract(&mut self, other: &DocumentSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, less)| *word &= !less);
    }

    /// Replaces the set by its complement.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_combined() {
        let set = |docs: &[u32]| {
            let mut set = DocumentSet::none(130);
            docs.iter().for_each(|doc| set.insert(*doc));
            set
        };
        let (a, b) = (set(&[0, 63, 64, 129]), set(&[1, 64, 129]));
        let mut both = a.clone();
        both.intersect(&b);
        assert_eq!(both, set(&[64, 129]));
        let mut any = a.clone();
        any.unite(&b);
        let mut documents = Vec::new();
        any.each(|doc| documents.push(doc));
        assert_eq!(documents, [0, 1, 63, 64, 129]);
        assert_eq!((any.len(), both.len()), (5, 2));
        let mut only_a = a.clone();
        only_a.subtract(&b);
        assert_eq!(only_a, set(&[0, 63]));
        any.invert();
        assert!(!any.contains(129) && any.contains(128) && !a.contains(500));
        assert!(DocumentSet::all(130).contains(129));
    }
}
