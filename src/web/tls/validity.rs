//! From when until when a certificate is valid. Nothing else is read from it.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// ASN.1 tags, in DER (X.690).
const INTEGER: u8 = 0x02;
const SEQUENCE: u8 = 0x30;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const VERSION: u8 = 0xa0;

/// The period in which a certificate is valid.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Validity {
    pub from: Timestamp,
    pub until: Timestamp,
}

impl Validity {
    /// Reads it from a certificate in DER (RFC 5280, section 4.1); `None` if that does not have the expected form.
    pub fn read(der: &[u8]) -> Option<Validity> {
        let mut certificate = content(&mut { der }, SEQUENCE)?;
        let mut fields = content(&mut certificate, SEQUENCE)?;
        if fields.first() == Some(&VERSION) {
            content(&mut fields, VERSION)?;
        }
        // Serial number, signature algorithm and issuer.
        for tag in [INTEGER, SEQUENCE, SEQUENCE] {
            content(&mut fields, tag)?;
        }
        let mut validity = content(&mut fields, SEQUENCE)?;
        Some(Validity { from: time(&mut validity)?, until: time(&mut validity)? })
    }
}

/// Takes the element in front, which must have this tag, and returns its content.
fn content<'a>(der: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    let (&[found, first], rest) = der.split_first_chunk()?;
    let (length, rest) = match first {
        0..0x80 => (usize::from(first), rest),
        _ => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let add = |length: usize, byte: &u8| length.checked_mul(256)?.checked_add(usize::from(*byte));
            (bytes.iter().try_fold(0, add)?, rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    *der = rest;
    (found == tag).then_some(content)
}

/// Takes a time. Years of two digits are those from 1950 to 2049.
fn time(der: &mut &[u8]) -> Option<Timestamp> {
    let text = match *der.first()? {
        UTC_TIME => {
            let text = std::str::from_utf8(content(der, UTC_TIME)?).ok()?;
            format!("{}{text}", if text < "50" { "20" } else { "19" })
        }
        _ => String::from_utf8(content(der, GENERALIZED_TIME)?.to_vec()).ok()?,
    };
    let moment = DateTime::strptime("%Y%m%d%H%M%SZ", text).ok()?;
    // The last days of the year 9999 mean that there is no end.
    Some(moment.to_zoned(TimeZone::UTC).map_or(Timestamp::MAX, |zoned| zoned.timestamp()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_of_both_forms_are_read() {
        let check = |from: (i32, u8), until: (i32, u8)| {
            let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
            params.not_before = rcgen::date_time_ymd(from.0, from.1, 1);
            params.not_after = rcgen::date_time_ymd(until.0, until.1, 1);
            let made = params.self_signed(&rcgen::KeyPair::generate().unwrap()).unwrap();
            let moment =
                |(year, month): (i32, u8)| format!("{year}-{month:02}-01T00:00:00Z").parse().unwrap();
            assert_eq!(
                Validity::read(made.der()),
                Some(Validity { from: moment(from), until: moment(until) })
            );
            let cut_off =
                (0..made.der().len()).find(|length| Validity::read(&made.der()[..*length]).is_some());
            assert_eq!(cut_off, None);
        };
        check((1999, 12), (2026, 2));
        check((2049, 1), (2050, 1));
        check((1975, 1), (4096, 12));
        let mut without_end: &[u8] = b"\x18\x0f99991231235959Z";
        assert_eq!(time(&mut without_end), Some(Timestamp::MAX));
    }
}
