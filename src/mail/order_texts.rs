//! Texts that mails about an order share.

use crate::model::orders::record::OrderLine;
use std::fmt::Write;

/// Lines with how many pieces of each, one a line of text.
pub(super) fn line_list<'l>(lines: impl Iterator<Item = (&'l OrderLine, i64)>) -> String {
    lines.fold(String::new(), |mut text, (line, quantity)| {
        let item = &line.item;
        // Writing to a String cannot fail.
        let _ = write!(text, "  {quantity} x {}, {}", item.title, item.lang);
        if let Some(number) = item.item_num.as_deref().filter(|number| !number.is_empty()) {
            let _ = write!(text, " ({number})");
        }
        text.push('\n');
        text
    })
}

/// A quotation, indented.
pub(super) fn indented(note: &str) -> String {
    note.lines().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "    {line}");
        text
    })
}
