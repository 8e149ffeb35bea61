//! What all queries share: how they are executed and their rows read, the errors of SQLite as the program's own, and
//! timestamps as the database stores them.
//!
//! Errors name the statement. A row is read by the names of its columns ([`from_row!`]), or as a whole into a [`tuple`].

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::keys;
use rusqlite::types::{FromSql, Type};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Params, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The row that a query finds.
pub(super) fn one<T>(
    db: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<T> {
    let mut query = db.prepare_cached(sql).map_err(doing(sql))?;
    query.query_row(parameters, read).map_err(doing(sql))
}

/// The row that a query finds, if any.
pub(super) fn optional<T>(
    db: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>> {
    let mut query = db.prepare_cached(sql).map_err(doing(sql))?;
    query.query_row(parameters, read).optional().map_err(doing(sql))
}

/// Calls `read` with every row that a query finds, until it returns `false`.
pub(super) fn each(
    db: &Connection,
    sql: &str,
    parameters: impl Params,
    mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>,
) -> Result<()> {
    let mut query = db.prepare_cached(sql).map_err(doing(sql))?;
    let mut rows = query.query(parameters).map_err(doing(sql))?;
    while let Some(row) = rows.next().map_err(doing(sql))? {
        if !read(row).map_err(doing(sql))? {
            break;
        }
    }
    Ok(())
}

/// Every row that a query finds.
pub(super) fn list<T>(
    db: &Connection,
    sql: &str,
    parameters: impl Params,
    mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    each(db, sql, parameters, |row| {
        found.push(read(row)?);
        Ok(true)
    })?;
    Ok(found)
}

/// The only column of the row that a query finds.
pub(super) fn value<T: FromSql>(db: &Connection, sql: &str, parameters: impl Params) -> Result<T> {
    one(db, sql, parameters, |row| row.get(0))
}

/// Executes a statement; returns how many rows it changed.
pub(super) fn execute(db: &Connection, sql: &str, parameters: impl Params) -> Result<usize> {
    let mut statement = db.prepare_cached(sql).map_err(doing(sql))?;
    statement.execute(parameters).map_err(doing(sql))
}

/// A struct from a row: each field from the column of its name, or from the one that is named, or from an expression.
macro_rules! from_row {
    ($row:ident => $type:ident { $($fields:tt)* }) => {
        $crate::store::sql::from_row!(@ $row, $type { $($fields)* } {})
    };
    (@ $row:ident, $type:ident {} { $($done:tt)* }) => { Ok::<_, rusqlite::Error>($type { $($done)* }) };
    (@ $row:ident, $type:ident { $field:ident = $column:literal $(, $($rest:tt)*)? } { $($done:tt)* }) => {
        $crate::store::sql::from_row!(@ $row, $type { $($($rest)*)? } { $($done)* $field: $row.get($column)?, })
    };
    (@ $row:ident, $type:ident { $field:ident : $value:expr $(, $($rest:tt)*)? } { $($done:tt)* }) => {
        $crate::store::sql::from_row!(@ $row, $type { $($($rest)*)? } { $($done)* $field: $value, })
    };
    (@ $row:ident, $type:ident { $field:ident $(, $($rest:tt)*)? } { $($done:tt)* }) => {
        $crate::store::sql::from_row!(@ $row, $type { $($($rest)*)? } { $($done)* $field: $row.get(stringify!($field))?, })
    };
}
pub(super) use from_row;

/// Inserts a row: each column from the variable of its name, or from an expression. On a conflict `or ignore` leaves the
/// present row, and `or update` replaces the other columns of the row with this first column.
macro_rules! insert {
    (@ $to:tt [$($name:ident)*] [$($value:expr,)*] $column:ident = $new:expr $(, $($rest:tt)*)?) => {
        $crate::store::sql::insert!(@ $to [$($name)* $column] [$($value,)* $new,] $($($rest)*)?)
    };
    (@ $to:tt [$($name:ident)*] [$($value:expr,)*] $column:ident $(, $($rest:tt)*)?) => {
        $crate::store::sql::insert!(@ $to [$($name)* $column] [$($value,)* $column,] $($($rest)*)?)
    };
    (@ ($db:expr, $table:ident, $conflict:ident) [$first:ident $($name:ident)*] [$($value:expr,)*]) => {
        $crate::store::sql::execute(
            $db,
            concat!(
                "INSERT INTO ", stringify!($table), " (", stringify!($first), $(", ", stringify!($name),)* ") VALUES (?",
                $($crate::store::sql::insert!(# $name),)* ")",
                $crate::store::sql::insert!(# $conflict $first $($name)*)
            ),
            rusqlite::params![$($value),*],
        )
    };
    (# $column:ident) => { ", ?" };
    (# fail $($name:ident)*) => { "" };
    (# ignore $($name:ident)*) => { " ON CONFLICT DO NOTHING" };
    (# update $key:ident $first:ident $($name:ident)*) => {
        concat!(
            " ON CONFLICT (", stringify!($key), ") DO UPDATE SET ", stringify!($first), " = excluded.", stringify!($first),
            $(", ", stringify!($name), " = excluded.", stringify!($name),)*
        )
    };
    ($db:expr, or update $table:ident { $($columns:tt)* }) => {
        $crate::store::sql::insert!(@ ($db, $table, update) [] [] $($columns)*).map(drop)
    };
    ($db:expr, or ignore $table:ident { $($columns:tt)* }) => {
        $crate::store::sql::insert!(@ ($db, $table, ignore) [] [] $($columns)*)
    };
    ($db:expr, $table:ident { $($columns:tt)* }) => {
        $crate::store::sql::insert!(@ ($db, $table, fail) [] [] $($columns)*).map(drop)
    };
}
pub(super) use insert;

/// What can be read from the columns of a row: a tuple.
pub(super) trait Columns: for<'a> TryFrom<&'a Row<'a>, Error = rusqlite::Error> {}

impl<T: for<'a> TryFrom<&'a Row<'a>, Error = rusqlite::Error>> Columns for T {}

/// All columns of a row, in their order.
pub(super) fn tuple<T: Columns>(row: &Row<'_>) -> rusqlite::Result<T> {
    T::try_from(row)
}

/// A column with JSON.
pub(super) fn json_column<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|e| {
        let index = row.as_ref().column_index(column).unwrap_or_default();
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, e.into())
    })
}

/// A number of rows, for LIMIT and OFFSET.
pub(super) fn row_count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// A value as JSON, for a column or for `json_each`.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> Result<String> {
    serde_json::to_string(value).map_err(|e| Error::internal("writing JSON", e))
}

/// Reads a type of ours from a column with its text.
macro_rules! from_text {
    ($type:ty, $parse:expr) => {
        impl rusqlite::types::FromSql for $type {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                let parse: fn(&str) -> Option<Self> = $parse;
                let text = value.as_str()?;
                let invalid = || format!("'{text}' is not a valid {}", stringify!($type));
                parse(text).ok_or_else(|| rusqlite::types::FromSqlError::Other(invalid().into()))
            }
        }
    };
}
pub(super) use from_text;

/// Reads and writes types of numbers, of which a method returns the number.
macro_rules! sql_numbers {
    ($number:ident: $($module:ident::$type:ident),+) => { $(
        impl rusqlite::types::FromSql for $module::$type {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                FromSql::column_result(value).map(Self::new)
            }
        }

        impl rusqlite::ToSql for $module::$type {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(rusqlite::types::ToSqlOutput::Owned(rusqlite::types::Value::Integer(self.$number() as i64)))
            }
        }
    )+ };
}
sql_numbers! {
    row: keys::ChangeNumber, keys::CitationKey, keys::FileKey, keys::ImportKey, keys::JobKey, keys::MailKey, keys::OrderKey,
    keys::PacketKey, keys::ReportKey, keys::UserKey, keys::ValueKey
}
sql_numbers! { seconds: clock::UnixTime }

/// For `map_err`: an SQLite error met while doing `what`.
pub(super) fn doing(what: &str) -> impl FnOnce(rusqlite::Error) -> Error + '_ {
    move |e| store_error(what, e)
}

/// Translates an SQLite error in `what`: a full disk becomes `NoRoom`, a lock timeout `Unavailable`.
pub(super) fn store_error(what: &str, error: rusqlite::Error) -> Error {
    use rusqlite::ffi;
    let extended = error.sqlite_error().map_or(0, |e| e.extended_code);
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::NoRoom("The disk is full; nothing was saved.".into()),
        Some(ErrorCode::SystemIoFailure)
            if matches!(
                extended,
                ffi::SQLITE_IOERR_WRITE
                    | ffi::SQLITE_IOERR_FSYNC
                    | ffi::SQLITE_IOERR_SHMSIZE
                    | ffi::SQLITE_IOERR_TRUNCATE
            ) =>
        {
            Error::NoRoom("The disk could not be written; nothing was saved.".into())
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::Unavailable("The database is busy; please try again.".into())
        }
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            Error::internal(format!("{what} (may the file and its folder be read and written?)"), error)
        }
        _ => Error::internal(what, error),
    }
}

/// As [`store_error`]; the text of a full disk or a busy database begins with `what`, too.
pub(super) fn step_error(what: &str, error: rusqlite::Error) -> Error {
    match store_error(what, error) {
        error @ Error::Internal { .. } => error,
        error => error.with_context(what),
    }
}

/// Whether an error means that the file itself cannot be read: damaged, cut off, or missing.
pub(super) fn is_damage(error: &Error) -> bool {
    let Error::Internal { cause, .. } = error else { return false };
    matches!(
        cause.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code),
        Some(
            ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
        )
    )
}

/// This moment: ISO 8601, UTC, milliseconds.
pub(super) fn now() -> String {
    as_stored(clock::now())
}

/// A timestamp as the database stores it; the texts sort by time.
pub fn as_stored(moment: jiff::Timestamp) -> String {
    format!("{moment:.3}")
}
