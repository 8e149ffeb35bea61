//! Numbers as a spreadsheet program shows them, as far as item numbers and texts need it: the zeros and letters of a
//! format, never its decimals, colors or grouping marks.

/// A number in full, with at most the 15 digits that spreadsheet programs have behind the first one that is not zero.
pub(super) fn plain_number(value: f64) -> String {
    if value.fract() == 0.0 {
        // Without `-0`.
        return format!("{:.0}", value + 0.0);
    }
    let rounded: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// The number by its format code, such as `00000`, `"KSBG"0000` or `000-000`; `plain` where the code has no such parts.
pub(super) fn shown_number(value: f64, plain: &str, code: &str) -> String {
    let section = section(value, code);
    let Some(parts) = parts(&section) else { return plain.to_owned() };
    if parts.iter().all(|part| matches!(part, Part::Digit { is_zero: false } | Part::Plain)) {
        return plain.to_owned();
    }
    let unsigned = plain.trim_start_matches('-');
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut digits: Vec<char> = whole.chars().collect();
    let places = parts.iter().filter(|part| matches!(part, Part::Digit { .. })).count();
    let last_digit = parts.iter().rposition(|part| matches!(part, Part::Digit { .. }));
    let first_digit = parts.iter().position(|part| matches!(part, Part::Digit { .. }));
    let mut shown: Vec<String> = Vec::new();
    let mut left = places;
    for (n, part) in parts.iter().enumerate() {
        match part {
            Part::Plain => shown.push(plain.to_owned()),
            Part::Letters(letters) => shown.push(letters.clone()),
            Part::Digit { is_zero } => {
                // The first place takes what the others have no room for.
                let taken = if Some(n) == first_digit {
                    digits.len().saturating_sub(left - 1)
                } else {
                    usize::from(digits.len() >= left)
                };
                let text: String = digits.drain(..taken).collect();
                shown.push(if text.is_empty() && *is_zero { "0".into() } else { text });
                left -= 1;
                if Some(n) == last_digit && !decimals.is_empty() {
                    shown.push(format!(".{decimals}"));
                }
            }
        }
    }
    let has_sign = value < 0.0 && !code.contains(';');
    let text = shown.concat();
    if has_sign { format!("-{text}") } else { text.trim().to_owned() }
}

enum Part {
    /// `0`, or `#` and `?`, which show nothing in front of a number.
    Digit {
        is_zero: bool,
    },
    Letters(String),
    /// `General`.
    Plain,
}

/// The section of a format that applies: by its conditions, else positive, negative, zero.
fn section(value: f64, code: &str) -> String {
    let sections = split_sections(code);
    let conditions: Vec<Option<bool>> = sections.iter().map(|section| condition(section, value)).collect();
    if conditions.iter().any(Option::is_some) {
        let fits = conditions.iter().position(|condition| *condition == Some(true));
        let other = || conditions.iter().position(Option::is_none);
        return fits.or_else(other).and_then(|n| sections.get(n)).cloned().unwrap_or_default();
    }
    let n = match sections.len() {
        0 | 1 => 0,
        _ if value < 0.0 => 1,
        2 => 0,
        _ => 2 * usize::from(value == 0.0),
    };
    sections.get(n).cloned().unwrap_or_default()
}

fn split_sections(code: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for character in code.chars() {
        if character == ';' && !is_quoted && !is_escaped {
            sections.push(String::new());
            continue;
        }
        is_quoted ^= character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped && !is_quoted;
        if let Some(last) = sections.last_mut() {
            last.push(character);
        }
    }
    sections
}

/// Whether the number fits `[<=9999999]`; `None` without a condition.
fn condition(section: &str, value: f64) -> Option<bool> {
    let inner =
        section.split('[').skip(1).find(|part| part.starts_with(['<', '>', '=']))?.split(']').next()?;
    let number = inner.trim_start_matches(['<', '>', '=']);
    let operator = &inner[..inner.len() - number.len()];
    let limit: f64 = number.parse().ok()?;
    Some(match operator {
        "<" => value < limit,
        "<=" => value <= limit,
        ">" => value > limit,
        ">=" => value >= limit,
        "=" => value == limit,
        "<>" => value != limit,
        _ => return None,
    })
}

/// The parts of a section that count; `None` for formats of another kind: text, percentages, fractions, exponents.
fn parts(section: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut characters = section.chars().peekable();
    let mut is_after_point = false;
    let letters = |parts: &mut Vec<Part>, text: &str| parts.push(Part::Letters(text.to_owned()));
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                let text: String = characters.by_ref().take_while(|c| *c != '"').collect();
                letters(&mut parts, &text);
            }
            '\\' => letters(&mut parts, &characters.next()?.to_string()),
            // The width of a character, and a character that fills the cell.
            '_' | '*' => {
                characters.next();
            }
            '[' => {
                let inner: String = characters.by_ref().take_while(|c| *c != ']').collect();
                // A currency, `[$€-407]`.
                if let Some(sign) = inner.strip_prefix('$') {
                    letters(&mut parts, sign.split('-').next().unwrap_or_default());
                }
            }
            '0' | '#' | '?' if is_after_point => {}
            '0' | '#' | '?' => parts.push(Part::Digit { is_zero: character == '0' }),
            '.' => is_after_point = true,
            ',' => {}
            'G' | 'g' => {
                let rest: String = characters.by_ref().take("eneral".len()).collect();
                if !rest.eq_ignore_ascii_case("eneral") {
                    return None;
                }
                parts.push(Part::Plain);
            }
            '@' | '%' | 'E' | 'e' | '/' => return None,
            other => letters(&mut parts, &other.to_string()),
        }
    }
    let is_number = |part: &Part| !matches!(part, Part::Letters(_));
    parts.iter().any(is_number).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_full() {
        for (value, expected) in [
            (1042.0, "1042"),
            (1_234_567_890_123.0, "1234567890123"),
            (1_234_567_890_123_456.0, "1234567890123456"),
            (1.2e20, "120000000000000000000"),
            (0.1 + 0.2, "0.3"),
            (1042.5, "1042.5"),
            (-3.0, "-3"),
            (-0.0, "0"),
            (1e-7, "0.0000001"),
        ] {
            assert_eq!(plain_number(value), expected);
        }
    }

    #[test]
    fn zeros_and_letters_of_a_format_are_shown() {
        for (value, code, expected) in [
            (1042.0, "000000", "001042"),
            (1042.0, "0", "1042"),
            (1042.0, "General", "1042"),
            (1042.0, "", "1042"),
            (42.0, "\"KSBG\"0000", "KSBG0042"),
            (42.0, "\\K\\S0000", "KS0042"),
            (42.0, "\"KSBG-\"General", "KSBG-42"),
            (104.0, "\"KSBG\"#", "KSBG104"),
            (1_234_567.0, "#,##0", "1234567"),
            (1042.0, "#,##0.00", "1042"),
            (1042.0, "0.00", "1042"),
            (1042.5, "0.00", "1042.5"),
            (1042.5, "00000.00", "01042.5"),
            (1042.0, "000-000", "001-042"),
            (123_456_789.0, "000-00-0000", "123-45-6789"),
            (12_345_678.0, "000-000", "12345-678"),
            (5_551_234.0, "[<=9999999]###-####;(###) ###-####", "555-1234"),
            (8_165_551_234.0, "[<=9999999]###-####;(###) ###-####", "(816) 555-1234"),
            (42.0, "[Red]00000", "00042"),
            (42.0, "[$-409]00000", "00042"),
            (42.0, "00000;-00000;\"none\"", "00042"),
            (0.0, "00000;-00000;\"none\"0", "none0"),
            (-42.0, "00000", "-00042"),
            (-42.0, "00000;(00000)", "(00042)"),
            (42.0, "_(* #,##0_);_(* (#,##0);_(* \"-\"??_);_(@_)", "42"),
            (0.5, "0%", "0.5"),
            (42.0, "# ?/?", "42"),
            (42.0, "0.00E+00", "42"),
            (42.0, "@", "42"),
            (4.0, "0 \"pages\"", "4 pages"),
        ] {
            assert_eq!(shown_number(value, &plain_number(value), code), expected, "{code}");
        }
    }
}
