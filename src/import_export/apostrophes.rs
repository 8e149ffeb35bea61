//! The apostrophe that keeps spreadsheets from running a cell of CSV. Contract, section 5.

use crate::model::text::is_invisible;
use std::borrow::Cow;

/// Spreadsheets run a cell that begins like a formula, some also one that begins with a full-width sign or with
/// characters nobody sees: an apostrophe makes it text. A cell that looks as if it had got one gets another, so that
/// [`without_apostrophe`] returns what there was.
pub fn with_apostrophe(cell: &str) -> Cow<'_, str> {
    if is_taken_for_formula(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the apostrophe that [`with_apostrophe`] put there.
pub(super) fn without_apostrophe(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_taken_for_formula(rest)).unwrap_or(cell)
}

fn is_taken_for_formula(cell: &str) -> bool {
    let before = |c: char| matches!(c, ' ' | '\'') || is_invisible(c);
    let signs = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫";
    cell.trim_start_matches(before).starts_with(|first| signs.contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_spreadsheet_might_run_is_text() {
        for cell in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1",
            "＋1",
            "－1",
            "＠SUM(A1)",
            "﹦1",
            " =1",
            "\u{feff}=1",
            "\u{200b}=1",
            "\u{202e}=1",
            "\u{ad}\u{2066}＝1",
            "\u{fe0f} -1",
            "'=quoted",
            "''=twice",
            "' =1",
        ] {
            assert_eq!(with_apostrophe(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "Fever", "1=1", "\u{200b}Fever", "ー1", "'Tis the season", "''"] {
            assert_eq!(with_apostrophe(cell), cell, "{cell:?}");
        }
    }

    #[test]
    fn the_apostrophe_is_taken_off_again() {
        for cell in [
            "-Bar exercises",
            "+1 tips",
            "@home",
            "=5 a day",
            "'=quoted",
            "''=twice",
            "'Tis",
            "' -x",
            "'",
            "",
        ] {
            assert_eq!(without_apostrophe(&with_apostrophe(cell)), cell, "{cell:?}");
        }
    }
}
