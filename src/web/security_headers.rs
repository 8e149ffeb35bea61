//! The security headers, which every response has.

use crate::settings::Settings;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// The security headers, made once at start.
#[derive(Clone)]
pub(super) struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    pub fn new(settings: &Settings, public_url: &str) -> Self {
        let ancestors = match settings.server.frame_ancestors.as_slice() {
            [] => "'none'".to_owned(),
            origins => origins.join(" "),
        };
        // Signing out posts to us and redirects to the provider: a browser checks that step too.
        let provider = settings
            .identity
            .issuer
            .as_deref()
            .and_then(|issuer| url::Url::parse(issuer).ok())
            .map(|url| format!(" {}", url.origin().ascii_serialization()))
            .unwrap_or_default();
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
             connect-src 'self'; media-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'{provider}; \
             base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors {ancestors}"
        );
        let mut headers = vec![
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".into()),
            (header::REFERRER_POLICY, "strict-origin-when-cross-origin".into()),
            (
                HeaderName::from_static("permissions-policy"),
                "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)".into(),
            ),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin".into()),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin".into()),
        ];
        if settings.server.frame_ancestors.is_empty() {
            headers.push((header::X_FRAME_OPTIONS, "DENY".into()));
        }
        if public_url.starts_with("https://") {
            let subdomains = if settings.server.hsts_subdomains { "; includeSubDomains" } else { "" };
            headers.push((header::STRICT_TRANSPORT_SECURITY, format!("max-age=31536000{subdomains}")));
        }
        SecurityHeaders(
            headers
                .into_iter()
                .filter_map(|(name, value)| HeaderValue::from_str(&value).ok().map(|value| (name, value)))
                .collect(),
        )
    }

    /// Every header.
    pub fn all(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        self.0.iter().cloned()
    }

    /// Adds them to a response; headers that a handler has set stay.
    pub fn put(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.0 {
            if !headers.contains_key(name) {
                headers.insert(name.clone(), value.clone());
            }
        }
    }
}
