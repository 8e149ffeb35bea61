//! From when until when a certificate is valid. Nothing else is read from it.

use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use jiff::Timestamp;

/// The period in which a certificate is valid.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Validity {
    pub from: Timestamp,
    pub until: Timestamp,
}

impl Validity {
    /// Reads it from a certificate in DER (RFC 5280, section 4.1); an error if that does not have the expected form.
    pub fn read(der: &[u8]) -> der::Result<Validity> {
        let certificate = AnyRef::from_der(der)?;
        let fields = AnyRef::decode(&mut SliceReader::new(certificate.value())?)?;
        let mut fields = SliceReader::new(fields.value())?;
        // The version may be missing.
        if Tag::peek(&fields)?.is_context_specific() {
            AnyRef::decode(&mut fields)?;
        }
        // Serial number, signature algorithm and issuer.
        for _ in 0..3 {
            AnyRef::decode(&mut fields)?;
        }
        fields.sequence(|times| Ok(Validity { from: time(times)?, until: time(times)? }))
    }
}

/// Reads a time in one of its two forms.
fn time(times: &mut SliceReader<'_>) -> der::Result<Timestamp> {
    let time = AnyRef::decode(times)?;
    let since_1970 = match time.tag() {
        Tag::UtcTime => time.decode_as::<UtcTime>()?.to_unix_duration(),
        _ => time.decode_as::<GeneralizedTime>()?.to_unix_duration(),
    };
    // The last day of the year 9999 means that there is no end.
    Ok(Timestamp::UNIX_EPOCH.checked_add(since_1970).unwrap_or(Timestamp::MAX))
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
            assert_eq!(Validity::read(made.der()), Ok(Validity { from: moment(from), until: moment(until) }));
            let cut_off = (0..made.der().len()).find(|length| Validity::read(&made.der()[..*length]).is_ok());
            assert_eq!(cut_off, None);
        };
        check((1999, 12), (2026, 2));
        check((2049, 1), (2050, 1));
        check((1975, 1), (4096, 12));
        let mut without_end = SliceReader::new(b"\x18\x0f99991231235959Z").unwrap();
        assert_eq!(time(&mut without_end), Ok(Timestamp::MAX));
    }
}
