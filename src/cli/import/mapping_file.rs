//! What the options of `handout import` say about the columns of a table; a mapping may be a TOML file.

use crate::cli::arguments::TableArgs;
use crate::domain::import_export::tables::mapping::TableOptions;
use crate::model::error::{Error, Result};
use crate::model::table_import::DateOrder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A mapping as a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MappingFile {
    sheet: Option<String>,
    header_row: Option<u32>,
    key: Option<String>,
    ignore: Vec<String>,
    /// Columns by field.
    map: BTreeMap<String, String>,
    /// Values by field.
    constants: BTreeMap<String, String>,
    /// `us` or `day-first` by column.
    dates: BTreeMap<String, String>,
    /// Separators by column.
    split: BTreeMap<String, String>,
}

/// The options of the command. Those of a file come first, so that the command line may override them.
pub(super) fn table_options(args: &TableArgs) -> Result<TableOptions> {
    let mut options = TableOptions::default();
    let mut pairs = Vec::new();
    for map in &args.map {
        match map.split_once('=') {
            Some((field, column)) if !field.trim().is_empty() && !column.trim().is_empty() => {
                pairs.push((field.trim().to_owned(), column.trim().to_owned()));
            }
            _ => read_file(Path::new(map), &mut options)?,
        }
    }
    options.map.extend(pairs);
    options.sheet = args.sheet.clone().or(options.sheet);
    options.header_row = args.header_row.or(options.header_row);
    options.key = args.key.clone().or(options.key);
    options.ignore.extend(args.ignore.iter().cloned());
    options.constants.retain(|(field, _)| !args.set.iter().any(|(other, _)| other == field));
    options.constants.extend(args.set.iter().cloned());
    options.dates.extend(args.dates.iter().cloned());
    options.split.extend(args.split.iter().cloned());
    Ok(options)
}

fn read_file(path: &Path, options: &mut TableOptions) -> Result<()> {
    let unreadable = |why: &dyn std::fmt::Display| Error::Unreadable(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path)
        .map_err(|e| unreadable(&format!("{e}; expected a file, or FIELD=COLUMN")))?;
    let file: MappingFile = toml::from_str(&text).map_err(|e| unreadable(&e.message()))?;
    options.sheet = file.sheet;
    options.header_row = file.header_row;
    options.key = file.key;
    options.ignore.extend(file.ignore);
    options.map.extend(file.map);
    options.constants.extend(file.constants);
    options.split.extend(file.split);
    for (column, order) in file.dates {
        let read = DateOrder::from_name(&order);
        let order = read.ok_or_else(|| unreadable(&format!("[dates] {column}: expected us or day-first")))?;
        options.dates.push((column, order));
    }
    Ok(())
}
