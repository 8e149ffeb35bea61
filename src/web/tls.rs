//! The certificate and key for HTTPS, and from when until when the certificate is valid.

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::settings::Server;
use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use jiff::Timestamp;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

/// Certificate and key as they were last read.
#[derive(Debug)]
pub struct Certificate {
    cert: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
}

impl Certificate {
    /// Reads the files in the settings; `None` if there are none.
    ///
    /// [`Error::Settings`] names the file that is missing, empty or invalid, or that does not match the other one.
    pub fn from_settings(settings: &Server) -> Result<Option<Arc<Certificate>>> {
        let (Some(cert), Some(key)) = (&settings.tls_cert, &settings.tls_key) else { return Ok(None) };
        let current = RwLock::new(Arc::new(read(cert, key)?));
        Ok(Some(Arc::new(Certificate { cert: cert.clone(), key: key.clone(), current })))
    }

    /// Reads the files again; on an error the current certificate stays.
    pub(super) fn reload(&self) -> Result<()> {
        let fresh = Arc::new(read(&self.cert, &self.key)?);
        if let Ok(mut current) = self.current.write() {
            *current = fresh;
        }
        self.log_validity();
        Ok(())
    }

    /// Logs until when the certificate is valid.
    pub fn log_validity(&self) {
        match self.check_validity(clock::now()) {
            Ok(validity) => tracing::info!("{validity}"),
            Err(cause) => tracing::warn!("browsers refuse the certificate: {cause}"),
        }
    }

    /// Returns a sentence about until when the certificate is valid at `now`; an error if it has expired or is not valid yet,
    /// so that browsers refuse it.
    pub fn check_validity(&self, now: Timestamp) -> std::result::Result<String, String> {
        let current = self.current.read().ok().map(|current| current.clone());
        let validity =
            current.as_ref().and_then(|key| key.cert.first()).and_then(|leaf| Validity::read(leaf).ok());
        let cert = self.cert.display();
        match validity {
            Some(Validity { until, .. }) if until < now => Err(format!("{cert} expired at {until}")),
            Some(Validity { from, .. }) if now < from => Err(format!("{cert} is not valid before {from}")),
            Some(Validity { until, .. }) => Ok(format!("{cert} is valid until {until}")),
            None => Ok(format!("how long {cert} is valid could not be read")),
        }
    }

    /// The TLS configuration: versions 1.2 and 1.3, HTTP/1.1.
    pub(super) fn config(self: &Arc<Self>) -> Result<Arc<ServerConfig>> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| Error::internal("setting up TLS", e))?
            .with_no_client_auth()
            .with_cert_resolver(self.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.current.read().ok().map(|current| current.clone())
    }
}

fn read(cert: &Path, key: &Path) -> Result<CertifiedKey> {
    let chain_pem = text("server.tls_cert", cert)?;
    let key_pem = text("server.tls_key", key)?;
    let wrong = |name: &str, file: &Path, what: &str| {
        Err(Error::Settings(format!("{name}: {} {what}", file.display())))
    };
    let chain: std::result::Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain_pem).collect();
    let chain = match chain {
        Ok(chain) if !chain.is_empty() => chain,
        _ if PrivateKeyDer::from_pem_slice(&chain_pem).is_ok() => {
            let what =
                "holds a private key and no certificate: are server.tls_cert and server.tls_key swapped?";
            return wrong("server.tls_cert", cert, what);
        }
        _ => return wrong("server.tls_cert", cert, "holds no certificate in PEM form"),
    };
    let private = match PrivateKeyDer::from_pem_slice(&key_pem) {
        Ok(private) => private,
        Err(_) if has(&key_pem, "ENCRYPTED") => {
            return wrong("server.tls_key", key, "is encrypted; a key without a passphrase is needed");
        }
        Err(_) if CertificateDer::from_pem_slice(&key_pem).is_ok() => {
            let what =
                "holds a certificate and no private key: are server.tls_cert and server.tls_key swapped?";
            return wrong("server.tls_key", key, what);
        }
        Err(_) => return wrong("server.tls_key", key, "holds no private key in PEM form"),
    };
    let Ok(signing) = rustls::crypto::ring::sign::any_supported_type(&private) else {
        return wrong("server.tls_key", key, "holds a key that is damaged or of a kind TLS does not use");
    };
    let certified = CertifiedKey::new(chain, signing);
    match certified.keys_match() {
        Ok(()) => Ok(certified),
        Err(rustls::Error::InconsistentKeys(_)) => {
            wrong("server.tls_key", key, &format!("is not the key of the certificate in {}", cert.display()))
        }
        Err(_) => wrong("server.tls_cert", cert, "holds a certificate that is damaged"),
    }
}

fn text(name: &str, file: &Path) -> Result<Vec<u8>> {
    let text = std::fs::read(file)
        .map_err(|e| Error::Settings(format!("{name}: {} cannot be read: {e}", file.display())))?;
    if text.trim_ascii().is_empty() {
        return Err(Error::Settings(format!("{name}: {} is empty", file.display())));
    }
    Ok(text)
}

fn has(pem: &[u8], word: &str) -> bool {
    memchr::memmem::find(pem, word.as_bytes()).is_some()
}

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
