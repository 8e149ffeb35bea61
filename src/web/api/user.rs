//! What belongs to the signed-in person: rights, favorites, cart, recent searches, profile.

use crate::domain::{accounts, sessions};
use crate::model::accounts::{GroupsProblem, Profile, Role};
use crate::model::session::{Session, SessionRequest};
use crate::web::call::Staff;
use crate::web::caller::Credential;
use crate::web::content_coding::send_plain;
use crate::web::problem::HttpResult;
use crate::web::request_body::JsonBody;
use actix_web::{HttpResponse, get, post};
use serde::Serialize;
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
#[utoipa::path(responses(
    Staff,
    (status = 200, body = User, headers( ("Handout-Person" = String, description = "A stable identifier of the person, made from issuer and `sub`"), )),
))]
#[get("/user")]
pub async fn get_user(staff: Staff) -> HttpResult {
    let person = staff.caller.person.clone();
    let read =
        staff.run(|app, actor| Ok((accounts::person_id(&app.store, actor)?, sessions::session(app, actor)?)));
    let (id, (stored, searches)) = read.await?;
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
#[utoipa::path(responses(Staff, (status = 200, body = UserProfile)))]
#[get("/user/profile")]
pub async fn get_profile(staff: Staff) -> HttpResult {
    let app = &*staff.app;
    let profile = match &staff.caller.credential {
        Credential::Cookie(secret) => accounts::profile_of_cookie(app, secret).await?,
        Credential::Bearer(token) => accounts::profile_of_bearer(app, token).await?,
    };
    // The claims hold what the person may choose, such as a name, beside the token.
    Ok(send_plain(HttpResponse::Ok().json(UserProfile {
        access_token: profile.access_token,
        claims: profile.claims.into(),
        groups_problem: profile.groups_problem,
    })))
}

/// Stores favorites and cart.
#[utoipa::path(request_body = SessionRequest, responses(
    Staff,
    (status = 204, description = "Stored"),
    (status = 403),
))]
#[post("/user/session")]
pub async fn save_session(staff: Staff, body: JsonBody<SessionRequest>) -> HttpResult {
    staff.no_content(move |app, actor| sessions::save_session(&app.store, actor, body.0)).await
}
