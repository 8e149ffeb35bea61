//! Stored files: matched by their names, uploaded, served, withdrawn.

use crate::domain::app::App;
use crate::domain::files::name_matches::{MatchedName, match_names};
use crate::domain::files::upload::{Storing, UPLOAD, check_name, store_file};
use crate::domain::files::{serving, withdrawal};
use crate::files::{Received, StagedFile, StagingError};
use crate::model::error::Error;
use crate::model::files::UploadedFile;
use crate::model::handout_text::report::StoredFile;
use crate::model::languages::language::read_lang;
use crate::web::blocking::run;
use crate::web::call::Admin;
use crate::web::files::{PreviewParameters, send_file, send_preview};
use crate::web::problem::{HttpResult, Problem};
use crate::web::request_body::{ArrivingFile, JsonBody, read_json};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The size of the pieces in which a file is written to the disk.
const PIECE_BYTES: usize = 256 << 10;

/// The name of an uploaded file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct UploadParameters {
    /// Its name; a path before it, control and directional characters are removed.
    pub name: String,
}

/// Stores a file: the body is its content, which decides its type. A version refers to it by its digest, within 30 days.
#[utoipa::path(params(UploadParameters), request_body(
    content = String,
    content_type = "application/octet-stream",
    description = "The content",
), responses(
    Admin,
    (status = 200, description = "The content was stored before", body = UploadedFile),
    (status = 201, body = UploadedFile, headers(("Location" = String))),
    (status = 400, description = "Without a name, or the body was cut off"),
    (status = 408, description = "The file stopped arriving"),
    (status = 413, description = "The file is larger than `files.maxMb` of the configuration"),
    (status = 415, description = "A form or a compressed body instead of the file itself"),
    (status = 422, description = "The content is not of a type that is stored, or was withdrawn: what it is and what helps"),
    (status = 503, description = "The store of files cannot be reached"),
    (status = 507, description = "The disk is full"),
))]
#[post("/files")]
pub async fn upload_file(admin: Admin, payload: web::Payload) -> HttpResult {
    let name = admin.parameters::<UploadParameters>()?.name;
    check_headers(&admin.request)?;
    check_name(&name)?;
    let max_mb = admin.app.settings.files.max_mb;
    let max_bytes = u64::from(max_mb) << 20;
    if content_length(&admin.request).is_some_and(|length| length > max_bytes) {
        return Err(too_large(max_mb));
    }
    let received = receive(&admin.app, payload, max_bytes).await?;
    let stored = store_file(&Storing::from_app(&admin.app), received, &name, &admin.actor(), UPLOAD).await;
    admin.app.files_state.record(&stored);
    let (uploaded, is_new) = stored.map_err(refusal)?;
    admin.app.background.file_stored.notify_one();
    let mut response = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    response.insert_header((header::LOCATION, format!("/api/files/{}", uploaded.digest)));
    Ok(response.json(uploaded))
}

/// Refuses a form and a compressed body: what would be stored is not the file.
fn check_headers(request: &HttpRequest) -> Result<(), Problem> {
    let value = |name: header::HeaderName| {
        let value = request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.trim().to_ascii_lowercase()
    };
    let encoding = value(header::CONTENT_ENCODING);
    if value(header::CONTENT_TYPE).starts_with("multipart/") || !matches!(&*encoding, "" | "identity") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The body is the file itself: neither a form nor compressed.",
        ));
    }
    Ok(())
}

fn content_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large(max_mb: u32) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The file is larger than {max_mb} MB, which is the limit here (files.max_mb)."),
    )
}

/// The error with its only message as its detail, too.
fn refusal(error: Error) -> Problem {
    let problem = Problem::from(error);
    match problem.status() {
        StatusCode::UNPROCESSABLE_ENTITY => problem.with_summary_as_detail(),
        _ => problem,
    }
}

/// The body in a file of the store's file system.
async fn receive(app: &web::Data<App>, payload: web::Payload, max_bytes: u64) -> Result<Received, Problem> {
    let mut staged = run(app, move |app| app.files.stage(max_bytes)).await?;
    let mut piece: Vec<u8> = Vec::with_capacity(PIECE_BYTES);
    let mut arriving = ArrivingFile::new(payload);
    while let Some(bytes) = arriving.next().await? {
        piece.extend_from_slice(&bytes);
        if piece.len() >= PIECE_BYTES {
            (staged, piece) = write_piece(app, staged, piece).await?;
        }
    }
    let (staged, _) = write_piece(app, staged, piece).await?;
    Ok(staged.finish())
}

/// Appends a piece; the buffer comes back empty.
async fn write_piece(
    app: &web::Data<App>,
    mut staged: StagedFile,
    mut piece: Vec<u8>,
) -> Result<(StagedFile, Vec<u8>), Problem> {
    let written = run(app, move |_| match staged.write(&piece) {
        Ok(()) => {
            piece.clear();
            Ok(Some((staged, piece)))
        }
        Err(StagingError::TooLarge { .. }) => Ok(None),
        Err(StagingError::Disk(error)) => Err(error),
    });
    written.await?.ok_or_else(|| too_large(app.settings.files.max_mb))
}

/// The language that a file is looked at for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct FileParameters {
    /// BCP 47 tag: reading level and `otherLanguage` are for this language. Without it the reading level is for English.
    #[param(required = false)]
    pub lang: String,
}

/// What is known of a stored content.
#[utoipa::path(params(
    ("digest" = String, Path, description = "SHA-256 of the content"),
    FileParameters,
), responses(
    Admin,
    (status = 200, body = StoredFile),
    (status = 404, description = "No such content is stored"),
    (status = 410, description = "It was withdrawn: the reason"),
))]
#[get("/files/{digest}")]
pub async fn get_file(admin: Admin, digest: web::Path<String>) -> HttpResult {
    let lang = read_lang(&admin.parameters::<FileParameters>()?.lang)?;
    admin.json(move |app, actor| serving::stored_file(&app.store, actor, &digest, lang.as_ref())).await
}

/// A stored content, also before a version refers to it.
#[utoipa::path(params(("digest" = String, Path, description = "SHA-256 of the content")), responses(
    Admin,
    (status = 200, body = Vec<u8>, content_type = "*/*", headers(("ETag" = String))),
    (status = 206, description = "A range of it", body = Vec<u8>, content_type = "*/*"),
    (status = 304),
    (status = 404, description = "No such content is stored"),
    (status = 410, description = "It was withdrawn: the reason"),
    (status = 416),
    (status = 500, description = "It is missing in the store, or was changed there"),
    (status = 503, description = "The store of files cannot be reached"),
))]
#[get("/files/{digest}/content")]
pub async fn get_file_content(admin: Admin, digest: web::Path<String>) -> HttpResult {
    let served = admin.run(move |app, actor| serving::served_file(&app.store, actor, &digest)).await?;
    Ok(send_file(&admin.request, &admin.app, &served, "no-store").await?.response)
}

/// The preview of a stored content, also before a version refers to it: the first page or the picture, as PNG.
#[utoipa::path(params(
    ("digest" = String, Path, description = "SHA-256 of the content"),
    PreviewParameters,
), responses(
    Admin,
    (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
    (status = 304),
    (status = 404, description = "No such content is stored, or it has no preview"),
    (status = 410, description = "It was withdrawn: the reason"),
    (status = 503, description = "It is being drawn, or the store of files cannot be reached", headers(("Retry-After" = u32))),
))]
#[get("/files/{digest}/preview")]
pub async fn get_file_preview(admin: Admin, digest: web::Path<String>) -> HttpResult {
    let width = admin.parameters::<PreviewParameters>()?.width()?;
    let served = admin.run(move |app, actor| serving::served_file(&app.store, actor, &digest)).await?;
    send_preview(&admin.request, &admin.app, served.digest, width).await
}

/// Why a file is withdrawn.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawRequest {
    /// The reason, which every address of the file shows.
    #[serde(default)]
    reason: String,
}

/// Where the content of a withdrawn file still is.
#[derive(Debug, Serialize, ToSchema)]
pub struct WithdrawnFile {
    /// In words.
    detail: String,
}

/// Withdraws a content that was stored by mistake: every address of it answers 410, and it is deleted from the store.
#[utoipa::path(params(("digest" = String, Path, description = "SHA-256 of the content")), request_body = WithdrawRequest, responses(
    Admin,
    (status = 200, description = "It is withdrawn, but the store still has it", body = WithdrawnFile),
    (status = 204, description = "It is withdrawn"),
    (status = 404, description = "No such content is stored"),
    (status = 422, description = "Without a reason"),
))]
#[post("/files/{digest}/withdraw")]
pub async fn withdraw_file(
    admin: Admin,
    digest: web::Path<String>,
    body: JsonBody<WithdrawRequest>,
) -> HttpResult {
    let app = &admin.app;
    let kept = withdrawal::withdraw(&app.store, &app.files, &admin.actor(), &digest, &body.0.reason).await?;
    Ok(match kept {
        None => HttpResponse::NoContent().finish(),
        Some(detail) => HttpResponse::Ok().json(WithdrawnFile { detail }),
    })
}

/// Most names of a request.
const MAX_NAMES: usize = 5_000;
/// Largest body.
const MAX_BYTES: usize = 4 << 20;

/// The names of files.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MatchRequest {
    /// Each with the folders that it is in, separated by `/`; at most 5,000.
    #[schema(max_items = 5000)]
    names: Vec<String>,
}

/// What the names say.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedNames {
    /// In the order of the names.
    files: Vec<MatchedName>,
}

/// The language version that each of these files belongs to, by its name. Nothing is stored.
#[utoipa::path(request_body = MatchRequest, responses(
    Admin,
    (status = 200, body = MatchedNames),
    (status = 413, description = "The body is larger than 4 MiB"),
    (status = 422, description = "More than 5,000 names"),
))]
#[post("/files/match")]
pub async fn match_files(admin: Admin, payload: web::Payload) -> HttpResult {
    let MatchRequest { names } = read_json(payload, MAX_BYTES).await?;
    if names.len() > MAX_NAMES {
        return Err(Error::invalid("names", "At most 5,000 names at once.").into());
    }
    let found = admin.run_heavy(move |app, actor| match_names(&app.store, &names, actor));
    Ok(HttpResponse::Ok().json(MatchedNames { files: found.await? }))
}
