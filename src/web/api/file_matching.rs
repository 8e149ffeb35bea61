//! Which language versions files belong to, by their names: asked before any of them is sent.

use crate::domain::app::App;
use crate::domain::files::name_matches::{MatchedName, match_names};
use crate::model::error::Error;
use crate::web::body::json::read_json;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::{HttpRequest, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
#[utoipa::path(tag = "files", operation_id = "matchFiles", request_body = MatchRequest, responses(
    (status = 200, body = MatchedNames),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413, description = "The body is larger than 4 MiB"),
    (status = 422, description = "More than 5,000 names"),
))]
#[post("/files/match")]
pub async fn match_files(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    payload: web::Payload,
) -> Result<web::Json<MatchedNames>, Problem> {
    let MatchRequest { names } = read_json(payload, MAX_BYTES).await?;
    if names.len() > MAX_NAMES {
        return Err(Error::invalid("names", "At most 5,000 names at once.").into());
    }
    let actor = admin.actor();
    let found = state.heavy.run(&app, &request, move |app| match_names(&app.store, &names, &actor));
    Ok(web::Json(MatchedNames { files: found.await? }))
}
