//! Writes parts of snippets in the form of their use: within JSON, or as plain text.

/// The form in which a snippet is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum TextForm {
    /// The content of a JSON string, without its quotation marks.
    Json,
    Plain,
}

/// Appends a part of a text to a snippet, escaped.
pub(super) fn push_escaped(output: &mut Vec<u8>, form: TextForm, text: &str) {
    /// Bytes are tested in chunks, because most texts have nothing to escape.
    const CHUNK_BYTES: usize = 32;
    let bytes = text.as_bytes();
    let mut from = 0;
    for (first, chunk) in (0..).step_by(CHUNK_BYTES).zip(bytes.chunks(CHUNK_BYTES)) {
        if !chunk.iter().fold(false, |any, byte| any | is_escaped(*byte)) {
            continue;
        }
        for (at, byte) in (first..).zip(chunk).filter(|(_, byte)| is_escaped(**byte)) {
            output.extend_from_slice(&bytes[from..at]);
            match (byte, form) {
                (b'*', TextForm::Json) => output.extend_from_slice(br"\\*"),
                (b'\\', TextForm::Json) => output.extend_from_slice(br"\\\\"),
                (b'*' | b'\\', TextForm::Plain) => output.extend_from_slice(&[b'\\', *byte]),
                (b'\t'..=b'\r', _) => output.push(b' '),
                (_, TextForm::Plain) => output.push(*byte),
                (b'"', TextForm::Json) => output.extend_from_slice(br#"\""#),
                (_, TextForm::Json) => {
                    let digits = [byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]);
                    output.extend_from_slice(b"\\u00");
                    output.extend_from_slice(&digits);
                }
            }
            from = at + 1;
        }
    }
    output.extend_from_slice(&bytes[from..]);
}

/// Returns whether a byte is escaped or replaced in a snippet of some form.
fn is_escaped(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'*' | b'\\' | b'"')
}
