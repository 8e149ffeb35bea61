//! GET /api/config: the configuration that the screens load first.

use crate::domain::accounts;
use crate::domain::app::App;
use crate::domain::freshness;
use crate::model::files::FileType;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::elsewhere::ElsewhereSite;
use crate::web::api::user::PERSON_HEADER;
use crate::web::blocking::run;
use crate::web::caller::Visitor;
use crate::web::problem::HttpResult;
use crate::web::screen_language::{ScreenLanguage, screen_languages};
use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

/// The configuration of the screens.
#[derive(Serialize, ToSchema)]
pub struct Config {
    /// Version of the program.
    pub(in crate::web) version: &'static str,
    /// The address that people type, without a slash at its end.
    #[serde(rename = "publicUrl")]
    pub(in crate::web) public_url: String,
    pub(in crate::web) hospital: HospitalConfig,
    pub(in crate::web) links: LinksConfig,
    #[serde(rename = "signIn")]
    pub(in crate::web) sign_in: SignInConfig,
    /// The languages that the screens speak, the usual one first.
    #[serde(rename = "screenLanguages")]
    pub(in crate::web) screen_languages: Vec<ScreenLanguageConfig>,
    pub(in crate::web) files: FilesConfig,
    /// Other sites at which the same text can be searched for.
    pub(in crate::web) elsewhere: Vec<ElsewhereSite>,
    /// Only on a replica; left out by the primary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::web) replica: Option<ReplicaConfig>,
}

/// Which files are stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct FilesConfig {
    /// The largest file in megabytes of 1,048,576 bytes.
    pub(in crate::web) max_mb: u32,
    pub(in crate::web) types: Vec<FileTypeConfig>,
}

/// A type of files that are stored.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct FileTypeConfig {
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub(in crate::web) file_type: FileType,
    /// Without a stop; the usual one first.
    pub(in crate::web) extensions: &'static [&'static str],
}

/// A language that the screens speak.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct ScreenLanguageConfig {
    /// BCP 47 tag, as in `<html lang>` and in the cookie `handout_language`.
    pub(in crate::web) tag: &'static str,
    /// Its own name.
    pub(in crate::web) name: &'static str,
    /// `ltr` or `rtl`.
    #[schema(pattern = "^(ltr|rtl)$")]
    pub(in crate::web) dir: &'static str,
}

/// The hospital's names and contacts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct HospitalConfig {
    pub(in crate::web) name: String,
    pub(in crate::web) item_number_label: String,
    pub(in crate::web) email: Option<String>,
    pub(in crate::web) order_email: Option<String>,
}

/// Outside links; null ones are not shown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct LinksConfig {
    pub(in crate::web) service_desk: Option<String>,
    pub(in crate::web) translation: Option<String>,
    pub(in crate::web) create_materials: Option<String>,
    pub(in crate::web) health_literacy: Option<String>,
    pub(in crate::web) dashboard: Option<String>,
}

/// Whether people can sign in on this server, and whether the caller is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct SignInConfig {
    pub(in crate::web) available: bool,
    pub(in crate::web) signed_in: bool,
    /// The address of the server where people sign in, if it is another one; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::web) url: Option<String>,
}

/// How current the data of a replica is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct ReplicaConfig {
    /// The address of the primary, without a slash at its end.
    pub(in crate::web) primary_url: String,
    /// The age of the data in seconds; later changes are not included.
    pub(in crate::web) age_seconds: u64,
    /// Whether that is older than the settings allow.
    pub(in crate::web) stale: bool,
}

fn replica_config(app: &App) -> Option<ReplicaConfig> {
    let (replica, freshness) = app.store.replica().zip(freshness::replica_freshness(app))?;
    Some(ReplicaConfig {
        primary_url: replica.primary_url().to_owned(),
        age_seconds: freshness.age_seconds,
        stale: freshness.is_stale,
    })
}

/// The hospital's names and contacts, outside links, and whether the caller is signed in.
#[utoipa::path(responses(
    (status = 200, body = Config, headers( ("Handout-Person" = String, description = "As in `/api/user`; only when signed in"), )),
))]
#[get("/config")]
pub async fn get_config(caller: Visitor, app: web::Data<App>) -> HttpResult {
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    if let Some(actor) = caller.actor() {
        let id = run(&app, move |app| accounts::person_id(&app.store, &actor)).await?;
        response.insert_header((PERSON_HEADER, id));
    }
    Ok(response.json(config_of(&app, caller.0.is_some())))
}

/// The configuration for a caller who is signed in, or for a visitor.
pub(in crate::web) fn config_of(app: &App, is_signed_in: bool) -> Config {
    let hospital = &app.settings.hospital;
    let link = |link: &Option<url::Url>| link.as_ref().map(ToString::to_string);
    Config {
        version: env!("CARGO_PKG_VERSION"),
        public_url: app.public_url.clone(),
        hospital: HospitalConfig {
            name: hospital.name.clone(),
            item_number_label: hospital.item_number_label.clone(),
            email: hospital.email.clone(),
            order_email: hospital.order_email.clone(),
        },
        links: LinksConfig {
            service_desk: link(&hospital.links.service_desk),
            translation: link(&hospital.links.translation),
            create_materials: link(&hospital.links.create_materials),
            health_literacy: link(&hospital.links.health_literacy),
            dashboard: link(&hospital.links.dashboard),
        },
        screen_languages: screen_languages(&app.settings).into_iter().map(describe).collect(),
        sign_in: SignInConfig {
            available: app.sign_ins.identity.is_some() || app.store.replica().is_some(),
            signed_in: is_signed_in,
            url: app.store.replica().map(|replica| format!("{}/login", replica.primary_url())),
        },
        elsewhere: app.settings.search.elsewhere.clone(),
        files: FilesConfig {
            max_mb: app.settings.files.max_mb,
            types: FileType::ALL
                .into_iter()
                .map(|file_type| FileTypeConfig { file_type, extensions: file_type.extensions() })
                .collect(),
        },
        replica: replica_config(app),
    }
}

fn describe(language: ScreenLanguage) -> ScreenLanguageConfig {
    let name = LanguageTag::parse(language.tag).ok().and_then(|tag| tag.own_name()).unwrap_or(language.tag);
    ScreenLanguageConfig { tag: language.tag, name, dir: language.dir }
}
