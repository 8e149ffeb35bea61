//! Departments and their contacts.

use crate::domain::app::App;
use crate::domain::lookups;
use crate::model::job::Department;
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use actix_web::{HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

/// Every department with its contact, sorted by name.
#[utoipa::path(tag = "system", operation_id = "listDepartments", params(("updated" = Option<bool>, Query, description = "Always true; kept for its callers")), responses(
    (status = 200, body = Vec<Department>),
    (status = 401),
    (status = 403),
))]
#[get("/system/departments")]
pub async fn list(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(run(&app, move |app| lookups::departments(&app.store, &admin.actor())).await?))
}

/// A department to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartmentRequest {
    /// Its name.
    name: String,
    /// Whom to ask there.
    #[serde(default)]
    frc_contact: Option<String>,
}

/// Adds a department; answers the list as it is then.
#[utoipa::path(tag = "system", operation_id = "addDepartment", request_body = DepartmentRequest, responses(
    (status = 201, body = Vec<Department>),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 409, description = "There is one of this name"),
    (status = 413),
    (status = 422),
))]
#[post("/system/departments")]
pub async fn add(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<DepartmentRequest>,
) -> Result<HttpResponse, Problem> {
    let departments = run(&app, move |app| {
        lookups::add_department(&app.store, &admin.actor(), &body.0.name, body.0.frc_contact.as_deref())
    })
    .await?;
    Ok(HttpResponse::Created().json(departments))
}
