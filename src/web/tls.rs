//! The certificate and key for HTTPS.

mod validity;

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::settings::Server;
use crate::web::tls::validity::Validity;
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
    pub(in crate::web) fn reload(&self) -> Result<()> {
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
    pub(in crate::web) fn config(self: &Arc<Self>) -> Result<Arc<ServerConfig>> {
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
