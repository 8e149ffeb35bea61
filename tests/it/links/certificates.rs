//! The link check client and invalid certificates.

use super::checks::{Fixed, expect, quick};
use crate::support::fault_server::{FaultServer, Wire};
use handout::link_check::Checker;
use handout::model::link_check::address::AllowedHosts;
use handout::model::link_check::link::LinkState;
use rustls::RootCertStore;
use rustls::pki_types::PrivatePkcs8KeyDer;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;

/// A server with a certificate for this name, issued by this authority, valid from and until these days of 2000 and
/// 2100.
fn secure_server(
    authority: Option<&rcgen::CertifiedIssuer<'_, rcgen::KeyPair>>,
    name: &str,
    expired: bool,
) -> FaultServer {
    let mut params = rcgen::CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2000, 1, 1);
    params.not_after = rcgen::date_time_ymd(if expired { 2001 } else { 2100 }, 1, 1);
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = match authority {
        Some(authority) => params.signed_by(&key, authority).unwrap(),
        None => params.self_signed(&key).unwrap(),
    };
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key.into())
        .unwrap();
    let config = Arc::new(config);
    FaultServer::listen(IpAddr::from([127, 0, 0, 1]), 0, move |stream: TcpStream| {
        let connection = rustls::ServerConnection::new(config.clone()).ok()?;
        Some(Box::new(rustls::StreamOwned::new(connection, stream)) as Box<dyn Wire + Send>)
    })
}

#[tokio::test]
async fn certificates_are_verified() {
    let mut params = rcgen::CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = rcgen::CertifiedIssuer::self_signed(params, rcgen::KeyPair::generate().unwrap()).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let names = Fixed::new(&[("files.example", &[&["127.0.0.1"]])]);
    let servers = [
        (secure_server(Some(&authority), "files.example", false), LinkState::Ok, None),
        (
            secure_server(None, "files.example", false),
            LinkState::Unreachable,
            Some("certificate not trusted"),
        ),
        (
            secure_server(Some(&authority), "files.example", true),
            LinkState::Unreachable,
            Some("certificate expired"),
        ),
        (
            secure_server(Some(&authority), "other.example", false),
            LinkState::Unreachable,
            Some("certificate for another name"),
        ),
        // This server does not speak TLS.
        (FaultServer::start(), LinkState::Unreachable, Some("no connection")),
    ];
    for (server, result, reason) in &servers {
        let allowed = AllowedHosts::new(&[format!("files.example:{}", server.port)]);
        let checker = Checker::with("x", allowed, Box::new(names.clone()), roots.clone(), quick()).unwrap();
        let checked = checker.check(&format!("https://files.example:{}/a.pdf", server.port), None).await;
        expect(&checked, *result, *reason, reason.unwrap_or("a good certificate"));
    }
}
