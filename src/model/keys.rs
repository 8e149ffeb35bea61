//! Keys of rows, by which the program itself names what is stored. Nobody outside sees them.

use serde::Serialize;
use std::fmt;

macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident($number:ty)),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name($number);

        impl $name {
            /// The key of this row.
            pub const fn new(row: $number) -> $name {
                $name(row)
            }

            /// The row.
            pub const fn row(self) -> $number {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+ };
}

keys! {
    /// The position of a change in the change sequence; 0 before the first.
    ChangeNumber(u64),
    /// Of a citation.
    CitationKey(i64),
    /// Of a stored file.
    FileKey(i64),
    /// Of a table that is imported.
    ImportKey(i64),
    /// Of a job.
    JobKey(i64),
    /// Of a mail in the outbox.
    MailKey(i64),
    /// Of an order.
    OrderKey(i64),
    /// Of a packet.
    PacketKey(i64),
    /// Of a problem report.
    ReportKey(i64),
    /// Of a person who has signed in.
    UserKey(i64),
    /// Of a lookup value, such as a language or a department.
    ValueKey(i64),
}

impl ValueKey {
    /// The key that stands for this value once it is deleted. No other value ever gets it: SQLite gives the highest key out
    /// again once its row is deleted.
    pub const fn deleted(self) -> ValueKey {
        ValueKey(-self.0)
    }
}
