//! The files of orders as one archive, which the copy center prints from.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::orders::listing::unknown;
use crate::model::accounts::Right;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::orders::record::OrderLine;
use crate::store::{ReadTx, Store};

/// Orders whose files are downloaded at once.
const MAX_ORDERS: usize = 200;

/// What an archive of files contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderFiles {
    pub files: Vec<OrderFile>,
    /// The lines without a file and why, each with its place among all lines.
    missing: Vec<(usize, String)>,
    /// How many lines there are.
    lines: usize,
}

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderFile {
    /// `{number}-{line}-{item number}-x{quantity}.{extension}`
    pub name: String,
    pub digest: Digest,
    pub size: u64,
    pub crc32: u32,
    /// The place of the line and the line in words, for the list of missing ones.
    line: (usize, String),
}

/// The files of these orders as of submission, or with `now` those that the versions have now.
pub fn order_files(store: &Store, actor: &Actor, ids: &[String], now: bool) -> Result<OrderFiles> {
    actor.require(Right::WorkOnOrders)?;
    if ids.is_empty() || ids.len() > MAX_ORDERS {
        return Err(Error::Unreadable(format!("id: name 1 to {MAX_ORDERS} orders.")));
    }
    let today = Day::from(clock::today());
    store.read(|db| {
        let (mut files, mut seen) = (OrderFiles::default(), Vec::new());
        for id in ids {
            let (_, order) = db.order(id, today)?.ok_or_else(unknown)?;
            if seen.contains(&order.number) {
                continue;
            }
            for line in &order.lines {
                add_line(db, &mut files, &order.number, line, now)?;
            }
            seen.push(order.number);
        }
        Ok(files)
    })
}

/// Moves the files that the store does not have to the missing ones.
pub async fn leave_out_missing(app: &App, files: OrderFiles) -> Result<OrderFiles> {
    let OrderFiles { files, missing, lines } = files;
    let mut present = OrderFiles { files: Vec::new(), missing, lines };
    for file in files {
        match app.files.size(file.digest).await? {
            Some(size) if size == file.size => present.files.push(file),
            _ => add_missing(&mut present, file.line, "its file is missing in the store"),
        }
    }
    Ok(present)
}

fn add_missing(files: &mut OrderFiles, (place, line): (usize, String), why: &str) {
    files.missing.push((place, format!("{line}: {why}.\n")));
}

impl OrderFiles {
    /// The lines without a file and why, a text line for each; empty where every line has one.
    pub fn missing_lines(&self) -> String {
        let mut missing = self.missing.clone();
        missing.sort();
        missing.into_iter().map(|(_, line)| line).collect()
    }
}

fn add_line(
    db: &ReadTx<'_>,
    files: &mut OrderFiles,
    number: &str,
    line: &OrderLine,
    now: bool,
) -> Result<()> {
    let item = &line.item;
    let words = (files.lines, format!("Order {number}, line {}: {} ({})", line.line, item.title, item.lang));
    files.lines += 1;
    let file = match &line.file_now {
        Some(current) if now => current.as_ref(),
        _ => line.file.as_ref(),
    };
    let Some(file) = file else {
        let why = if item.url.is_some() { "it was a link, not a stored file" } else { "it had no file" };
        add_missing(files, words, why);
        return Ok(());
    };
    let Some(row) = db.stored_file(file.digest)? else {
        add_missing(files, words, "its file is not known any more");
        return Ok(());
    };
    if let Some(withdrawn) = &row.withdrawn {
        add_missing(files, words, &format!("its file was withdrawn: {}", withdrawn.reason));
        return Ok(());
    }
    if row.is_damaged {
        add_missing(files, words, "its file was changed in the store");
        return Ok(());
    }
    let number_part = item_number_part(item.item_num.as_deref().unwrap_or_default());
    let extension = row.file_type.extension();
    files.files.push(OrderFile {
        name: format!("{number}-{}{number_part}-x{}.{extension}", line.line, item.quantity),
        digest: row.digest,
        size: row.size,
        crc32: row.crc32,
        line: words,
    });
    Ok(())
}

/// The item number in a file's name, with the dash before it; empty without one.
fn item_number_part(number: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    match number.trim() {
        "" => String::new(),
        number => format!("-{}", number.chars().map(allowed).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_numbers_become_parts_of_names() {
        let check = |number: &str, expected: &str| assert_eq!(item_number_part(number), expected);
        check("KSBG1042", "-KSBG1042");
        check("KSBG/12:3", "-KSBG-12-3");
        check("ñ 7", "---7");
        check(" ", "");
    }
}
