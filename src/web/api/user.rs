//! What belongs to the signed-in person: rights, favorites, cart, recent searches, profile.

use crate::domain::app::App;
use crate::domain::{accounts, sessions};
use crate::model::accounts::{GroupsProblem, Profile, Role};
use crate::model::session::{Session, SessionRequest};
use crate::web::blocking::run;
use crate::web::caller::{Credential, Staff};
use crate::web::content_coding::send_plain;
use crate::web::problem::Problem;
use crate::web::request_body::JsonBody;
use actix_web::{HttpResponse, get, post, web};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The header with a stable identifier of the caller: the browser stores a person's data with it.
pub const PERSON_HEADER: &str = "Handout-Person";

/// The signed-in person.
#[derive(Serialize, ToSchema)]
pub struct User {
    /// Whether the person is an administrator.
    admin: bool,
    /// `admin`, `auditor`, `copy-center`; an administrator also has `copy-center`.
    roles: Vec<Role>,
    session: Session,
    /// Recent searches, newest first, at most ten.
    searches: Vec<String>,
    profile: Profile,
}

/// The signed-in person with favorites, cart and recent searches.
#[utoipa::path(tag = "user", operation_id = "getUser", responses(
    Staff,
    (status = 200, body = User, headers(
        ("Handout-Person" = String, description = "A stable identifier of the person, made from issuer and `sub`"),
    )),
))]
#[get("/user")]
pub async fn user(staff: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (person, actor) = (staff.0.person.clone(), staff.actor());
    let read =
        move |app: &Arc<App>| Ok((accounts::person_id(&app.store, &actor)?, sessions::session(app, &actor)?));
    let (id, (stored, searches)) = run(&app, read).await?;
    Ok(HttpResponse::Ok().insert_header((PERSON_HEADER, id)).json(User {
        admin: person.is_admin(),
        roles: person.roles.effective().collect(),
        session: stored,
        searches,
        profile: Profile {
            given_name: person.given_name,
            family_name: person.family_name,
            email: person.email,
        },
    }))
}

/// The access token and everything the provider says.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserProfile {
    access_token: String,
    /// Claims as the provider gives them.
    #[schema(value_type = Object)]
    claims: serde_json::Value,
    /// Why not all groups of the person are known; absent if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups_problem: Option<GroupsProblem>,
}

/// The access token and the claims of the signed-in person.
#[utoipa::path(tag = "user", operation_id = "getProfile", responses(
    Staff,
    (status = 200, body = UserProfile),
))]
#[get("/user/profile")]
pub async fn profile(staff: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let app = app.into_inner();
    let profile = match &staff.0.credential {
        Credential::Cookie(secret) => accounts::profile_of_cookie(&app, secret).await?,
        Credential::Bearer(token) => accounts::profile_of_bearer(&app, token).await?,
    };
    // The claims hold what the person may choose, such as a name, beside the token.
    Ok(send_plain(HttpResponse::Ok().json(UserProfile {
        access_token: profile.access_token,
        claims: profile.claims.into(),
        groups_problem: profile.groups_problem,
    })))
}

/// Stores favorites and cart.
#[utoipa::path(tag = "user", operation_id = "saveSession", request_body = SessionRequest, responses(
    Staff,
    (status = 204, description = "Stored"),
    (status = 400),
    (status = 403),
    (status = 422),
))]
#[post("/user/session")]
pub async fn session(
    staff: Staff,
    app: web::Data<App>,
    body: JsonBody<SessionRequest>,
) -> Result<HttpResponse, Problem> {
    run(&app, move |app| sessions::save_session(&app.store, &staff.actor(), body.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}
