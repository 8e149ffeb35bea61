//! `handout --demo`: the bundled sample catalogue on loopback, with its own sign-in. Nothing outside is needed.

use crate::cli::{output, serve};
use crate::domain::demo;
use crate::files::{FileStore, Put, wait_for};
use crate::model::error::{Error, Result};
use crate::settings::{Hospital, Overrides, Settings};
use crate::store::{FILE_NAME, create_from_copy};
use crate::web::demo_provider::{ACCOUNTS, AUDITOR_GROUP, CLIENT_ID, COPY_CENTER_GROUP, DemoProvider, PATH};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

/// The sample catalogue, made from assets/sample by `make sample` and compressed by `build.rs`.
const SAMPLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalogue.db.example.gz"));

/// The files that it refers to, made by tools/sample.
const SAMPLE_FILES: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/sample_files.rs"));

/// Serves the demo. It needs no settings and ignores those that reach outside: the demo has its own sign-in, mail,
/// backups, certificates and data directory.
pub(super) fn run(flags: &Overrides) -> Result<ExitCode> {
    let given = Settings::load_for_demo(flags)?;
    let listen = given.server.listen;
    if !listen.ip().is_loopback() {
        return Err(Error::Settings(format!("--demo listens on loopback only, not on {listen}")));
    }
    let temporary = flags.data.is_none().then(TemporaryDir::new).transpose()?;
    let dir = match (&flags.data, &temporary) {
        (Some(dir), _) => dir.clone(),
        (None, Some(dir)) => dir.0.clone(),
        (None, None) => PathBuf::from("."),
    };
    let mut settings = Settings {
        server: given.server,
        hospital: given.hospital,
        links: given.links,
        handouts: given.handouts,
        search: given.search,
        review: given.review,
        usage: given.usage,
        reports: given.reports,
        ..Settings::default()
    };
    settings.server.public_url = None;
    settings.server.tls_cert = None;
    settings.server.tls_key = None;
    settings.data.dir = dir;
    fill_demo_defaults(&mut settings.hospital);
    let listener = serve::listen(&settings)?;
    let public_url = serve::public_url(&settings, &listener)?;
    settings.identity.issuer = Some(format!("{public_url}{PATH}"));
    settings.identity.client_id = Some(CLIENT_ID.into());
    settings.orders.per_hour = given.orders.per_hour;
    settings.orders.copy_center_group = Some(COPY_CENTER_GROUP.into());
    settings.audit.group = Some(AUDITOR_GROUP.into());
    let is_new = put_sample(&settings)?;
    let provider = DemoProvider::new(&public_url)?;
    let console = |text: &str| print(format_args!("\n{text}"));
    let options = serve::ServeOptions { certificate: None, demo: Some(provider), console: Some(console) };
    serve::serve(settings, listener, &public_url, options, |app| {
        if is_new && let Err(cause) = demo::add_demo_orders(&app.store) {
            tracing::error!(%cause, "the demo begins without orders");
        }
        if is_new && let Err(cause) = demo::add_demo_year(app) {
            tracing::error!(%cause, "the demo begins without packets, usage and reports");
        }
        print(format_args!("Handout demo: {}", app.public_url));
        print("Sign in as:");
        for account in ACCOUNTS {
            print(format_args!("  {:<16} {}", account.name, account.role));
        }
        print("Stop with Ctrl+C.");
    })
}

/// Addresses and links that the settings leave out.
fn fill_demo_defaults(hospital: &mut Hospital) {
    hospital.email.get_or_insert("education@example.org".into());
    hospital.order_email.get_or_insert("patient-education@example.org".into());
    for (link, path) in [
        (&mut hospital.links.service_desk, "service-desk"),
        (&mut hospital.links.translation, "translation"),
        (&mut hospital.links.create_materials, "create-materials"),
        (&mut hospital.links.health_literacy, "health-literacy"),
        (&mut hospital.links.dashboard, "dashboard"),
    ] {
        if link.is_none() {
            *link = format!("https://intranet.example.org/{path}").parse().ok();
        }
    }
}

/// Creates the sample catalogue with its files if there is none; returns whether it did.
fn put_sample(settings: &Settings) -> Result<bool> {
    if settings.data.dir.join(FILE_NAME).symlink_metadata().is_ok() {
        return Ok(false);
    }
    let mut sample = Vec::new();
    GzDecoder::new(SAMPLE)
        .read_to_end(&mut sample)
        .map_err(|e| Error::io("unpacking the sample catalogue", e))?;
    // Before the database refers to them.
    let files = FileStore::new(&settings.files, &settings.data.dir)?;
    for content in SAMPLE_FILES {
        let mut staged = files.stage(u64::MAX)?;
        staged.write(content).map_err(|e| Error::internal("storing the files of the sample", e))?;
        wait_for(files.put(staged.finish(), Put::IfMissing))??;
    }
    create_from_copy(&sample, &settings.data.dir)?;
    Ok(true)
}

/// Prints a line to the terminal; the demo continues when nobody reads it.
fn print(text: impl std::fmt::Display) {
    if let Err(cause) = output::line(text) {
        tracing::warn!(%cause, "the demo cannot print");
    }
}

/// A folder of its own, removed at the end.
struct TemporaryDir(PathBuf);

impl TemporaryDir {
    fn new() -> Result<TemporaryDir> {
        let dir = std::env::temp_dir().join(format!("handout-demo-{}", uuid::Uuid::new_v4().simple()));
        std::fs::create_dir(&dir).map_err(|e| Error::io(format!("making {}", dir.display()), e))?;
        Ok(TemporaryDir(dir))
    }
}

impl Drop for TemporaryDir {
    fn drop(&mut self) {
        // Anything left in the system's temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
