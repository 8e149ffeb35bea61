//! Makes inputs from seeds: cuts, repetitions, swaps, noise, and pieces of other seeds.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// The length limit of an input.
const MAX_BYTES: usize = 40_000;
/// Pieces that parsers often get wrong.
const PIECES: [&str; 34] = [
    "'",
    "\\",
    "\\'",
    "\"",
    "(",
    ")",
    "(and ",
    "(not ",
    "((((((((((",
    ":",
    "-",
    "*",
    "~",
    "|",
    "=",
    ",",
    "\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{301}",
    "\u{1f469}\u{200d}\u{2695}\u{fe0f}",
    "ﷺ",
    "İ",
    "ß",
    "儿童",
    "null",
    "[]",
    "{}",
    "1e999",
    "-0",
    "9999999999999999999999",
    "javascript:alert(1)",
];

/// Calls `check` for `HANDOUT_FUZZ_SECONDS`, or with this number of inputs. Prints the input if it panics.
///
/// The inputs are the same every time unless `HANDOUT_FUZZ_SEED` is set, so that only a change can make a test fail.
pub fn fuzz(target: &str, inputs: u64, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut seeds: Vec<Vec<u8>> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
        .collect();
    seeds.sort();
    assert!(!seeds.is_empty(), "no seeds in {}", folder.display());
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let until = number("HANDOUT_FUZZ_SECONDS").map(|s| Instant::now() + Duration::from_secs(s));
    let seed = number("HANDOUT_FUZZ_SEED").unwrap_or(1);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut done = 0;
    let should_continue = |done: u64| match until {
        Some(until) => Instant::now() < until,
        None => done < inputs,
    };
    while should_continue(done) {
        let input = match seeds.get(done as usize) {
            Some(seed) => seed.clone(),
            None => mutated(&seeds, &mut random),
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&input))) {
            println!(
                "{target}, HANDOUT_FUZZ_SEED={seed}, input {done}: {:?}",
                String::from_utf8_lossy(&input)
            );
            std::panic::resume_unwind(panic);
        }
        done += 1;
    }
    println!("{target}: {done} inputs, seed {seed}");
}

fn below(random: &mut TestRng, most: usize) -> usize {
    random.next_u64() as usize % most.max(1)
}

fn mutated(seeds: &[Vec<u8>], random: &mut TestRng) -> Vec<u8> {
    let mut input = seeds[below(random, seeds.len())].clone();
    for _ in 0..1 + below(random, 6) {
        let at = below(random, input.len() + 1);
        let to = (at + below(random, 40)).min(input.len());
        match below(random, 8) {
            0 => drop(input.drain(at..to)),
            1 => {
                let doubled = input[at..to].repeat(1 + below(random, 30));
                drop(input.splice(at..at, doubled));
            }
            2 if at < input.len() => input[at] ^= 1 << below(random, 8),
            3 if at < input.len() => input[at] = random.next_u64() as u8,
            4 => {
                let other = &seeds[below(random, seeds.len())];
                let from = below(random, other.len() + 1);
                let piece = other[from..(from + below(random, 80)).min(other.len())].to_vec();
                drop(input.splice(at..to, piece));
            }
            5 => input.truncate(at),
            _ => {
                let piece = PIECES[below(random, PIECES.len())].repeat(1 + below(random, 3));
                drop(input.splice(at..at, piece.into_bytes()));
            }
        }
    }
    input.truncate(MAX_BYTES);
    input
}
