//! A filter of the terms of a segment. Most terms that a search looks up are in no field, because a word of a query has a stem
//! term in every language of the catalogue; the filter tells so without a lookup.

use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use tantivy::InvertedIndexReader;

/// The maximum number of fields of a filter.
const MAX_FIELDS: usize = 4;
/// The bits of a block that belong to one field.
const FIELD_BITS: u64 = u64::BITS as u64 / MAX_FIELDS as u64;
/// The average number of terms of the largest field in a block. One in 30 absent terms then is not recognized.
const TERMS_PER_BLOCK: usize = 2;

/// The hash of a term, the same for the filters of all segments.
#[derive(Clone, Copy)]
pub(in crate::search) struct TermHash(u64);

impl TermHash {
    pub fn new(term: &[u8]) -> TermHash {
        let mut hasher = DefaultHasher::new();
        hasher.write(term);
        TermHash(hasher.finish())
    }
}

/// A blocked Bloom filter (Putze, Sanders, Singler 2007): a term sets two bits of one block, in the range of each field that has it.
pub(in crate::search) struct TermFilter {
    /// The number of blocks is a power of two.
    blocks: Vec<u64>,
}

impl TermFilter {
    /// Reads all terms of at most [`MAX_FIELDS`] fields.
    pub fn load(fields: &[Arc<InvertedIndexReader>]) -> std::io::Result<TermFilter> {
        let terms = fields.iter().map(|field| field.terms().num_terms()).max().unwrap_or(0);
        let mut filter = TermFilter { blocks: vec![0; (terms / TERMS_PER_BLOCK).next_power_of_two()] };
        for (number, field) in fields.iter().enumerate() {
            let mut stream = field.terms().stream()?;
            while stream.advance() {
                let (block, bits) = filter.place(TermHash::new(stream.key()));
                filter.blocks[block] |= bits << shift(number);
            }
        }
        Ok(filter)
    }

    /// The fields that may have a term: all that have it, and seldom others.
    pub fn fields_with(&self, term: TermHash) -> FieldSet {
        let (block, bits) = self.place(term);
        FieldSet { block: self.blocks[block], bits }
    }

    /// The block of a term, and its bits in the range of the first field.
    fn place(&self, TermHash(hash): TermHash) -> (usize, u64) {
        let (first, second, block) = (hash & 0xFFFF, hash >> 16 & 0xFFFF, hash >> 32);
        (block as usize & (self.blocks.len() - 1), 1 << (first % FIELD_BITS) | 1 << (second % FIELD_BITS))
    }
}

/// A set of fields, by their number.
#[derive(Clone, Copy)]
pub(in crate::search) struct FieldSet {
    block: u64,
    bits: u64,
}

impl FieldSet {
    pub fn contains(self, field: usize) -> bool {
        let bits = self.bits << shift(field);
        self.block & bits == bits
    }
}

/// The first bit of a field.
fn shift(field: usize) -> u64 {
    field as u64 * FIELD_BITS
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use tantivy::schema::{STRING, Schema};
    use tantivy::{Index, IndexWriter, TantivyDocument};

    #[test]
    fn terms_are_in_their_fields_and_absent_ones_seldom_in_any() {
        let mut schema = Schema::builder();
        let fields = ["title", "keywords", "body"].map(|name| schema.add_text_field(name, STRING));
        let index = Index::create_in_ram(schema.build());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
        for n in 0..3_000 {
            let mut document = TantivyDocument::default();
            document.add_text(fields[n % 3], format!("word{n}"));
            document.add_text(fields[2], format!("other{n}"));
            writer.add_document(document).unwrap();
        }
        writer.commit().unwrap();
        let searcher = index.reader().unwrap().searcher();
        assert_eq!(searcher.segment_readers().len(), 1, "one thread writes one segment");
        let segment = searcher.segment_reader(0);
        let readers = fields.map(|field| segment.inverted_index(field).unwrap());
        let filter = TermFilter::load(&readers).unwrap();
        let mut wrong = 0;
        for n in 0..3_000 {
            let found = filter.fields_with(TermHash::new(format!("word{n}").as_bytes()));
            assert!(found.contains(n % 3), "word{n}");
            wrong += (0..3).filter(|field| *field != n % 3 && found.contains(*field)).count();
            let absent = filter.fields_with(TermHash::new(format!("absent{n}").as_bytes()));
            wrong += (0..3).filter(|field| absent.contains(*field)).count();
        }
        assert!(wrong < 15_000 / 20, "{wrong} of 15,000");
        assert!(!TermFilter::load(&[]).unwrap().fields_with(TermHash::new(b"word")).contains(0));
    }
}
