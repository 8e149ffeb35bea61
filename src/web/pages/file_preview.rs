//! The previews of the files of citations: the first page or the picture, as PNG.

use crate::domain::app::App;
use crate::domain::files::serving::{self, FileTarget};
use crate::model::error::Error;
use crate::model::files::{Digest, FileAddress};
use crate::model::page_urls;
use crate::web::blocking::run;
use crate::web::files::preview::{PreviewParameters, send_preview};
use crate::web::pages::stored_file::redirect;
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// The preview of the file that a language version has now.
#[utoipa::path(tag = "files", operation_id = "getPreview",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        PreviewParameters,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 400),
        (status = 404, description = "No such file, or it has no preview"),
        (status = 410, description = "It was withdrawn: the reason"),
        (status = 503, description = "It is being drawn, or the store of files cannot be reached",
            headers(("Retry-After" = u32))),
    ))]
#[get("/file/{id}/{tag}/preview")]
pub(in crate::web) async fn current(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (citation, part) = address.into_inner();
    preview(&request, &app, FileAddress { citation, part, digest: None }).await
}

/// The preview of one content of a language version, present or former.
#[utoipa::path(tag = "files", operation_id = "getContentPreview",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        ("digest" = String, Path, description = "SHA-256 of the content"),
        PreviewParameters,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 400),
        (status = 404, description = "No such file, or it has no preview"),
        (status = 410, description = "It was withdrawn: the reason"),
        (status = 503, description = "It is being drawn, or the store of files cannot be reached",
            headers(("Retry-After" = u32))),
    ))]
#[get("/file/{id}/{tag}/{digest}/preview")]
pub(in crate::web) async fn content(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String, String)>,
) -> Result<HttpResponse, Problem> {
    let (citation, part, rest) = address.into_inner();
    match Digest::parse(&rest) {
        Some(digest) => preview(&request, &app, FileAddress { citation, part, digest: Some(digest) }).await,
        None => Err(Error::NotFound("There is no preview.".into()).into()),
    }
}

async fn preview(
    request: &HttpRequest,
    app: &web::Data<App>,
    requested: FileAddress,
) -> Result<HttpResponse, Problem> {
    let width = parameters::<PreviewParameters>(request)?.width()?;
    match run(app, move |app| serving::target(&app.store, &requested)).await? {
        FileTarget::Content(file) => send_preview(request, app, file.digest, width).await,
        FileTarget::Moved(path) => {
            let to = format!("{}?{}", page_urls::preview(&path), request.query_string());
            Ok(redirect(HttpResponse::PermanentRedirect(), &to))
        }
        FileTarget::Withdrawn(why) => Err(Error::Gone(why.message()).into()),
        FileTarget::Link(_) | FileTarget::Missing => {
            Err(Error::NotFound("There is no preview.".into()).into())
        }
    }
}
