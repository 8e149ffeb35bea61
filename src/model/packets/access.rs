//! Who may open and change a packet.

/// How a caller names a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessBy {
    /// By its ID or a readable ID, which others may know or guess.
    Name,
    /// By its code, which opens it.
    Code,
}

/// What a packet is to the one who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// They made it.
    pub is_owner: bool,
    /// They have the right to manage packets.
    pub is_manager: bool,
    /// It is a department packet.
    pub is_published: bool,
}

impl Relation {
    /// Whether they may see it at all; if not, it does not exist for them.
    pub fn may_read(self, access: AccessBy) -> bool {
        self.is_published || self.is_owner || self.is_manager || access == AccessBy::Code
    }

    /// Whether they see its code and its history.
    pub fn may_see_history(self) -> bool {
        self.is_owner || self.is_manager
    }

    /// Whether they may change or delete it: a department packet belongs to those who manage packets.
    pub fn may_change(self) -> bool {
        self.is_manager || self.is_owner && !self.is_published
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_personal_packet_is_open_to_its_owner_to_managers_and_by_its_code() {
        let relation = |is_owner, is_manager, is_published| Relation { is_owner, is_manager, is_published };
        // Owner, manager, published; by name, by code, history, change.
        let rules = [
            ([false, false, false], [false, true, false, false]),
            ([true, false, false], [true, true, true, true]),
            ([false, true, false], [true, true, true, true]),
            ([false, false, true], [true, true, false, false]),
            ([true, false, true], [true, true, true, false]),
            ([false, true, true], [true, true, true, true]),
        ];
        for ([owner, manager, published], expected) in rules {
            let one = relation(owner, manager, published);
            let found = [
                one.may_read(AccessBy::Name),
                one.may_read(AccessBy::Code),
                one.may_see_history(),
                one.may_change(),
            ];
            assert_eq!(found, expected, "{one:?}");
        }
    }
}
