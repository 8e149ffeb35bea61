//! What all queries share: the errors of SQLite as the program's own, and timestamps as the database stores them.

use crate::model::clock;
use crate::model::error::Error;
use rusqlite::ErrorCode;

/// For `map_err`: an SQLite error met while doing `what`.
pub(in crate::store) fn doing(what: &str) -> impl FnOnce(rusqlite::Error) -> Error + '_ {
    move |e| store_error(what, e)
}

/// Translates an SQLite error in `what`: a full disk becomes `NoRoom`, a lock timeout `Unavailable`.
pub(in crate::store) fn store_error(what: &str, error: rusqlite::Error) -> Error {
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

/// Whether an error means that the file itself cannot be read: damaged, cut off, or missing.
pub(in crate::store) fn is_damage(error: &Error) -> bool {
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
pub(in crate::store) fn now() -> String {
    as_stored(clock::now())
}

/// A timestamp as the database stores it; the texts sort by time.
pub fn as_stored(moment: jiff::Timestamp) -> String {
    format!("{moment:.3}")
}
