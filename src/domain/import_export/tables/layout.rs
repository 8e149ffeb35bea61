//! How a sheet is read: its header row, what each column holds, and which rows are citations.

use crate::domain::import_export::tables::columns::{Column, decide_dates};
use crate::domain::import_export::tables::headers::{Headers, Meaning};
use crate::domain::import_export::tables::languages::fold_words;
use crate::domain::import_export::tables::targets::{Part, Target};
use crate::model::day::Day;
use crate::model::table_import::{ImportColumn, MappedColumn, Mapping};
use crate::table::cells::{Sheet, SheetRow, TableFile, column_letter};
use std::collections::BTreeSet;

/// Rows among which the headers are looked for.
const HEADER_ROWS: usize = 20;
/// Cells of a column that are shown as samples.
const SAMPLES: usize = 5;
/// Longest sample, in characters.
const SAMPLE_CHARACTERS: usize = 80;
/// Rows that a notice names.
const NAMED_ROWS: usize = 20;

/// The value of empty cells of a field.
#[derive(Debug, Clone)]
pub struct Constant {
    pub target: Target,
    pub lang: Option<String>,
    pub value: String,
}

/// How a sheet is read.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Index in the file.
    pub sheet: usize,
    /// Index of the header row among the rows of the sheet.
    pub header: usize,
    pub columns: Vec<Column>,
    /// The column that joins rows.
    pub key: Option<u32>,
    pub constants: Vec<Constant>,
    /// Indexes of the rows that hold citations.
    pub rows: Vec<usize>,
    /// Columns that fit one field, each with the field.
    pub conflicts: Vec<(String, Vec<u32>)>,
    pub notices: Vec<String>,
}

impl Layout {
    /// The column that holds this, whatever its language.
    pub fn column(&self, target: Target) -> Option<&Column> {
        self.columns.iter().find(|column| column.target == Some(target))
    }

    /// Whether a row is one language version.
    pub fn is_row_per_language(&self) -> bool {
        self.column(Target::Lang).is_some()
    }

    /// The column of a field of the citation.
    pub fn field_column(&self, json: &str) -> Option<&Column> {
        Target::from_name(json)
            .and_then(|target| self.columns.iter().find(|c| c.holds() == Some((target, None))))
    }

    /// Whether rows can be distinguished: by ID, title or item number.
    pub fn has_names(&self) -> bool {
        let named = |column: &Column| match column.target {
            Some(Target::Field(field)) => matches!(field.json, "id" | "title"),
            Some(Target::Part(part)) => matches!(part, Part::Number | Part::Whole),
            Some(Target::Languages) => true,
            _ => false,
        };
        self.columns.iter().any(named)
    }

    /// The columns as a person sees them.
    pub fn import_columns(&self, sheet: &Sheet) -> Vec<ImportColumn> {
        let column = |column: &Column| ImportColumn {
            column: column.letter(),
            header: column.header.clone(),
            samples: self.samples(sheet, column.index),
            field: column.target.map(|target| target.name().to_owned()),
            lang: column.lang.clone(),
            dates: column.dates.as_ref().and_then(|dates| dates.order),
            reason: column.reason.clone(),
        };
        self.columns.iter().map(column).collect()
    }

    fn samples(&self, sheet: &Sheet, column: u32) -> Vec<String> {
        let rows = self.rows.iter().map(|row| sheet.rows[*row].cell(column).value.text());
        let texts = rows.filter(|text| !text.is_empty());
        texts.take(SAMPLES).map(|text| text.chars().take(SAMPLE_CHARACTERS).collect()).collect()
    }

    /// What the screen saves: this layout as a mapping.
    pub fn mapping(&self, file: &TableFile) -> Mapping {
        let sheet = &file.sheets[self.sheet];
        let column = |column: &Column| MappedColumn {
            column: column.letter(),
            header: column.header.clone(),
            field: column.target.map(|target| target.name().to_owned()),
            lang: column.lang.clone(),
            dates: column.chosen_dates.or_else(|| column.dates.as_ref().and_then(|dates| dates.order)),
            split: column.split.clone(),
        };
        let constant = |constant: &Constant| {
            let lang = constant.lang.as_ref().map(|lang| format!("@{lang}")).unwrap_or_default();
            (format!("{}{lang}", constant.target.name()), constant.value.clone())
        };
        Mapping {
            sheet: Some(sheet.name.clone()).filter(|name| !name.is_empty()),
            header_row: sheet.rows.get(self.header).map(|row| row.number),
            key: self.key.map(column_letter),
            columns: self.columns.iter().map(column).collect(),
            constants: self.constants.iter().map(constant).collect(),
        }
    }

    /// Decides how the dates of each column are read; called once the columns are settled.
    pub fn settle(mut self, file: &TableFile, today: Day) -> Layout {
        let sheet = &file.sheets[self.sheet];
        let (rows, mut notices) = data_rows(sheet, self.header, &self.columns);
        self.rows = rows;
        notices.extend(hidden_notices(sheet));
        notices.extend(decide_dates(&mut self.columns, sheet, &self.rows, file.calendar, today));
        self.notices = notices;
        self
    }
}

/// The sheet of this name, or the first visible one.
pub fn sheet_index(file: &TableFile, name: Option<&str>) -> Option<usize> {
    match name {
        Some(name) => file.sheets.iter().position(|sheet| sheet.name.trim() == name.trim()),
        None => {
            file.sheets.iter().position(|sheet| !sheet.is_hidden).or((!file.sheets.is_empty()).then_some(0))
        }
    }
}

/// The columns by their headers; `header_row` is the number of the row with them, which is found without it.
pub fn guess_layout(
    sheet_index: usize,
    sheet: &Sheet,
    header_row: Option<u32>,
    headers: &Headers<'_>,
) -> Layout {
    let header = match header_row {
        Some(number) => sheet.rows.iter().position(|row| row.number == number).unwrap_or(0),
        None => find_header(sheet, headers),
    };
    let texts = header_texts(sheet, header, headers);
    let is_own = texts.iter().any(|(_, text)| fold_words(text).join("") == "id");
    let columns: Vec<Column> =
        texts.into_iter().map(|(index, text)| column(index, text, headers, is_own)).collect();
    let mut layout = Layout {
        sheet: sheet_index,
        header,
        columns,
        key: None,
        constants: Vec::new(),
        rows: Vec::new(),
        conflicts: Vec::new(),
        notices: Vec::new(),
    };
    layout.find_conflicts();
    layout
}

impl Layout {
    /// Takes the field from columns that fit the same one: a person has to choose.
    fn find_conflicts(&mut self) {
        let mut known: Vec<(Target, Option<String>)> = Vec::new();
        for n in 0..self.columns.len() {
            let Some((target, lang)) =
                self.columns[n].holds().map(|(target, lang)| (target, lang.map(str::to_owned)))
            else {
                continue;
            };
            if known.contains(&(target, lang.clone())) {
                continue;
            }
            let same = |column: &&mut Column| column.holds() == Some((target, lang.as_deref()));
            let count = self.columns.iter().filter(|c| c.holds() == Some((target, lang.as_deref()))).count();
            known.push((target, lang.clone()));
            if count < 2 {
                continue;
            }
            let name = field_name(target, lang.as_deref());
            let columns: Vec<&mut Column> = self.columns.iter_mut().filter(same).collect();
            let names: Vec<String> =
                columns.iter().map(|c| format!("{} ({})", c.name(), c.letter())).collect();
            let indexes = columns.iter().map(|column| column.index).collect();
            for column in columns {
                column.target = None;
                column.lang = None;
                column.reason = format!("Several columns fit {name}: {}. Choose one.", names.join(", "));
            }
            self.conflicts.push((name, indexes));
        }
    }
}

/// `url@Spanish`.
pub fn field_name(target: Target, lang: Option<&str>) -> String {
    match lang {
        Some(lang) => format!("{}@{lang}", target.name()),
        None => target.name().to_owned(),
    }
}

fn column(index: u32, header: String, headers: &Headers<'_>, is_own: bool) -> Column {
    let (target, lang, reason, is_computed) = match headers.meaning(&header, is_own) {
        Meaning::Field { target, lang, reason } => (Some(target), lang, reason, false),
        Meaning::Computed => {
            (None, None, "Our exports compute this column; it is not imported.".to_owned(), true)
        }
        Meaning::Unknown => (None, None, "No field is known by this header.".to_owned(), false),
    };
    Column { index, header, target, lang, dates: None, chosen_dates: None, split: None, reason, is_computed }
}

/// Index of the row that has the most known headers.
fn find_header(sheet: &Sheet, headers: &Headers<'_>) -> usize {
    let score = |row: &SheetRow| {
        let known = row.cells.iter().filter(|cell| {
            let text = cell.value.text();
            text.chars().count() <= 100 && headers.meaning(&text, false) != Meaning::Unknown
        });
        known.count()
    };
    let scores = sheet.rows.iter().take(HEADER_ROWS).map(score).enumerate();
    scores.max_by_key(|(n, score)| (*score, std::cmp::Reverse(*n))).map_or(0, |(n, _)| n)
}

/// The header of every column that holds something, with the language above it.
fn header_texts(sheet: &Sheet, header: usize, headers: &Headers<'_>) -> Vec<(u32, String)> {
    let Some(row) = sheet.rows.get(header) else { return Vec::new() };
    let above =
        header.checked_sub(1).and_then(|n| sheet.rows.get(n)).filter(|above| above.number + 1 == row.number);
    let is_language = |text: &str| headers.languages.header_language(text).is_some();
    // A row of languages alone belongs to all columns up to the next language.
    let above = above.filter(|above| above.cells.iter().any(|cell| is_language(&cell.value.text())));
    let carried = above.map_or(0, |above| carried_columns(above, is_language));
    let used: BTreeSet<u32> =
        sheet.rows[header..].iter().flat_map(|row| row.cells.iter().map(|cell| cell.column)).collect();
    let last = used.last().copied().unwrap_or(0);
    let (mut language, mut columns_left) = (String::new(), 0);
    let mut texts = Vec::new();
    for index in 0..=last {
        let over = above.map(|above| above.cell(index).value.text()).unwrap_or_default();
        if is_language(&over) {
            language = over;
            columns_left = carried;
        } else if columns_left <= 1 {
            language.clear();
        } else {
            columns_left -= 1;
        }
        if !used.contains(&index) {
            continue;
        }
        let text = row.cell(index).value.text();
        let own = !text.is_empty() && headers.languages.split_header(&fold_words(&text)).is_none();
        texts.push((index, if own && !language.is_empty() { format!("{language} {text}") } else { text }));
    }
    texts
}

/// How many columns a language above the headers belongs to, where a program has written a merged cell as one with empty
/// ones behind it.
fn carried_columns(above: &SheetRow, is_language: impl Fn(&str) -> bool) -> u32 {
    let is_plain =
        |cell: &crate::table::cells::Cell| cell.merged.is_none() && is_language(&cell.value.text());
    if !above.cells.iter().all(is_plain) {
        return 1;
    }
    let columns: Vec<u32> = above.cells.iter().map(|cell| cell.column).collect();
    columns.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(u32::MAX)
}

/// Indexes of the rows below the header that hold citations, and notices about those that do not.
fn data_rows(sheet: &Sheet, header: usize, columns: &[Column]) -> (Vec<usize>, Vec<String>) {
    let mut notices = Vec::new();
    let mut repeated = Vec::new();
    let mut rows: Vec<usize> = Vec::new();
    let below = sheet.rows.iter().enumerate().skip(header + 1);
    for (n, row) in below {
        let is_header = |cell: &crate::table::cells::Cell| {
            let text = fold_words(&cell.value.text());
            columns.iter().any(|c| {
                c.index == cell.column
                    && (fold_words(&c.header) == text || fold_words(&c.header).ends_with(&text))
            })
        };
        if row.problem.is_none() && row.cells.len() > 1 && row.cells.iter().all(is_header) {
            repeated.push(row.number);
        } else {
            rows.push(n);
        }
    }
    if !repeated.is_empty() {
        notices.push(format!("Left out, because they repeat the headers: {}.", named_rows(&repeated)));
    }
    if let Some(last) = rows.last().map(|n| &sheet.rows[*n]).filter(|row| rows.len() > 1 && is_total(row)) {
        notices.push(format!("Left out, because it is the sum of the table: row {}.", last.number));
        rows.pop();
    }
    (rows, notices)
}

/// Whether a last row counts those above it: 'Total 4', 'Count', 'Total' beside numbers.
fn is_total(row: &SheetRow) -> bool {
    let mut words = row.cells.iter().flat_map(|cell| fold_words(&cell.value.text()));
    let first = words.next().unwrap_or_default();
    let first = if first == "grand" { words.next().unwrap_or_default() } else { first };
    let is_other = |word: &String| {
        word.chars().all(|c| c.is_ascii_digit())
            || matches!(
                word.as_str(),
                "total" | "count" | "rows" | "items" | "handouts" | "number" | "records" | "of" | "filas"
            )
    };
    matches!(first.as_str(), "total" | "totals" | "count" | "sum" | "subtotal" | "suma" | "cuenta")
        && words.all(|w| is_other(&w))
}

fn named_rows(rows: &[u32]) -> String {
    let shown: Vec<String> = rows.iter().take(NAMED_ROWS).map(u32::to_string).collect();
    let more = if rows.len() > NAMED_ROWS {
        format!(" and {} more", rows.len() - NAMED_ROWS)
    } else {
        String::new()
    };
    format!("{} {}{more}", if rows.len() == 1 { "row" } else { "rows" }, shown.join(", "))
}

fn hidden_notices(sheet: &Sheet) -> Vec<String> {
    let mut notices = Vec::new();
    if !sheet.hidden_rows.is_empty() {
        notices.push(format!(
            "Hidden in the spreadsheet program, and read: {}.",
            named_rows(&sheet.hidden_rows)
        ));
    }
    if !sheet.hidden_columns.is_empty() {
        let letters: Vec<String> = sheet.hidden_columns.iter().map(|index| column_letter(*index)).collect();
        let noun = if letters.len() == 1 { "column" } else { "columns" };
        notices.push(format!("Hidden in the spreadsheet program, and read: {noun} {}.", letters.join(", ")));
    }
    notices
}
