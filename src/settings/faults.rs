//! What is said of settings that cannot be read: where they stand, the key, and what was expected, in one line.

use crate::model::error::{Error, Result};
use figment::Figment;
use figment::providers::{Format, Toml};
use std::path::Path;

/// A file that is no TOML is told with its line, before anything else is looked at.
pub(super) fn in_toml(file: &Path, text: &str) -> Result<()> {
    match Figment::from(Toml::string(text)).extract::<figment::value::Value>() {
        Ok(_) => Ok(()),
        Err(e) => Err(Error::Settings(format!("{}: {}", file.display(), one_line(&e.to_string())))),
    }
}

/// Each fault with where it stands, the key, and what was expected.
pub(super) fn explain(faults: figment::Error) -> String {
    let message: Vec<String> = faults
        .into_iter()
        .map(|fault| {
            let source = fault.metadata.as_ref().map(|m| match &m.source {
                Some(source) => source.to_string(),
                None => m.name.to_string(),
            });
            let mut path = fault.path.join(".");
            if let figment::error::Kind::UnknownField(field, _) = &fault.kind
                && !path.ends_with(field.as_str())
            {
                path = if path.is_empty() { field.clone() } else { format!("{path}.{field}") };
            }
            let mut what = one_line(&fault.kind.to_string());
            if let Some(expected) = expected(&path) {
                what = format!("{what}; expected {expected}");
            }
            match source {
                Some(source) if path.is_empty() => format!("{source}: {what}"),
                Some(source) => format!("{source}: {path}: {what}"),
                None => format!("{path}: {what}"),
            }
        })
        .collect();
    message.join("; ")
}

/// What a key wants to be, where its type alone does not say it.
fn expected(key: &str) -> Option<&'static str> {
    Some(match key.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('.') {
        "server.listen" => "an address and port such as 127.0.0.1:8080",
        "server.public_url" => "an address such as https://handouts.example.org",
        "server.trusted_proxies" | "server.metrics_from" => "networks such as 10.0.0.0/8",
        key if key.starts_with("hospital.links.") => "an http or https address",
        _ => return None,
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
