#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;
use std::io::Write;

fn file_with(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn content(file: &File) -> Vec<u8> {
    let mut bytes = vec![0; file.metadata().unwrap().len() as usize];
    file.read_exact_at(&mut bytes, 0).unwrap();
    bytes
}

/// The obvious way: all of it, with the journal mode in its place.
fn expected(from: &[u8]) -> Vec<u8> {
    let mut expected = from.to_vec();
    if expected.len() >= JOURNAL_MODE.end {
        expected[JOURNAL_MODE].fill(1);
    }
    expected
}

/// A length of up to three blocks and a bit, often at the edge of one.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        0..3 * BLOCK_BYTES + 100,
        (0..4usize, 0..3usize).prop_map(|(blocks, more)| (blocks * BLOCK_BYTES + more).saturating_sub(1)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_copy_is_the_source_after_any_edits(
        first in length(),
        edits in prop::collection::vec((length(), prop::collection::vec((0..4 * BLOCK_BYTES, any::<u8>()), 0..6)), 1..6),
    ) {
        let mut source: Vec<u8> = (0..first).map(|n| (n % 251) as u8).collect();
        let copy = file_with(&[]);
        for (length, bytes) in edits {
            source.resize(length, 7);
            for (at, byte) in bytes {
                if let Some(place) = source.get_mut(at) {
                    *place = byte;
                }
            }
            let from = file_with(&source);
            let written = make_equal(&from, length as u64, &copy).unwrap();
            prop_assert!(content(&copy) == expected(&source));
            prop_assert!(written <= length as u64);
            prop_assert_eq!(make_equal(&from, length as u64, &copy).unwrap(), 0, "nothing differs any more");
        }
    }
}

#[test]
fn only_the_blocks_that_differ_are_written() {
    let mut source = vec![3; 5 * BLOCK_BYTES];
    let copy = file_with(&[]);
    assert_eq!(make_equal(&file_with(&source), source.len() as u64, &copy).unwrap(), source.len() as u64);
    source[2 * BLOCK_BYTES + 17] = 9;
    assert_eq!(make_equal(&file_with(&source), source.len() as u64, &copy).unwrap(), BLOCK_BYTES as u64);
}

#[test]
fn a_source_that_is_shorter_than_it_was_is_tried_again() {
    let shorter = make_equal(&file_with(&[5; 100]), 200, &file_with(&[]));
    assert!(matches!(shorter, Err(Error::Unavailable(_))), "{shorter:?}");
}
