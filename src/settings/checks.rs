//! Rules between settings, beyond the value of each.

use crate::model::files::StoreAddress;
use crate::model::reviews::DigestFrequency;
use crate::settings::sections::KeepCopies;
use crate::settings::sections::{LinkChecks, Settings};
use crate::settings::sources::Given;

/// Notes every setting that is missing or does not go together with another one.
pub(super) fn check(settings: &Settings, given: &mut Given) {
    for (one, other) in [("server.tls_cert", "server.tls_key"), ("server.tls_key", "server.tls_cert")] {
        if given.source(other).is_none() {
            error(given, one, &format!("{other} is missing; both or neither are needed"));
        }
    }
    if settings.server.rate_limit > 0 && settings.server.rate_burst == 0 {
        let what = "expected a whole number, 1 or more, as long as server.rate_limit is not 0";
        error(given, "server.rate_burst", what);
    }
    for (set, needed) in [
        ("identity.issuer", "identity.client_id"),
        ("orders.smtp_url", "orders.copy_center_email"),
        ("orders.smtp_url", "orders.from"),
    ] {
        if given.source(needed).is_none()
            && let Some(source) = given.source(set).cloned()
        {
            given.error(&source, needed, &format!("is required when {set} is set"));
        }
    }
    if settings.review.digest != DigestFrequency::Off {
        for needed in ["orders.smtp_url", "hospital.email"] {
            if given.source(needed).is_none()
                && let Some(source) = given.source("review.digest").cloned()
            {
                given.error(&source, needed, "is required when review.digest is weekly or monthly");
            }
        }
    }
    if settings.replica.enabled {
        for needed in ["replica.database", "replica.primary_url"] {
            if given.source(needed).is_none()
                && let Some(source) = given.source("replica.enabled").cloned()
            {
                given.error(&source, needed, "is required for a replica");
            }
        }
    }
    check_files(settings, given);
    for secret in
        ["identity.client_secret", "orders.smtp_password", "files.s3_access_key", "files.s3_secret_key"]
    {
        if given.source(secret).is_some() {
            let what = format!("{secret} is given too; one of them is enough");
            error(given, &format!("{secret}_file"), &what);
        }
    }
}

fn check_files(settings: &Settings, given: &mut Given) {
    if settings.files.store != StoreAddress::DataDirectory {
        for needed in ["files.s3_access_key", "files.s3_secret_key"] {
            let is_missing =
                given.source(needed).is_none() && given.source(&format!("{needed}_file")).is_none();
            if is_missing && let Some(source) = given.source("files.store").cloned() {
                given.error(&source, needed, "is required with s3://");
            }
        }
    }
    if settings.files.keep == KeepCopies::Changed && settings.links.check == LinkChecks::Off {
        error(given, "files.keep", "changed needs links.check = \"nightly\": its checks fetch the files");
    }
}

/// Reads the files that hold secrets.
pub(super) fn read_secrets(settings: &mut Settings, given: &mut Given) {
    for (key, value, file) in [
        (
            "identity.client_secret_file",
            &mut settings.identity.client_secret,
            &settings.identity.client_secret_file,
        ),
        (
            "orders.smtp_password_file",
            &mut settings.orders.smtp_password,
            &settings.orders.smtp_password_file,
        ),
        ("files.s3_access_key_file", &mut settings.files.s3_access_key, &settings.files.s3_access_key_file),
        ("files.s3_secret_key_file", &mut settings.files.s3_secret_key, &settings.files.s3_secret_key_file),
    ] {
        let Some(file) = file else { continue };
        match std::fs::read_to_string(file) {
            Ok(text) if text.trim().is_empty() => error(given, key, &format!("{} is empty", file.display())),
            Ok(text) => *value = Some(text.trim_end_matches(['\r', '\n']).to_owned()),
            Err(e) => error(given, key, &format!("{} cannot be read: {e}", file.display())),
        }
    }
}

/// Notes an error of a key that is set somewhere.
fn error(given: &mut Given, key: &str, what: &str) {
    if let Some(source) = given.source(key).cloned() {
        given.error(&source, key, what);
    }
}
