//! Bytes in hexadecimal.

use std::fmt::Write;

/// Two lower-case digits for each byte.
pub fn lower_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        // Writing into a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(lower_hex(&[0, 0x0a, 0xff]), "000aff");
        assert_eq!(lower_hex(&[]), "");
    }
}
