//! How much a JSON text would hold once it is parsed, known before it is.

/// Most values that a record or body may hold, however deeply nested; a whole citation has at most 20,000. Each takes
/// much more memory than its two characters in the text.
pub const MAX_VALUES: usize = 50_000;

/// How many values a JSON text has at most, counted without parsing: each but the outermost is the first of a list or
/// object, or follows a comma.
pub fn value_count(json: &[u8]) -> usize {
    let mut count = 0;
    let mut in_string = false;
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}
