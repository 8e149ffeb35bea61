//! Which rows of a table are about one citation, and which rows are alike.

use crate::domain::import_export::tables::cells;
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::matching::{number_key, title_key};
use crate::domain::import_export::tables::record::Record;
use crate::model::category::value_key;
use crate::table::cells::{Sheet, SheetRow};
use std::collections::HashMap;

/// The rows of one citation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Group {
    /// Indexes of the sheet's rows.
    pub rows: Vec<usize>,
    /// The number of the later row with the same ID or key, which counts instead.
    pub superseded_by: Option<u32>,
}

/// Joins rows: by the key, else the ID, else the title, where each is a language version; otherwise the last row of an ID
/// or key counts.
pub fn group_rows(sheet: &Sheet, layout: &Layout) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    let is_row_per_language = layout.is_row_per_language();
    for n in layout.rows.iter().copied() {
        let row = &sheet.rows[n];
        let key = if row.problem.is_some() { None } else { row_key(row, layout, is_row_per_language) };
        let has_key = key.is_some();
        let known = key.as_ref().and_then(|key| by_key.get(key)).copied();
        match known {
            Some(group) if is_row_per_language => groups[group].rows.push(n),
            // Rows below the first one of a citation may leave its values out.
            None if is_row_per_language && !has_key && row.problem.is_none() && !groups.is_empty() => {
                if let Some(last) = groups.last_mut() {
                    last.rows.push(n);
                }
            }
            _ => {
                if let Some(earlier) = known {
                    groups[earlier].superseded_by = Some(row.number);
                }
                groups.push(Group { rows: vec![n], superseded_by: None });
                if let Some(key) = key {
                    by_key.insert(key, groups.len() - 1);
                }
            }
        }
    }
    groups
}

/// What joins a row with others; `None` if it has nothing that does.
fn row_key(row: &SheetRow, layout: &Layout, by_title: bool) -> Option<String> {
    let text = |column: u32| cells::text(row.cell(column)).unwrap_or_default();
    if let Some(column) = layout.key {
        let key = value_key(&text(column));
        if !key.is_empty() {
            return Some(format!("key {key}"));
        }
    }
    let field =
        |json| layout.field_column(json).map(|column| text(column.index)).filter(|text| !text.is_empty());
    if let Some(id) = field("id") {
        return Some(format!("id {id}"));
    }
    let title = field("title").filter(|_| by_title)?;
    Some(format!("title {}", title_key(&title)))
}

/// What a row without ID and key is distinguished by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It updates the citation of this key.
    Citation(i64),
    Number(String),
    Title(String),
}

/// The claims of a row that adds a citation.
pub fn claims_of_new(record: &Record) -> Vec<Claim> {
    let mut claims: Vec<Claim> =
        record.item_numbers().map(|number| Claim::Number(number_key(number))).collect();
    if !record.title.is_empty() {
        claims.push(Claim::Title(title_key(&record.title)));
    }
    claims.dedup();
    claims
}

/// Most rows that a row is said to be like: of a hundred thousand equal rows each would name all others.
const MAX_ALIKE: usize = 10;

/// Rows that are alike, or are about the same citation: for each group the numbers of the other groups' first rows, of the
/// first ten with each claim.
pub fn alike(claims: &[(Vec<Claim>, u32, bool)]) -> Vec<Vec<u32>> {
    let mut by_claim: HashMap<&Claim, Vec<usize>> = HashMap::new();
    for (n, (claimed, ..)) in claims.iter().enumerate() {
        for claim in claimed {
            by_claim.entry(claim).or_default().push(n);
        }
    }
    let mut others: Vec<Vec<u32>> = vec![Vec::new(); claims.len()];
    for groups in by_claim.values().filter(|groups| groups.len() > 1) {
        // Rows with an ID are meant as they are.
        for group in groups.iter().filter(|group| !claims[**group].2) {
            let rows = groups.iter().filter(|other| *other != group).map(|other| claims[*other].1);
            others[*group].extend(rows.take(MAX_ALIKE));
        }
    }
    for rows in &mut others {
        rows.sort_unstable();
        rows.dedup();
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of so many equal rows naming all others would fill the memory.
    #[test]
    fn rows_that_are_alike_name_the_first_ten_others() {
        let claims: Vec<(Vec<Claim>, u32, bool)> =
            (1..=30_000).map(|row| (vec![Claim::Title("fever".into())], row, false)).collect();
        let others = alike(&claims);
        assert_eq!(others[0], (2..=11).collect::<Vec<u32>>());
        assert_eq!(others[29_999], (1..=10).collect::<Vec<u32>>());
        assert_eq!(alike(&claims[..2]), [[2], [1]]);
    }
}
