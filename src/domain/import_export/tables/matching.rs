//! Which citation a row without an ID is about (by item number, then by title), which rows are about one citation, and
//! which rows are alike.

use crate::domain::import_export::tables::cells;
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::record::Record;
use crate::model::category::value_key;
use crate::model::citations::item_number;
use crate::model::keys::CitationKey;
use crate::model::table_import::LikelyCitation;
use crate::table::cells::{Sheet, SheetRow};
use std::collections::{BTreeSet, HashMap};

/// Most rows that a row is said to be like: of a hundred thousand equal rows each would name all others.
const MAX_ALIKE: usize = 10;

/// A citation by its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCitation {
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    pub is_obsolete: bool,
}

/// The citations by item numbers and titles.
#[derive(Debug, Default)]
pub struct CatalogueNames {
    citations: Vec<KnownCitation>,
    numbers: HashMap<String, Vec<usize>>,
    titles: HashMap<String, Vec<usize>>,
}

impl CatalogueNames {
    /// These citations, and the keys of item numbers with the keys of their citations.
    pub fn new(
        citations: Vec<KnownCitation>,
        numbers: impl IntoIterator<Item = (String, CitationKey)>,
    ) -> CatalogueNames {
        let by_key: HashMap<CitationKey, usize> =
            citations.iter().enumerate().map(|(n, c)| (c.key, n)).collect();
        let mut names = CatalogueNames::default();
        for (n, citation) in citations.iter().enumerate() {
            names.titles.entry(title_key(&citation.title)).or_default().push(n);
        }
        for (number, key) in numbers {
            if let Some(n) = by_key.get(&key) {
                names.numbers.entry(number_key(&number)).or_default().push(*n);
            }
        }
        names.citations = citations;
        names
    }

    /// The citation that has one of these item numbers, else this title. One in use goes before obsolete ones.
    pub fn fit<'r>(&self, numbers: impl IntoIterator<Item = &'r str>, title: &str) -> Fit<'_> {
        let by_number: BTreeSet<usize> = numbers
            .into_iter()
            .filter_map(|number| self.numbers.get(&number_key(number)))
            .flatten()
            .copied()
            .collect();
        let by_title: BTreeSet<usize> = match title.trim() {
            "" => BTreeSet::new(),
            title => self.titles.get(&title_key(title)).into_iter().flatten().copied().collect(),
        };
        let (numbered, titled) = (self.in_use(&by_number), self.in_use(&by_title));
        match (&numbered[..], &titled[..]) {
            ([], []) => Fit::None,
            ([one], _) if by_title.is_empty() || by_title.contains(one) => self.one(*one, "number"),
            // The title of an obsolete citation does not contradict the number of one in use.
            ([one], [other, ..])
                if self.citations[*other].is_obsolete && !self.citations[*one].is_obsolete =>
            {
                self.one(*one, "number")
            }
            ([_], _) => {
                self.several(&numbered, &titled, "The item number and the title fit different citations")
            }
            ([], [one]) => self.one(*one, "title"),
            ([], _) => self.several(&[], &titled, "Several citations have this title"),
            // Of several with the number the one with the title is meant.
            (several, _) => match several.iter().filter(|n| by_title.contains(n)).collect::<Vec<_>>()[..] {
                [one] => self.one(*one, "number"),
                _ => self.several(&numbered, &[], "Several citations have these item numbers"),
            },
        }
    }

    fn one(&self, n: usize, same: &'static str) -> Fit<'_> {
        Fit::One(&self.citations[n], same)
    }

    fn in_use(&self, found: &BTreeSet<usize>) -> Vec<usize> {
        let in_use: Vec<usize> = found.iter().copied().filter(|n| !self.citations[*n].is_obsolete).collect();
        if in_use.is_empty() { found.iter().copied().collect() } else { in_use }
    }

    fn several(&self, numbered: &[usize], titled: &[usize], why: &str) -> Fit<'_> {
        let likely = |n: &usize, same: &str| LikelyCitation {
            id: self.citations[*n].id.clone(),
            title: self.citations[*n].title.clone(),
            same: same.to_owned(),
        };
        let numbered_ones = numbered.iter().map(|n| likely(n, "number"));
        let titled_ones = titled.iter().filter(|n| !numbered.contains(n)).map(|n| likely(n, "title"));
        let found: Vec<LikelyCitation> = numbered_ones.chain(titled_ones).collect();
        let names: Vec<String> =
            found.iter().take(5).map(|one| format!("'{}' ({})", one.title, one.id)).collect();
        Fit::Several(found, format!("{why}: {}.", names.join(", ")))
    }
}

/// The citation that fits a row.
#[derive(Debug, PartialEq, Eq)]
pub enum Fit<'n> {
    None,
    One(&'n KnownCitation, &'static str),
    /// A person has to choose; and why.
    Several(Vec<LikelyCitation>, String),
}

/// The rows of one citation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Group {
    /// Indexes of the sheet's rows.
    pub rows: Vec<usize>,
    /// The number of the later row with the same ID or key, which counts instead.
    pub superseded_by: Option<u32>,
}

/// What a row without ID and key is distinguished by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It updates the citation of this key.
    Citation(CitationKey),
    Number(String),
    Title(String),
}

/// A title without case and separators.
pub fn title_key(title: &str) -> String {
    let key: String = title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if key.is_empty() { title.split_whitespace().collect() } else { key }
}

/// An item number without case and separators.
pub fn number_key(number: &str) -> String {
    item_number::normalize(number).unwrap_or_else(|| title_key(number))
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

    fn names() -> CatalogueNames {
        let citation = |key: i64, title: &str, is_obsolete| KnownCitation {
            key: CitationKey::new(key),
            id: format!("c{key}"),
            title: title.to_owned(),
            is_obsolete,
        };
        let citations = vec![
            citation(1, "Asthma Action Plan", false),
            citation(2, "Fever", false),
            citation(3, "Fever", true),
            citation(4, "Diabetes: Type 1", false),
            citation(5, "Cough", false),
            citation(6, "cough!", false),
            citation(7, "Old cast care", true),
        ];
        let numbers = [("KSBG104", 1), ("KSBG2", 2), ("KSBG2", 3), ("77", 4), ("77", 5), ("KSBG9", 7)];
        CatalogueNames::new(
            citations,
            numbers.map(|(number, key)| (number.to_owned(), CitationKey::new(key))),
        )
    }

    #[track_caller]
    fn check(numbers: &[&str], title: &str, expected: &[i64]) {
        let names = names();
        let found = match names.fit(numbers.iter().copied(), title) {
            Fit::None => vec![],
            Fit::One(one, _) => vec![one.id.clone()],
            Fit::Several(likely, _) => likely.into_iter().map(|one| one.id).collect(),
        };
        let expected: Vec<String> = expected.iter().map(|key| format!("c{key}")).collect();
        assert_eq!(found, expected, "{numbers:?} {title}");
    }

    #[test]
    fn the_number_goes_before_the_title_and_one_in_use_before_an_obsolete_one() {
        check(&["ksbg-104"], "Something new", &[1]);
        check(&["KSBG104"], "ASTHMA action-plan", &[1]);
        check(&["KSBG1042"], "Something new", &[]);
        check(&["104"], "Something new", &[]);
        check(&[], "asthma  action plan", &[1]);
        check(&[], "Asthma Action", &[]);
        check(&[], "Diabetes Type 1", &[4]);
        check(&[], "Diabetes Type 2", &[]);
        check(&["KSBG2"], "", &[2]);
        check(&[], "Fever", &[2]);
        check(&["KSBG9"], "", &[7]);
        check(&["KSBG999"], "Fever", &[2]);
    }

    #[test]
    fn several_that_fit_are_for_a_person_to_choose() {
        check(&["KSBG104"], "Fever", &[1, 2]);
        check(&[], "Cough", &[5, 6]);
        check(&["77"], "Other", &[4, 5]);
        check(&["77"], "Cough", &[5]);
        check(&["KSBG104", "KSBG2"], "Other", &[1, 2]);
        check(&["KSBG104"], "Old cast care", &[1]);
        check(&[], "", &[]);
    }
}

#[cfg(test)]
mod groups_tests {
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
