//! Who may open and change a packet, and the code that opens it for anyone who has it.

use std::fmt;

/// Crockford's base32: digits and letters without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many characters a code has.
const LENGTH: usize = 12;

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

/// 12 characters of Crockford base32 in upper case: 60 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PacketCode(String);

impl PacketCode {
    /// The code made of the upper 60 of these bits, which come from a cryptographic random source.
    pub fn from_random(bytes: [u8; 8]) -> PacketCode {
        let bits = u64::from_be_bytes(bytes);
        let character = |n: usize| char::from(ALPHABET[(bits >> (59 - 5 * n) & 31) as usize]);
        PacketCode((0..LENGTH).map(character).collect())
    }

    /// Reads a code in upper or lower case; I and L are read as 1, O as 0, hyphens and spaces are ignored. `None` for any
    /// other text.
    pub fn parse(text: &str) -> Option<PacketCode> {
        let mut code = String::with_capacity(LENGTH);
        for c in text.chars().filter(|c| *c != '-' && !c.is_whitespace()) {
            let c = match c.to_ascii_uppercase() {
                'I' | 'L' => '1',
                'O' => '0',
                other => other,
            };
            if code.len() == LENGTH || !u8::try_from(c).is_ok_and(|byte| ALPHABET.contains(&byte)) {
                return None;
            }
            code.push(c);
        }
        (code.len() == LENGTH).then_some(PacketCode(code))
    }

    /// The twelve characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PacketCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

#[cfg(test)]
mod code_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(PacketCode::parse(text).as_ref().map(PacketCode::as_str), expected, "{text}");
        };
        check("0123456789AB", Some("0123456789AB"));
        check("oiL3-4567 89ab", Some("0113456789AB"));
        check("OILO-ILOI-LOIL", Some("011011011011"));
        check(" abcd efgh jkmn ", Some("ABCDEFGHJKMN"));
        check("0123456789A", None);
        check("0123456789ABC", None);
        check("0123456789AU", None);
        check("0123456789A_", None);
        check("new-type-1-diabetes", None);
        check("０１２３４５６７８９ＡＢ", None);
        check("", None);
    }

    proptest! {
        #[test]
        fn whatever_the_bits_the_code_reads_the_same_again(bytes in any::<[u8; 8]>()) {
            let code = PacketCode::from_random(bytes);
            prop_assert_eq!(code.as_str().len(), LENGTH);
            let spoken = code.as_str().to_lowercase().replace('1', "l").replace('0', "o");
            let spoken = format!("{}-{} {}", &spoken[..4], &spoken[4..8], &spoken[8..]);
            prop_assert_eq!(PacketCode::parse(&spoken).unwrap(), code);
        }

        #[test]
        fn codes_of_other_bits_are_other_codes(a in 0u64..1 << 60, b in 0u64..1 << 60) {
            let code = |bits: u64| PacketCode::from_random((bits << 4).to_be_bytes());
            prop_assert_eq!(a == b, code(a) == code(b));
        }
    }
}
