//! The header Range (RFC 9110, section 14.2).

use std::ops::Range;

/// With more ranges the whole file is sent: nobody who reads a file needs them.
const MAX_RANGES: usize = 32;

/// What a Range header asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The whole file: the header is missing, malformed, or of another unit.
    Whole,
    /// These parts, in the order of the header.
    Parts(Vec<Range<u64>>),
    /// Only parts that the file does not have.
    Unsatisfiable,
}

/// The parts of a file of `size` bytes that the header asks for.
pub(super) fn wanted(header: &str, size: u64) -> Wanted {
    let Some((unit, list)) = header.split_once('=') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::Whole;
    }
    let (mut parts, mut count) = (Vec::new(), 0);
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        count += 1;
        match one(part, size) {
            None => return Wanted::Whole,
            Some(range) => parts.extend(range),
        }
    }
    let total: u64 = parts.iter().map(|range| range.end - range.start).sum();
    match parts.len() {
        _ if count == 0 || count > MAX_RANGES => Wanted::Whole,
        0 => Wanted::Unsatisfiable,
        // Overlapping parts that are larger than the file would cost more than the file.
        2.. if total > size => Wanted::Whole,
        _ => Wanted::Parts(parts),
    }
}

/// One part of the list: `Some(None)` if the file does not have it, `None` if it is malformed.
fn one(part: &str, size: u64) -> Option<Option<Range<u64>>> {
    let (first, last) = part.split_once('-')?;
    let (first, last) = (first.trim(), last.trim());
    if first.is_empty() {
        let length = number(last)?.min(size);
        return Some((length > 0).then(|| size - length..size));
    }
    let first = number(first)?;
    let end = match last {
        "" => size,
        last => {
            let last = number(last)?;
            if last < first {
                return None;
            }
            last.saturating_add(1).min(size)
        }
    };
    Some((first < size).then_some(first..end))
}

/// A number in decimal digits alone; one that is too large counts as the largest.
fn number(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let parts = |ranges: &[Range<u64>]| Wanted::Parts(ranges.to_vec());
        let part = |range: Range<u64>| Wanted::Parts(vec![range]);
        let check = |header: &str, expected: Wanted| assert_eq!(wanted(header, 1_000), expected, "{header}");
        check("bytes=0-1", part(0..2));
        check("bytes=0-", part(0..1_000));
        check("Bytes = 5-5", part(5..6));
        check("bytes=990-2000", part(990..1_000));
        check("bytes=-10", part(990..1_000));
        check("bytes=-2000", part(0..1_000));
        check("bytes=0-1, 5-6,,-1", parts(&[0..2, 5..7, 999..1_000]));
        check("bytes=0-1,1000-", part(0..2));
        check("bytes=999-99999999999999999999999", part(999..1_000));
        check("bytes=1000-", Wanted::Unsatisfiable);
        check("bytes=-0", Wanted::Unsatisfiable);
        check("bytes=1000-1001,2000-", Wanted::Unsatisfiable);
        for malformed in [
            "",
            "bytes",
            "bytes=",
            "bytes=2-1",
            "bytes=a-b",
            "bytes=1",
            "bytes=+1-2",
            "items=0-1",
            "bytes=0-1,x",
        ] {
            check(malformed, Wanted::Whole);
        }
        check("bytes=0-,0-", Wanted::Whole);
        check(&format!("bytes={}", "0-1,".repeat(33)), Wanted::Whole);
    }
}
