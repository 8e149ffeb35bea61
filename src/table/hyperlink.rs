//! Where a HYPERLINK formula leads.

use crate::table::cells::cell_place;

/// Target and text of a formula such as `HYPERLINK("https://…","Spanish")`, in the form of Excel or of OpenDocument.
/// Arguments are texts, numbers and cells of the same sheet, joined by `&`; `None` for anything else.
///
/// `cell` returns what a cell shows, by row and column from 0.
pub(super) fn hyperlink(
    formula: &str,
    cell: impl Fn(u32, u32) -> String,
) -> Option<(String, Option<String>)> {
    let formula = formula.trim().trim_start_matches("of:").trim_start_matches('=').trim_start();
    let (name, rest) = formula.split_at_checked("HYPERLINK".len())?;
    let inner = rest.trim_start().strip_prefix('(').filter(|_| name.eq_ignore_ascii_case("HYPERLINK"))?;
    let mut rest = inner;
    let mut arguments = vec![String::new()];
    loop {
        rest = rest.trim_start();
        let argument = arguments.last_mut()?;
        let first = rest.chars().next()?;
        rest = match first {
            '"' => read_text(&rest[1..], argument)?,
            '&' => &rest[1..],
            ',' | ';' => {
                arguments.push(String::new());
                &rest[1..]
            }
            ')' => {
                rest = rest[1..].trim();
                break;
            }
            _ => {
                let end = rest.find(['&', ',', ';', ')', '"']).unwrap_or(rest.len());
                let word = rest[..end].trim();
                match place(word) {
                    Some((row, column)) => argument.push_str(&cell(row, column)),
                    None if word.parse::<f64>().is_ok() => argument.push_str(word),
                    None => return None,
                }
                &rest[end..]
            }
        };
    }
    let mut arguments = arguments.into_iter();
    let target =
        arguments.next().map(|target| target.trim().to_owned()).filter(|target| !target.is_empty())?;
    rest.is_empty().then(|| (target, arguments.next()))
}

/// Reads a text behind its opening quote; returns what follows the closing one.
fn read_text<'f>(formula: &'f str, text: &mut String) -> Option<&'f str> {
    let mut rest = formula;
    loop {
        let (part, after) = rest.split_once('"')?;
        text.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                text.push('"');
                rest = more;
            }
            None => return Some(after),
        }
    }
}

/// Row and column from 0 of `$A$2`, or `[.A2]` in OpenDocument.
fn place(word: &str) -> Option<(u32, u32)> {
    let inner = word.strip_prefix("[.").and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    cell_place(&inner.replace('$', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_leads_where_its_first_argument_says() {
        let cell = |row, column| if (row, column) == (1, 0) { "b".to_owned() } else { String::new() };
        for (formula, expected) in [
            (
                "HYPERLINK(\"https://x.example/b.pdf\",\"Spanish\")",
                Some(("https://x.example/b.pdf", Some("Spanish"))),
            ),
            ("=hyperlink ( \"https://x.example/b.pdf\" )", Some(("https://x.example/b.pdf", None))),
            (
                "of:=HYPERLINK(\"https://x.example/b.pdf\";\"S\")",
                Some(("https://x.example/b.pdf", Some("S"))),
            ),
            (
                "HYPERLINK(\"https://x.example/\"&$A$2&\".pdf\",A2)",
                Some(("https://x.example/b.pdf", Some("b"))),
            ),
            ("of:=HYPERLINK(\"https://x.example/\"&[.A2])", Some(("https://x.example/b", None))),
            (
                "HYPERLINK(\"https://x.example/?q=\"\"a\"\"&n=1\")",
                Some(("https://x.example/?q=\"a\"&n=1", None)),
            ),
            ("HYPERLINK(\"x\"&104)", Some(("x104", None))),
            ("HYPERLINK(B7)", None),
            ("HYPERLINK(VLOOKUP(A1,B:C,2))", None),
            ("HYPERLINK(Sheet2!A1)", None),
            ("HYPERLINK(\"x\")&\"y\"", None),
            ("HYPERLINK(\"x", None),
            ("SUM(A1)", None),
            ("é", None),
        ] {
            let found = hyperlink(formula, cell);
            let expected = expected.map(|(target, text)| (target.to_owned(), text.map(str::to_owned)));
            assert_eq!(found, expected, "{formula}");
        }
    }
}
