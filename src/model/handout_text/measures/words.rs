//! The words and sentences of a text, as the formulas count them.

/// The words of a text, without punctuation: 'follow-up' is one, and a dash alone is none.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(word).filter(|word| !word.is_empty())
}

/// A word in lower case: letters and digits, and the apostrophe of a contraction.
fn word(token: &str) -> String {
    let token = token.replace(['’', 'ʼ'], "'").to_lowercase();
    let is_contraction =
        |rest: &str| ["'t", "'s", "'d", "'ve", "'ll", "'re"].iter().any(|ending| rest.starts_with(ending));
    token
        .char_indices()
        .filter(|(at, c)| c.is_alphanumeric() || *c == '_' || *c == '\'' && is_contraction(&token[*at..]))
        .map(|(_, c)| c)
        .collect()
}

/// How many sentences a text has: at least 1 where it has any character.
///
/// A sentence ends with its full stop, question or exclamation mark, and at the end of a paragraph or list item, which
/// often has none. One of two words or less is not counted: it is a heading, an abbreviation or a number.
pub(super) fn sentence_count(text: &str) -> u32 {
    let counted = paragraphs(text)
        .flat_map(|paragraph| {
            sentences(paragraph).map(|sentence| words(sentence).take(3).count()).collect::<Vec<_>>()
        })
        .filter(|words| *words > 2)
        .count();
    u32::try_from(counted).unwrap_or(u32::MAX).max(u32::from(!text.is_empty()))
}

/// What empty lines and the marks of list items separate. A line break alone is none: it is where the page was full.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").flat_map(|part| part.split(['•', '▪', '●', '◦', '\u{f0b7}', '\u{c}']))
}

/// What full stops, question and exclamation marks separate; not the point of a decimal number.
fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = paragraph.as_bytes();
    let mut from = 0;
    let ends = paragraph
        .match_indices(['.', '!', '?'])
        .map(|(at, _)| at)
        .filter(move |at| {
            !(at.checked_sub(1).is_some_and(|at| is_digit(bytes.get(at))) && is_digit(bytes.get(at + 1)))
        })
        .chain(std::iter::once(paragraph.len()));
    ends.map(move |end| {
        let sentence = &paragraph[from.min(end)..end];
        from = end + 1;
        sentence
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_punctuation() {
        let check =
            |text: &str, expected: &[&str]| assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        check(
            "Don't run – ‘walk’ in a follow-up, it’s OK.",
            &["don't", "run", "walk", "in", "a", "followup", "it's", "ok"],
        );
        check("¿Qué hago? 38.5 °C", &["qué", "hago", "385", "c"]);
        check(" ... ", &[]);
    }

    #[test]
    fn sentences_end_at_marks_paragraphs_and_list_items() {
        let check = |text: &str, expected: u32| assert_eq!(sentence_count(text), expected, "{text}");
        check("Give her water. Call us at once! When does it stop?", 3);
        check("A fever above 38.5 degrees is high. Wait for an hour...", 2);
        check("Going home\n\nYour child can drink\nas much as she likes\n\nCall us on Monday", 2);
        check("• Drink a lot • Eat soft food • Rest in bed", 3);
        check("Dr. Lee is here.", 1);
        check("Yes.", 1);
        check("", 0);
    }
}
