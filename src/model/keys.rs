//! Keys of rows, by which the program itself names what is stored. Nobody outside sees them.

use serde::Serialize;

macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name(i64);

        impl $name {
            /// The key of this row.
            pub const fn new(row: i64) -> $name {
                $name(row)
            }

            /// The row.
            pub const fn row(self) -> i64 {
                self.0
            }
        }
    )+ };
}

keys! {
    /// Of an order.
    OrderKey,
    /// Of a packet.
    PacketKey,
    /// Of a person who has signed in.
    UserKey,
}
